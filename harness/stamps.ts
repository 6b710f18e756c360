/** Times for the evidence, in milliseconds: they order departures of requests and arrivals of replies. */
import type { Clock } from './clock.ts'

export type Stamp = (moment: 'departure' | 'arrival') => number

/** They never go back, even if the clock is set back; a reply is later than every request that left before it came. */
export function stamps(clock: Clock): Stamp {
  let [latest, departed] = [0, 0]
  return moment => {
    const soonest = moment === 'arrival' ? departed + 1 : 0
    latest = Math.max(latest, clock.now(), soonest)
    if (moment === 'departure') departed = latest
    return latest
  }
}
