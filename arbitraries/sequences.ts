/** Sequences of actions. A step says which action, by which person, and on which of the things that exist by then. */
import * as fc from 'fast-check'
import { among, longFirst } from './favouring.ts'

export interface Step {
  readonly action: string
  /** Which of two people acts. */
  readonly who: 0 | 1
  /** Chooses among things, counted from the latest, and among ways to act; taken modulo their number. */
  readonly pick: number
}

/** Random sequences, which shrink to the shortest that fails. The first action creates what the others act on. */
export function sequenceArbitrary(actions: readonly string[], most: number): fc.Arbitrary<readonly Step[]> {
  const sized = stepsOf(actions, most)
  return longFirst(sized(Math.ceil(most * 0.7)), sized(1))
}

/** The same few actions repeated up to the maximum length: finds faults that appear only now and then. */
export function steadySequence(
  actions: readonly string[],
  round: readonly string[],
  most: number,
): fc.Arbitrary<readonly Step[]> {
  const rounds = Math.floor(most / round.length)
  const steps = Array.from({ length: rounds }, () => round.map((action): Step => ({ action, who: 0, pick: 0 })))
  return new Given(steps.flat(), stepsOf(actions, most)(1))
}

/** A sequence with every action: two things are made, the older one is acted on, the newer one twice, then the others. */
export function openingSequence(actions: readonly string[], most: number): fc.Arbitrary<readonly Step[]> {
  const [first = '', second = first, ...others] = actions
  const step = (action: string, pick = 0, who: 0 | 1 = 0): Step => ({ action, who, pick })
  const acted = [step(second, 1), step(second), step(second)]
  const steps = [
    step(first),
    step(first),
    ...acted,
    ...others.map(action => step(action)),
    step(first, 0, 1),
    step(second, 0, 1),
  ]
  return new Given(steps.slice(0, most), stepsOf(actions, most)(1))
}

function stepsOf(actions: readonly string[], most: number): (minLength: number) => fc.Arbitrary<Step[]> {
  const step = fc.record({
    action: fc.oneof({ withCrossShrink: true }, among(actions), among(actions.slice(0, 2))),
    who: among([0, 1] as const),
    pick: fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.nat({ max: 2 }), weight: 2 },
      { arbitrary: fc.nat({ max: 59 }), weight: 1 },
    ),
  })
  return minLength => fc.noBias(fc.array(step, { minLength, maxLength: most, size: 'max' }))
}

/** A fixed value that shrinks like the others of its kind. */
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
