/** Types of the venue, of a request to it, and of an operation as far as both refer to it. */
import type { LogEntry } from '../api.ts'
import type { Behaviour, Clock } from '../behaviour.ts'
import type { Circumstances, Earlier } from '../operations/circumstances.ts'
import type { AnyStage, Refused } from '../operations/stage.ts'
import type { Traffic } from '../traffic.ts'
import type { Answered, Asked } from '../wire.ts'
import type { Account } from './account.ts'
import type { Pair } from './query-pairs.ts'
import type { Coin, Market } from './records.ts'

export interface Endpoint {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Relative to the base address. */
  readonly path: string
  readonly access: 'public' | 'private'
  /** The names of its parameters. */
  readonly takes?: readonly string[]
  /** The reply is the bare result, without an envelope. */
  readonly bare?: true
}

export interface Venue {
  readonly behaviour: Behaviour
  readonly clock: Clock
  readonly seed: number
  /** Requests served per second; unlimited by default. */
  readonly limit: number | undefined
  readonly account: Account
  /** The signed requests that were accepted. */
  readonly admitted: Signed[]
  readonly log: LogEntry[]
  readonly traffic: Traffic<Asked, Answered>
  readonly window: { served: { readonly path: string; readonly at: number }[]; shutUntil: number }
  /** The number of wrong signatures since the last lock-out, and until when the key is locked out. */
  readonly lock: { wrong: number; until: number }
  /** Requests that were answered before, by what they were about. */
  readonly answered: Map<string, Earlier[]>
  /** A stage with this venue's active changes. */
  behaves<S extends AnyStage>(
    stage: S,
  ): {
    readonly steps: S['steps'] & S['main']
    refusal(it: object): Refused<S> | undefined
  }
}

/** One request, with all that is needed to answer it. */
export interface Call {
  readonly venue: Venue
  /** Undefined if nothing is served at the path. */
  readonly endpoint: AnyOperation | undefined
  readonly request: Asked
  readonly path: string
  /** The query string exactly as sent. */
  readonly query: string
  readonly params: URLSearchParams
  /** The server time that the reply states. */
  readonly now: number
  readonly listing: () => { readonly markets: readonly Market[]; readonly coins: readonly Coin[] }
  readonly about: Circumstances
}

/** A call whose signature is verified. */
export interface Signed extends Call {
  readonly key: string | undefined
  readonly signature: string | undefined
  readonly pairs: readonly Pair[]
  readonly timestamp: string | undefined
  /** The text that has to be signed. */
  readonly signed: string
  /** How many milliseconds the timestamp is behind the venue's clock. */
  readonly late: number
}

export interface AnyOperation extends Endpoint, AnyStage {
  readonly main: { readonly given: (call: Call) => object; readonly effect: (it: never, steps: never) => unknown }
}
