/** Courses of deeds: which one, by whom, and on which of the things that are there by then. */
import * as fc from 'fast-check'
import { among } from './favouring.ts'

export interface Step {
  readonly deed: string
  /** Which of two people. */
  readonly who: 0 | 1
  /** Chooses among things, counted from the latest, and among ways; a remainder is taken where there are fewer. */
  readonly pick: number
}

/** They shrink to the shortest course. The first deed is what everything begins with. */
export function courseArbitrary(deeds: readonly string[], most: number): fc.Arbitrary<readonly Step[]> {
  const step = fc.record({
    deed: fc.oneof({ withCrossShrink: true }, among(deeds), among(deeds.slice(0, 2))),
    who: among([0, 1] as const),
    pick: fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.nat({ max: 2 }), weight: 2 },
      { arbitrary: fc.nat({ max: 59 }), weight: 1 },
    ),
  })
  const sized = (minLength: number): fc.Arbitrary<Step[]> =>
    fc.noBias(fc.array(step, { minLength, maxLength: most, size: 'max' }))
  return new LongFirst(sized(Math.ceil(most * 0.7)), sized(1))
}

/** Long values, which shrink to short ones. */
class LongFirst<T> extends fc.Arbitrary<T> {
  readonly #long: fc.Arbitrary<T>
  readonly #short: fc.Arbitrary<T>

  constructor(long: fc.Arbitrary<T>, short: fc.Arbitrary<T>) {
    super()
    this.#long = long
    this.#short = short
  }

  override generate(random: fc.Random): fc.Value<T> {
    return this.#long.generate(random, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#short.canShrinkWithoutContext(value)
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#short.shrink(value, context)
  }
}
