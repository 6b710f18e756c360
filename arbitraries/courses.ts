/** Courses of deeds: which one, by whom, and on which of the things that are there by then. */
import * as fc from 'fast-check'
import { among, longFirst } from './favouring.ts'

export interface Step {
  readonly deed: string
  /** Which of two people. */
  readonly who: 0 | 1
  /** Chooses among things, counted from the latest, and among ways; a remainder is taken where there are fewer. */
  readonly pick: number
}

/** They shrink to the shortest course. The first deed is what everything begins with. */
export function courseArbitrary(deeds: readonly string[], most: number): fc.Arbitrary<readonly Step[]> {
  const sized = coursesOf(deeds, most)
  return longFirst(sized(Math.ceil(most * 0.7)), sized(1))
}

/** The same few deeds over and over, as long as a course may be: what goes wrong only now and then shows. */
export function steadyCourse(
  deeds: readonly string[],
  round: readonly string[],
  most: number,
): fc.Arbitrary<readonly Step[]> {
  const rounds = Math.floor(most / round.length)
  const steps = Array.from({ length: rounds }, () => round.map((deed): Step => ({ deed, who: 0, pick: 0 })))
  return new Given(steps.flat(), coursesOf(deeds, most)(1))
}

/** The course that meets every deed: two things made, the older one acted on, the newer one twice, then the others. */
export function openingCourse(deeds: readonly string[], most: number): fc.Arbitrary<readonly Step[]> {
  const [first = '', second = first, ...others] = deeds
  const step = (deed: string, pick = 0, who: 0 | 1 = 0): Step => ({ deed, who, pick })
  const acted = [step(second, 1), step(second), step(second)]
  const steps = [
    step(first),
    step(first),
    ...acted,
    ...others.map(deed => step(deed)),
    step(first, 0, 1),
    step(second, 0, 1),
  ]
  return new Given(steps.slice(0, most), coursesOf(deeds, most)(1))
}

function coursesOf(deeds: readonly string[], most: number): (minLength: number) => fc.Arbitrary<Step[]> {
  const step = fc.record({
    deed: fc.oneof({ withCrossShrink: true }, among(deeds), among(deeds.slice(0, 2))),
    who: among([0, 1] as const),
    pick: fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.nat({ max: 2 }), weight: 2 },
      { arbitrary: fc.nat({ max: 59 }), weight: 1 },
    ),
  })
  return minLength => fc.noBias(fc.array(step, { minLength, maxLength: most, size: 'max' }))
}

/** One value, which shrinks like the others of its kind. */
class Given<T> extends fc.Arbitrary<T> {
  readonly #value: T
  readonly #kind: fc.Arbitrary<T>

  constructor(value: T, kind: fc.Arbitrary<T>) {
    super()
    this.#value = value
    this.#kind = kind
  }

  override generate(): fc.Value<T> {
    return new fc.Value(this.#value, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#kind.canShrinkWithoutContext(value)
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#kind.shrink(value, context)
  }
}
