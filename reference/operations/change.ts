/** What a fault or a variant does to a named part of a stage. A name that no stage has does not compile. */
import type { When } from './condition.ts'
import type { AnyPart, AnyStage, Judged, Refused, RuleName, Seen, Step, StepName } from './stage.ts'

export interface Change {
  readonly verb: 'drop' | 'refuseAlso' | 'refuseOtherwise' | 'uponRefusal' | 'alter' | 'instead'
  /** The id of the stage, and the name of the part in it; none for a rule of its own, after all others. */
  readonly stage: string
  readonly part?: string
  readonly when: When
  /** What is done instead of the part, given the part. */
  readonly does: (part: AnyPart) => AnyPart
}

type Args<F> = F extends (it: never, ...args: infer A) => unknown ? A : never
type Subject<F> = F extends (it: infer I, ...args: never[]) => unknown ? I : never
type Result<F> = F extends (...given: never[]) => infer R ? R : never

/** Rules that let everything pass. */
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

/** One more rule after all others, which refuses whatever its condition is true of. */
export function refuseAlso<S extends AnyStage>(stage: S, refusal: Refused<S>, when: When<Seen<S>, []> = {}): Change {
  const does = (part: AnyPart) => (it: never) => part(it) ?? refusal
  return { verb: 'refuseAlso', stage: stage.id, when: when as When, does }
}

/** Rules that refuse with something else. */
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

/** Rules that do something as well when they refuse. */
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

/** A step whose result is another one. */
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

/** A step that is not taken; something else is done in its place. */
export function instead<S extends AnyStage, N extends StepName<S>>(
  stage: S,
  step: N,
  acts: (it: Subject<Step<S, N>>, ...args: Args<Step<S, N>>) => Result<Step<S, N>>,
  when: When<Subject<Step<S, N>>, Args<Step<S, N>>> = {},
): Change {
  return { verb: 'instead', stage: stage.id, part: step, when: when as unknown as When, does: () => acts as AnyPart }
}
