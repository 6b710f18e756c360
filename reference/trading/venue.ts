/** The state of a trading venue, and the circumstances of requests to it. */
import type { Behaviour } from '../behaviour.ts'
import { type Circumstances, type Earlier, steadyValues } from '../operations/circumstances.ts'
import { deploying } from '../operations/deploy.ts'
import { makeTraffic } from '../traffic.ts'
import type { Asked } from '../wire.ts'
import { openAccount } from './account.ts'
import type { AnyOperation, Venue } from './call.ts'
import { apiKey } from './credentials.ts'

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
    lock: { wrong: 0, until: -Infinity },
    answered: new Map(),
    behaves: deploying(behaviour.changes) as Venue['behaves'],
  }
}

/** The circumstances of a request. It is about what its parameters name, apart from times and other numbers. */
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
      // A client that sends accept-language sends other headers as well: its requests count as a kind of their own.
      const client = request.header('accept-language') === undefined ? '' : ' by a client'
      return steadyValues(params) + client
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

export type { Venue }
