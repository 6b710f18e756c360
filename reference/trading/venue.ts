/** One venue: what it lists, holds and remembers. */
import type { LogEntry } from '../api.ts'
import type { Behaviour } from '../behaviour.ts'
import { makeTraffic, type Traffic } from '../traffic.ts'
import type { Answered, Asked } from '../wire.ts'
import { type Account, openAccount } from './account.ts'
import { type Limiter, makeLimiter } from './limiter.ts'
import { isTurning, type Listing, listingAt } from './listing.ts'
import { type Admitted, nobodyYet } from './verify-signature.ts'

export interface Venue {
  readonly behaviour: Behaviour
  readonly seed: number
  readonly account: Account
  readonly limiter: Limiter
  readonly admitted: Admitted
  readonly log: LogEntry[]
  readonly traffic: Traffic<Asked, Answered>
  listing(): Listing
}

export function openVenue(behaviour: Behaviour, seed: number, limit: number | undefined): Venue {
  const turning = isTurning(behaviour)
  let latest = { tick: 0, listing: listingAt(0, behaviour) }
  const listing = () => {
    const tick = turning ? Math.floor(behaviour.clock.now() / 1000) : 0
    if (tick !== latest.tick) latest = { tick, listing: listingAt(tick, behaviour) }
    return latest.listing
  }
  return {
    behaviour,
    seed,
    account: openAccount(behaviour.uses('trading.access.huge-ids') ? 9_007_199_254_740_001 : undefined),
    limiter: makeLimiter(behaviour, limit),
    admitted: nobodyYet(),
    log: [],
    traffic: makeTraffic(behaviour.clock),
    listing,
  }
}
