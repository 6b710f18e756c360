/** The venue, a request to it, and an operation as far as both need to know it. */
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
  /** Below the base address. */
  readonly path: string
  readonly access: 'public' | 'private'
  /** The names of its parameters. */
  readonly takes?: readonly string[]
  /** Its result comes without the envelope. */
  readonly bare?: true
}

export interface Venue {
  readonly behaviour: Behaviour
  readonly clock: Clock
  readonly seed: number
  /** Requests served in a second; no limit unless given. */
  readonly limit: number | undefined
  readonly account: Account
  /** The signed requests that were let in. */
  readonly admitted: Signed[]
  readonly log: LogEntry[]
  readonly traffic: Traffic<Asked, Answered>
  readonly window: { served: { readonly path: string; readonly at: number }[]; shutUntil: number }
  /** Wrong signatures since the last lock-out, and until when the key is locked out. */
  readonly lock: { wrong: number; until: number }
  /** Requests that were answered before, by what they were about. */
  readonly answered: Map<string, Earlier[]>
  /** A stage as this venue has it. */
  behaves<S extends AnyStage>(
    stage: S,
  ): {
    readonly steps: S['steps'] & S['main']
    refusal(it: object): Refused<S> | undefined
  }
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

/** A call whose signature is looked at. */
export interface Signed extends Call {
  readonly key: string | undefined
  readonly signature: string | undefined
  readonly pairs: readonly Pair[]
  readonly timestamp: string | undefined
  /** What the signature has to be over. */
  readonly signed: string
  /** Milliseconds that the timestamp lies behind the venue's clock. */
  readonly late: number
}

export interface AnyOperation extends Endpoint, AnyStage {
  readonly main: { readonly given: (call: Call) => object; readonly effect: (it: never, steps: never) => unknown }
}
