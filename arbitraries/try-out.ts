/** Tries one generated value and, if it fails, looks for a smaller one: within a bound, and repeatable by its path. */
import * as fc from 'fast-check'

export type { Arbitrary } from 'fast-check'

export interface TryOptions {
  readonly seed: number
  /** Shrinking steps that lead to one value, such as `2:0`; the empty path is the generated value itself. */
  readonly path?: string
  /** How many smaller values may be tried. */
  readonly mostShrinks: number
}

export interface Counterexample<T> {
  readonly value: T
  /** Path to the smallest value that failed. */
  readonly path: string
}

/** Null if `holds` is true for the value. An error that `holds` throws ends the search and is thrown again. */
export async function tryOut<T>(
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T) => Promise<boolean>,
  { seed, path, mostShrinks }: TryOptions,
): Promise<Counterexample<T> | null> {
  let tries = 0
  let thrown: { readonly error: unknown } | null = null
  let smallest: { readonly value: T } | null = null
  const property = fc.asyncProperty(arbitrary, async value => {
    tries++
    if (thrown || tries > mostShrinks + 1) return true
    try {
      const held = await holds(value)
      if (!held) smallest = { value }
      return held
    } catch (error) {
      thrown = { error }
      return true
    }
  })
  const result = await fc.check(property, {
    seed,
    numRuns: 1,
    ...(path === undefined ? {} : { path: path === '' ? '0' : `0:${path}`, endOnFailure: true }),
  })
  const raised = thrown as { readonly error: unknown } | null
  if (raised) throw raised.error
  const found = smallest as { readonly value: T } | null
  if (!found) return null
  return { value: found.value, path: (result.counterexamplePath ?? '0').split(':').slice(1).join(':') }
}
