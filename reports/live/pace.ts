/** Measures how fast exchanges end, and estimates from that how long the rest will take. */
import type { Rate } from './state.ts'

type Api = string

/** How many requests a run of a conformant target sends to each API. */
export type Expected = Readonly<Record<Api, number>>

export interface Pace {
  /** An exchange of this API has ended, with or without a reply. */
  ended(api: Api, at: number): void
  rates(now: number): Rate[]
  /** Null if there is no basis for an estimate: at the beginning, and while nothing happens. */
  secondsLeft(expected: Expected, now: number): number | null
}

const WINDOW_MS = 5_000
/** Before this, the time for connecting would distort the pace. */
const GROUND_MS = 2_000

export function pace(rateLimits: Readonly<Record<Api, number>>, startedAt: number): Pace {
  const lanes = new Map(
    Object.entries(rateLimits).map(([api, rateLimit]) => [
      api,
      { rateLimit, count: 0, fastest: 0, recent: [] as number[] },
    ]),
  )
  const rateOf = (recent: number[], now: number): number => {
    const from = recent.findIndex(at => at > now - WINDOW_MS)
    recent.splice(0, from < 0 ? recent.length : from)
    return (recent.length * 1000) / Math.max(1000, Math.min(WINDOW_MS, now - startedAt))
  }
  return {
    ended(api, at) {
      const lane = lanes.get(api)
      if (!lane) return
      lane.count++
      lane.recent.push(at)
    },
    rates: now =>
      [...lanes].map(([api, lane]) => {
        const rate = rateOf(lane.recent, now)
        if (now - startedAt >= GROUND_MS) lane.fastest = Math.max(lane.fastest, rate)
        return { api, now: rate, rateLimit: lane.rateLimit }
      }),
    secondsLeft(expected, now) {
      if (now - startedAt < GROUND_MS) return null
      const all = this.rates(now).reduce((sum, rate) => sum + rate.now, 0)
      const rest = (api: Api, count: number): number => Math.max(0, (expected[api] ?? 0) - count)
      const left = [...lanes].reduce((sum, [api, { count }]) => sum + rest(api, count), 0)
      if (all === 0 || left === 0) return null
      const alone = [...lanes].map(([api, { count, fastest }]) => (fastest > 0 ? rest(api, count) / fastest : 0))
      return Math.max(left / all, ...alone)
    },
  }
}
