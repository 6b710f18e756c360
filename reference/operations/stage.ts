/**
 * Stages: named parts, which are an ordered table of rules, and steps. Each operation is a stage; others serve all operations.
 */

/** A condition, and the refusal if it does not hold. */
export type Rule<It, No> = readonly [holds: (it: It) => boolean, refusal: No | ((it: It) => No)]

/** A part of any stage, with its types erased. */
export type AnyPart = (...given: never[]) => unknown
type AnyRules = Readonly<Record<string, readonly [holds: (it: never) => boolean, refusal: unknown]>>

export interface AnyStage {
  readonly id: string
  /** Carries only the type of its refusals. */
  readonly refuses?: unknown
  /** Carries only the type of its parts' first argument. */
  readonly sees?: unknown
  readonly rules: AnyRules
  /** Rules about each of several items, such as the drafts of a batch. */
  readonly each: { readonly of: (it: never) => readonly unknown[]; readonly rules: AnyRules }
  readonly steps: Readonly<Record<string, AnyPart>>
  /** The steps that every stage of its kind has. */
  readonly main: Readonly<Record<string, AnyPart>>
}

type StepsOn<It> = Readonly<Record<string, (it: It, ...args: never[]) => unknown>>

/** A stage that all operations share. The type arguments of the first call are what its parts get and what it refuses with. */
export const stageOn =
  <It, No>() =>
  <R extends string, T extends StepsOn<It>>(written: {
    readonly id: string
    readonly rules: Readonly<Record<R, Rule<It, No>>>
    readonly steps: T & StepsOn<It>
  }) => ({
    ...written,
    steps: written.steps as T,
    refuses: undefined as No | undefined,
    sees: undefined as It | undefined,
    each: { of: () => [], rules: {} },
    main: {},
  })

type Rules<S extends AnyStage> = S['rules'] & S['each']['rules']
export type RuleName<S extends AnyStage> = keyof Rules<S> & string
export type Judged<S extends AnyStage, N extends RuleName<S>> = Parameters<Rules<S>[N][0]>[0]

/** The argument of all rules of a stage. */
export type Seen<S extends AnyStage> = S['main'] extends { readonly effect: (it: infer I, ...args: never[]) => unknown }
  ? I
  : NonNullable<S['sees']>

/** The type of a stage's refusals. */
export type Refused<S extends AnyStage> = NonNullable<S['refuses']>

type Steps<S extends AnyStage> = S['steps'] & S['main']
export type StepName<S extends AnyStage> = keyof Steps<S> & string
export type Step<S extends AnyStage, N extends StepName<S>> = Steps<S>[N]
