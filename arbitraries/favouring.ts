/** An arbitrary that often produces favourites, mostly boundary cases, and shrinks like the arbitrary it is based on. */
import * as fc from 'fast-check'

class Favouring<T> extends fc.Arbitrary<T> {
  readonly #base: fc.Arbitrary<T>
  readonly #favourites: readonly T[]
  readonly #oneIn: number

  constructor(base: fc.Arbitrary<T>, favourites: readonly T[], oneIn: number) {
    super()
    this.#base = base
    this.#favourites = favourites
    this.#oneIn = oneIn
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    if (random.nextInt(1, this.#oneIn) > 1) return this.#base.generate(random, biasFactor)
    const favourite = this.#favourites[random.nextInt(0, this.#favourites.length - 1)] as T
    return new fc.Value(favourite, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#base.canShrinkWithoutContext(value)
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    if (context === undefined && !this.#base.canShrinkWithoutContext(value)) return fc.Stream.nil()
    return this.#base.shrink(value, context)
  }
}

/** Long values that shrink to short ones. */
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

/** Both arbitraries must be of the same kind, because `short` shrinks the values that `long` generated. */
export const longFirst = <T>(long: fc.Arbitrary<T>, short: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  new LongFirst(long, short)

/** One value in `oneIn` is a favourite. */
export function favouring<T>(base: fc.Arbitrary<T>, favourites: readonly T[], oneIn = 3): fc.Arbitrary<T> {
  return favourites.length === 0 ? base : new Favouring(base, favourites, oneIn)
}

/** One of the values; shrinks towards the first. */
export const among = <T>(values: readonly T[]): fc.Arbitrary<T> =>
  fc.nat({ max: values.length - 1 }).map(
    index => values[index] as T,
    value => values.indexOf(value as T),
  )

/** A list of values to choose from, or an arbitrary. */
export type Choice<T> = readonly T[] | fc.Arbitrary<T>

export function chosen<T>(choice: Choice<T>): fc.Arbitrary<T> {
  return choice instanceof fc.Arbitrary ? choice : among(choice)
}
