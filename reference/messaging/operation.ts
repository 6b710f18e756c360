/** An operation of the chat as a value: parameters, rules in their order, an effect made of named steps, a reply. */
import type { AnyPart, AnyStage, Rule } from '../operations/stage.ts'
import { type Call, type Moment, type Reply, stepsOf, succeed } from './call.ts'
import { envelope } from './envelope.ts'
import type { Endpoint } from './route.ts'

/** Why a request is refused. A bare text is refused with BAD_REQUEST. */
export type Refusal =
  | string
  | {
      readonly msg: string
      readonly code?: string
      /** The contract names no code for it. */
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
  /** The thing that a request is about, such as `queue 7`; the request itself where there is none. */
  readonly thing?: (call: Call) => string | undefined
  /** What the rules and the effect speak about: read once, before the rules. */
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
  /** What becomes of a request that is refused, be it for a parameter or by a rule. */
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

/** A request that is about no thing but itself. */
export const aboutNoThing = (): undefined => undefined

/** The names of the rules about each item. */
export const eachRules = <E extends string>(of: { readonly each: { readonly rules: Readonly<Record<E, unknown>> } }) =>
  Object.keys(of.each.rules) as E[]

/** Carries an operation out. */
export function perform(of: AnyOperation, call: Call): Reply {
  const { steps, refusal } = call.deployed(of)
  const it = { ...call, ...(steps['given']?.(call) as object) }
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
