/** The global limit: at most so many requests in any second, the rest refused or held back. */
import type { Behaviour } from '../behaviour.ts'

export interface Limiter {
  readonly active: boolean
  /** Seconds that a refused client is told to wait. */
  readonly wait: number
  /** False when a request to this path is refused; may first hold it back. */
  admits(path: string): Promise<boolean>
}

interface Rule {
  readonly most: number
  /** Milliseconds between one request and the next, where they are spread out. */
  readonly apart: number
  readonly delays: boolean
  /** Requests to one path in a second. */
  readonly mostOfOne: number
  /** Milliseconds of refusals after a refusal. */
  readonly penalty: number
}

export function makeLimiter(behaviour: Behaviour, limit: number | undefined): Limiter {
  const { clock } = behaviour
  const rule = ruleOf(behaviour, limit)
  const served: number[] = []
  const servedOf = new Map<string, number[]>()
  let shutUntil = -Infinity
  const slotFor = (path: string, now: number): number => {
    while (served.length > 0 && now - (served[0] ?? 0) >= second) served.shift()
    const ofOne = (servedOf.get(path)?.at(-rule.mostOfOne) ?? -Infinity) + second
    const free = served.length < rule.most ? now : (served.at(-rule.most) ?? now) + second
    return Math.max(now, ofOne, free, (served.at(-1) ?? -Infinity) + rule.apart)
  }
  return {
    active: Number.isFinite(rule.most) || rule.apart > 0 || rule.mostOfOne < Infinity,
    wait: Math.max(1, rule.penalty / second),
    async admits(path) {
      const now = clock.now()
      const slot = slotFor(path, now)
      if (now < shutUntil || (slot > now && !rule.delays)) {
        if (now >= shutUntil) shutUntil = now + rule.penalty
        return false
      }
      served.push(slot)
      if (rule.mostOfOne < Infinity) servedOf.set(path, [...(servedOf.get(path) ?? []), slot].slice(-rule.mostOfOne))
      if (slot > now) await clock.sleep(slot - now)
      return true
    },
  }
}

const second = 1_000

const refusing = [
  'trading.limit.by-refusal',
  'trading.limit.by-503',
  'trading.limit.by-403',
  'trading.limit.penalty',
  'trading.limit.wait-until',
]

function ruleOf({ keeps, uses }: Behaviour, limit: number | undefined): Rule {
  const on = limit !== undefined || [...refusing, 'trading.limit.by-delay'].some(uses)
  const rule = {
    most: on ? (limit ?? 10) : uses('trading.limit.hundred') ? 100 : Infinity,
    apart: uses('trading.limit.spread-out') && !refusing.some(uses) ? 50 : 0,
    delays: (uses('trading.limit.by-delay') || uses('trading.limit.spread-out')) && !refusing.some(uses),
    mostOfOne: uses('trading.limit.five-of-one') ? 5 : Infinity,
    penalty: uses('trading.limit.penalty') ? 3_000 : 0,
  }
  if (!keeps('limit.ten')) return { ...rule, most: 4, delays: false }
  if (!keeps('limit.tenth')) return { ...rule, most: 9, delays: false }
  if (!keeps('limit.evenly-spaced')) return { ...rule, apart: 150, delays: false }
  if (!keeps('limit.endpoints-share')) return { ...rule, mostOfOne: 1, delays: false }
  return rule
}
