/** Changes that a fault or a variant makes to named parts of a stage. A name that no stage has does not compile. */
import type { When } from './condition.ts'
import type { AnyPart, AnyStage, Judged, Refused, RuleName, Seen, Step, StepName } from './stage.ts'

export interface Change {
  readonly verb: 'drop' | 'refuseAlso' | 'refuseOtherwise' | 'uponRefusal' | 'alter' | 'instead'
  /** The id of the stage, and the name of its part; without a part, a new rule after all others. */
  readonly stage: string
  readonly part?: string
  readonly when: When
  /** Makes the replacement of the part from the part. */
  readonly does: (part: AnyPart) => AnyPart
}

type Args<F> = F extends (it: never, ...args: infer A) => unknown ? A : never
type Subject<F> = F extends (it: infer I, ...args: never[]) => unknown ? I : never
type Result<F> = F extends (...given: never[]) => infer R ? R : never

/** Makes rules accept everything. */
export function drop<S extends AnyStage, N extends RuleName<S>>(
  stage: S,
  rules: N | readonly N[],
  when: When<Judged<S, N>, []> = {},
): Change[] {
  return [rules].flat().map(part => ({
    verb: 'drop',
    stage: stage.id,
    part: String(part),
    when: when as When,
    does: () => () => undefined,
  }))
}

/** Adds a rule after all others, which refuses if its condition holds. */
export function refuseAlso<S extends AnyStage>(stage: S, refusal: Refused<S>, when: When<Seen<S>, []> = {}): Change {
  const does = (part: AnyPart) => (it: never) => part(it) ?? refusal
  return { verb: 'refuseAlso', stage: stage.id, when: when as When, does }
}

/** Makes rules refuse with another refusal. */
export function refuseOtherwise<S extends AnyStage, N extends RuleName<S>>(
  stage: S,
  rules: N | readonly N[],
  refusal: Refused<S>,
  when: When<Judged<S, N>, []> = {},
): Change[] {
  const does = (part: AnyPart) => (it: never) => (part(it) === undefined ? undefined : refusal)
  return [rules]
    .flat()
    .map(part => ({ verb: 'refuseOtherwise', stage: stage.id, part: String(part), when: when as When, does }))
}

/** Makes rules do something in addition when they refuse. */
export function uponRefusal<S extends AnyStage, N extends RuleName<S>>(
  stage: S,
  rules: N | readonly N[],
  acts: (it: Judged<S, N>) => void,
  when: When<Judged<S, N>, []> = {},
): Change[] {
  const does = (part: AnyPart) => (it: never) => {
    const refusal = part(it)
    if (refusal !== undefined) acts(it)
    return refusal
  }
  return [rules]
    .flat()
    .map(part => ({ verb: 'uponRefusal', stage: stage.id, part: String(part), when: when as When, does }))
}

/** Changes the result of a step. */
export function alter<S extends AnyStage, N extends StepName<S>>(
  stage: S,
  step: N,
  result: (was: Result<Step<S, N>>, it: Subject<Step<S, N>>, ...args: Args<Step<S, N>>) => Result<Step<S, N>>,
  when: When<Subject<Step<S, N>>, Args<Step<S, N>>> = {},
): Change {
  const does =
    (part: AnyPart) =>
    (it: never, ...args: never[]) =>
      (result as (...given: unknown[]) => unknown)(part(it, ...args), it, ...args)
  return { verb: 'alter', stage: stage.id, part: step, when: when as unknown as When, does }
}

/** Replaces a step. */
export function instead<S extends AnyStage, N extends StepName<S>>(
  stage: S,
  step: N,
  acts: (it: Subject<Step<S, N>>, ...args: Args<Step<S, N>>) => Result<Step<S, N>>,
  when: When<Subject<Step<S, N>>, Args<Step<S, N>>> = {},
): Change {
  return { verb: 'instead', stage: stage.id, part: step, when: when as unknown as When, does: () => acts as AnyPart }
}
