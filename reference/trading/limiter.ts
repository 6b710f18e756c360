/** The global limit: at most a given number of requests in any second; further ones are refused or held back. */
import { stageOn } from '../operations/stage.ts'
import { asJson, type Said } from './framing.ts'
import type { Call } from './operation.ts'
import { refusalFor } from './refusals.ts'
import type { Venue } from './venue.ts'

const second = 1_000
const minute = 60 * second

export interface Allowance {
  /** Requests in a second, and those to one path among them. */
  readonly most: number
  /** The period in milliseconds for that number, if longer than a second. */
  readonly within: number
  readonly mostOfOne: number
  /** The least milliseconds between any two requests, and between two to the same path. */
  readonly apart: number
  readonly apartOfOne: number
  readonly beyond: 'refused' | 'held back'
  /** For how many milliseconds everything is refused after a refusal. */
  readonly penalty: number
}

/** A request and the moment at which it can be served. */
interface Arrival extends Call {
  readonly at: number
  readonly slot: number
  readonly allowance: Allowance
}

export const limit = stageOn<Arrival, 'slow-down'>()({
  id: 'limit',
  rules: {
    'not-shut-out': [({ venue, at }) => at >= venue.window.shutUntil, 'slow-down'],
    'within-allowance': [({ at, slot, allowance }) => slot <= at || allowance.beyond === 'held back', 'slow-down'],
  },
  steps: {
    allowance: ({ venue }: Pick<Call, 'venue' | 'about'>): Allowance => ({
      most: venue.limit ?? Infinity,
      within: second,
      mostOfOne: Infinity,
      apart: 0,
      apartOfOne: 0,
      beyond: 'refused',
      penalty: 0,
    }),
    said(_call: Call, waitSeconds: number): Said {
      const { status, ...error } = refusalFor('slow-down')
      return { status, headers: { 'retry-after': String(waitSeconds) }, ...asJson({ error }) }
    },
  },
})

export const isLimited = ({ most, mostOfOne, apart, apartOfOne }: Allowance): boolean =>
  Number.isFinite(most) || Number.isFinite(mostOfOne) || apart > 0 || apartOfOne > 0

/** Waits until the request can be served; returns the reply if it is refused. */
export async function heldBack(call: Call): Promise<Said | undefined> {
  const { steps, refusal } = call.venue.behaves(limit)
  const allowance = steps.allowance(call)
  if (!isLimited(allowance)) return undefined
  const { clock, window } = call.venue
  const at = clock.now()
  const slot = slotFor(call.path, at, allowance, call.venue)
  if (refusal({ ...call, at, slot, allowance }) !== undefined) {
    if (at >= window.shutUntil) window.shutUntil = at + allowance.penalty
    return steps.said(call, Math.max(1, allowance.penalty / second, Math.ceil((slot - at) / second)))
  }
  window.served.push({ path: call.path, at: slot })
  if (slot > at) await clock.sleep(slot - at)
  return undefined
}

function slotFor(
  path: string,
  now: number,
  { most, within, mostOfOne, apart, apartOfOne }: Allowance,
  { window }: Venue,
): number {
  window.served = window.served.filter(({ at }) => now - at < minute)
  const all = window.served.map(({ at }) => at)
  const ofOne = window.served.filter(one => one.path === path).map(({ at }) => at)
  const free = (served: readonly number[], count: number, ms = second) => (served.at(-count) ?? -Infinity) + ms
  const after = (served: readonly number[], ms: number) => (served.at(-1) ?? -Infinity) + ms
  return Math.max(now, free(all, most, within), free(ofOne, mostOfOne), after(all, apart), after(ofOne, apartOfOne))
}
