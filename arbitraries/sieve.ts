/** A filter that throws after too many tries, instead of looping forever. */
import * as fc from 'fast-check'

class Unsatisfiable extends Error {}

const tries = 400

class Sieve<T> extends fc.Arbitrary<T> {
  readonly #base: fc.Arbitrary<T>
  readonly #passes: (value: T) => boolean

  constructor(base: fc.Arbitrary<T>, passes: (value: T) => boolean) {
    super()
    this.#base = base
    this.#passes = passes
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    for (let left = tries; left > 0; left--) {
      const made = this.#base.generate(random, biasFactor)
      if (this.#passes(made.value)) return made
    }
    throw new Unsatisfiable(`none of ${tries} values was wanted`)
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#base.canShrinkWithoutContext(value) && this.#passes(value)
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#base.shrink(value, context).filter(made => this.#passes(made.value))
  }
}

export const sieve = <T>(base: fc.Arbitrary<T>, passes: (value: T) => boolean): fc.Arbitrary<T> =>
  new Sieve(base, passes)

/** Whether an arbitrary can produce any value. */
export function isSatisfiable(arbitrary: fc.Arbitrary<unknown>): boolean {
  try {
    fc.sample(arbitrary, { numRuns: 1, seed: 1 })
    return true
  } catch (error) {
    if (error instanceof Unsatisfiable) return false
    throw error
  }
}
