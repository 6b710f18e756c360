/** An operation of the messaging API as a value: parameters, ordered rules, an effect made of named steps, a reply. */
import type { AnyPart, AnyStage, Rule } from '../operations/stage.ts'
import { type Call, type Moment, type Reply, stepsOf, succeed } from './call.ts'
import { envelope } from './envelope.ts'
import type { Endpoint } from './route.ts'

/** The refusal of a request; a bare text is refused with BAD_REQUEST. */
export type Refusal =
  | string
  | {
      readonly msg: string
      readonly code?: string
      /** The contract names no code for this refusal. */
      readonly uncoded?: true
      readonly fields?: Readonly<Record<string, unknown>>
    }

type Fields = Record<string, unknown>
type Nothing = Record<never, never>
type Item<I> = { readonly item: I; readonly at: number }
type StepsOn<It> = Readonly<Record<string, (it: It, ...args: never[]) => unknown>>
type RulesOn<It, N extends string> = Readonly<Record<N, Rule<It, Refusal>>>

interface Written<G extends object, R extends string, I, E extends string, T, M> extends Endpoint {
  readonly id: string
  /** The object that a request is about, such as `queue 7`; undefined if there is none. */
  readonly thing?: (call: Call) => string | undefined
  /** The input of the rules and the effect: read once, before the rules. */
  readonly given?: (call: Call) => G
  readonly rules?: RulesOn<Call & G, R>
  readonly each?: { readonly of: (it: Call & G) => readonly I[]; readonly rules: RulesOn<Call & G & Item<I>, E> }
  readonly steps?: T & StepsOn<Call & G>
  readonly effect?: (it: Call & G, steps: T) => M
  /** The fields of a success beside `result` and `msg`. */
  readonly reply?: (it: Call & G, made: M, steps: T) => Fields
}

type Main<G extends object, T, M> = {
  readonly given: (call: Call) => G
  readonly effect: (it: Call & G, steps: T) => M
  readonly reply: (it: Call & G, made: M, steps: T) => Fields
  /** The reply to a request that is refused for a parameter or by a rule. */
  readonly refused: (call: Call, refusal: Reply) => Reply
}

export interface Operation<G extends object, R extends string, I, E extends string, T extends StepsOn<Call & G>, M>
  extends Endpoint,
    AnyStage {
  readonly refuses?: Refusal
  readonly thing: (call: Call) => string | undefined
  readonly rules: RulesOn<Call & G, R>
  readonly each: { readonly of: (it: Call & G) => readonly I[]; readonly rules: RulesOn<Call & G & Item<I>, E> }
  readonly steps: T
  readonly main: Main<G, T, M>
}

export interface AnyOperation extends Endpoint, AnyStage {
  readonly thing: (call: Call) => string | undefined
  readonly main: Readonly<Record<'given' | 'effect' | 'reply' | 'refused', AnyPart>>
}

export function operation<
  G extends object = Nothing,
  R extends string = never,
  I = never,
  E extends string = never,
  T extends StepsOn<Call & G> = Nothing,
  M = void,
>(written: Written<G, R, I, E, T, M>): Operation<G, R, I, E, T, M> {
  const { given, rules, each, steps, effect, reply, thing, ...endpoint } = written
  return {
    ...endpoint,
    thing: thing ?? aboutNoThing,
    rules: rules ?? ({} as RulesOn<Call & G, R>),
    each: each ?? { of: () => [], rules: {} as RulesOn<Call & G & Item<I>, E> },
    steps: steps ?? ({} as T),
    main: {
      given: given ?? (() => ({}) as G),
      effect: effect ?? (() => undefined as M),
      reply: reply ?? (() => ({})),
      refused: (_call, refusal) => refusal,
    },
  }
}

/** For operations whose requests are not about a stored object. */
export const aboutNoThing = (): undefined => undefined

/** The names of the rules about each item. */
export const eachRules = <E extends string>(of: { readonly each: { readonly rules: Readonly<Record<E, unknown>> } }) =>
  Object.keys(of.each.rules) as E[]

/** Performs an operation: refuses by its rules, or replies with success. */
export function perform(of: AnyOperation, call: Call): Reply {
  const { steps, refusal } = call.deployed(of)
  const it: Call = Object.assign({}, call, steps['given']?.(call))
  const refused = refusal(it) as Refusal | undefined
  if (refused !== undefined) return refusalReply(call, refused)
  const made = steps['effect']?.(it, steps)
  return succeed(steps['reply']?.(it, made, steps) as Fields)
}

export function refusalReply(moment: Moment, refusal: Refusal): Reply {
  if (typeof refusal === 'string') return { result: 'error', msg: refusal, code: 'BAD_REQUEST' }
  const { msg, code = 'BAD_REQUEST', uncoded, fields } = refusal
  return { result: 'error', msg, code: stepsOf(moment, envelope).code(moment, code, !uncoded), ...fields }
}
