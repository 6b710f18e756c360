/** An operation of the venue as a value: endpoint, input, ordered rules, named steps, result. */
import type { AnyStage, Rule } from '../operations/stage.ts'
import type { AnyOperation, Call, Endpoint } from './call.ts'
import type { Reason } from './reasons.ts'

type Nothing = Record<never, never>
type StepsOn<It> = Readonly<Record<string, (it: It, ...args: never[]) => unknown>>
type RulesOn<It, N extends string> = Readonly<Record<N, Rule<It, Reason>>>

interface Written<G extends object, R extends string, T> extends Endpoint {
  /** The input of the rules and the effect: read once, before the rules. */
  readonly given?: (call: Call) => G
  readonly rules?: RulesOn<Call & G, R>
  readonly steps?: T & StepsOn<Call & G>
  /** Carries the request out; returns the result for the reply. */
  readonly effect: (it: Call & G, steps: T) => unknown
}

export interface Operation<G extends object, R extends string, T extends StepsOn<Call & G>> extends Endpoint, AnyStage {
  readonly refuses?: Reason
  readonly rules: RulesOn<Call & G, R>
  readonly each: { readonly of: () => []; readonly rules: Nothing }
  readonly steps: T
  readonly main: { readonly given: (call: Call) => G; readonly effect: (it: Call & G, steps: T) => unknown }
}

export function operation<G extends object = Nothing, R extends string = never, T extends StepsOn<Call & G> = Nothing>(
  written: Written<G, R, T>,
): Operation<G, R, T> {
  const { given, rules, steps, effect, ...endpoint } = written
  return {
    ...endpoint,
    rules: rules ?? ({} as RulesOn<Call & G, R>),
    each: { of: () => [], rules: {} },
    steps: steps ?? ({} as T),
    main: { given: given ?? (() => ({}) as G), effect },
  }
}

/** Performs an operation: refuses by its rules, or returns its result. */
export function perform(of: AnyOperation, call: Call): { readonly refused: Reason } | { readonly result: unknown } {
  const { steps, refusal } = call.venue.behaves(of)
  const it: Call = Object.assign({}, call, steps.given(call))
  const refused = refusal(it) as Reason | undefined
  return refused === undefined ? { result: steps.effect(it as never, steps as never) } : { refused }
}

export type { AnyOperation, Call }
