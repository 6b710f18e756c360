/** Times for the evidence, in milliseconds: they tell which request left before or after which reply came. */
import type { Clock } from './clock.ts'

export type Stamp = (moment: 'departure' | 'arrival') => number

/** They never go back, even where the clock is set; and a reply is later than every request that left before it came. */
export function stamps(clock: Clock): Stamp {
  let [latest, departed] = [0, 0]
  return moment => {
    const soonest = moment === 'arrival' ? departed + 1 : 0
    latest = Math.max(latest, clock.now(), soonest)
    if (moment === 'departure') departed = latest
    return latest
  }
}
