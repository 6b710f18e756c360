/** An operation of the venue as a value: its endpoint, what is given, rules in their order, named steps, a result. */
import type { Circumstances } from '../operations/circumstances.ts'
import type { AnyStage, Rule } from '../operations/stage.ts'
import type { Asked } from '../wire.ts'
import type { Coin, Market } from './records.ts'
import type { Reason } from './refusals.ts'
import type { Venue } from './venue.ts'

interface Endpoint {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the base address. */
  readonly path: string
  readonly access: 'public' | 'private'
  /** The names of its parameters. */
  readonly takes?: readonly string[]
  /** Its result comes without the envelope. */
  readonly bare?: true
}

/** One request, as far as everything that answers it needs to know. */
export interface Call {
  readonly venue: Venue
  /** Undefined where nothing is served at the path. */
  readonly endpoint: AnyOperation | undefined
  readonly request: Asked
  readonly path: string
  /** The query string exactly as sent. */
  readonly query: string
  readonly params: URLSearchParams
  /** The time that the reply tells. */
  readonly now: number
  readonly listing: () => { readonly markets: readonly Market[]; readonly coins: readonly Coin[] }
  readonly about: Circumstances
}

type Nothing = Record<never, never>
type StepsOn<It> = Readonly<Record<string, (it: It, ...args: never[]) => unknown>>
type RulesOn<It, N extends string> = Readonly<Record<N, Rule<It, Reason>>>

interface Written<G extends object, R extends string, T> extends Endpoint {
  /** What the rules and the effect speak about: read once, before the rules. */
  readonly given?: (call: Call) => G
  readonly rules?: RulesOn<Call & G, R>
  readonly steps?: T & StepsOn<Call & G>
  /** What is done; its value is the result of the reply. */
  readonly effect: (it: Call & G, steps: T) => unknown
}

export interface Operation<G extends object, R extends string, T extends StepsOn<Call & G>> extends Endpoint, AnyStage {
  readonly refuses?: Reason
  readonly rules: RulesOn<Call & G, R>
  readonly each: { readonly of: () => []; readonly rules: Nothing }
  readonly steps: T
  readonly main: { readonly given: (call: Call) => G; readonly effect: (it: Call & G, steps: T) => unknown }
}

export interface AnyOperation extends Endpoint, AnyStage {
  readonly main: { readonly given: (call: Call) => object; readonly effect: (it: never, steps: never) => unknown }
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

/** Carries an operation out. */
export function perform(of: AnyOperation, call: Call): { readonly refused: Reason } | { readonly result: unknown } {
  const { steps, refusal } = call.venue.behaves(of)
  const it = { ...call, ...steps.given(call) }
  const refused = refusal(it) as Reason | undefined
  return refused === undefined ? { result: steps.effect(it as never, steps as never) } : { refused }
}
