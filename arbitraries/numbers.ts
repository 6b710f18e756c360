/** Numbers of a schema: ids that exist, times in the future, or any number within the bounds; often a bound itself. */
import * as fc from 'fast-check'
import { chosen, favouring } from './favouring.ts'
import type { Json } from './json.ts'
import type { RequestOptions } from './options.ts'
import type { Reading } from './reading.ts'

/** The largest id to generate. Ids above it are assumed not to exist. */
const largestId = 2 ** 31 - 8

export function numberOf(
  type: string,
  schema: Json,
  { names, time }: Reading,
  options: RequestOptions,
): fc.Arbitrary<unknown> {
  const choice = names === undefined ? undefined : options.ids?.[names]
  if (choice) return chosen(choice)
  const now = options.now ?? 1_900_000_000
  const [low, high] = time ? [now + 3600, now + 31_536_000] : names ? [1, largestId] : [-1_000_000, 1_000_000]
  const min = bound(schema['minimum'], schema['exclusiveMinimum'], 1) ?? low
  const max = bound(schema['maximum'], schema['exclusiveMaximum'], -1) ?? Math.max(high, min)
  const step = typeof schema['multipleOf'] === 'number' ? schema['multipleOf'] : 1
  const whole = fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map(...times(step))
  const made = favouring(whole, [min, max])
  return type === 'number' ? fc.oneof({ withCrossShrink: true }, made, fc.double({ min, max, noNaN: true })) : made
}

const bound = (inclusive: unknown, exclusive: unknown, inward: number): number | undefined => {
  if (typeof inclusive === 'number') return inclusive
  return typeof exclusive === 'number' ? exclusive + inward : undefined
}

const times = (step: number): [(count: number) => number, (value: unknown) => number] => [
  count => count * step,
  value => Number(value) / step,
]
