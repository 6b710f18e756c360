/** One venue: what it holds, and what it remembers of requests. */
import type { LogEntry } from '../api.ts'
import type { Behaviour, Clock } from '../behaviour.ts'
import { type Circumstances, type Earlier, steadyValues } from '../operations/circumstances.ts'
import { deploying } from '../operations/deploy.ts'
import type { AnyStage, Refused } from '../operations/stage.ts'
import { makeTraffic, type Traffic } from '../traffic.ts'
import type { Answered, Asked } from '../wire.ts'
import { type Account, openAccount } from './account.ts'
import { apiKey } from './credentials.ts'
import type { AnyOperation } from './operation.ts'
import type { Signed } from './verify-signature.ts'

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

export function openVenue(behaviour: Behaviour, seed: number, limit: number | undefined): Venue {
  const { clock } = behaviour
  return {
    behaviour,
    clock,
    seed,
    limit,
    account: openAccount(),
    admitted: [],
    log: [],
    traffic: makeTraffic(clock),
    window: { served: [], shutUntil: -Infinity },
    answered: new Map(),
    behaves: deploying(behaviour.changes) as Venue['behaves'],
  }
}

/** What surrounds a request. It is about whatever its parameters name, times and other numbers aside. */
export function circumstances(
  venue: Venue,
  endpoint: AnyOperation | undefined,
  request: Asked,
  params: URLSearchParams,
): Circumstances & { overlapping: boolean } {
  const operation = endpoint?.id ?? ''
  const key = request.header('x-svc-apikey')
  const caller = key === apiKey ? 'account' : key ? 'another' : 'nobody'
  return {
    operation,
    role: caller,
    caller,
    overlapping: false,
    get steady() {
      return steadyValues(params)
    },
    get earlier() {
      return venue.answered.get(`${operation} ${this.steady}`) ?? []
    },
  }
}

export function note(venue: Venue, { operation, steady, caller }: Circumstances, outcome: Earlier['outcome']): void {
  if (!venue.behaviour.looksBack) return
  const about = `${operation} ${steady}`
  venue.answered.set(about, [...(venue.answered.get(about) ?? []), { operation, outcome, caller }])
}
