/** Whether anybody else may have acted between two exchanges of traffic, and the store of earlier exchanges. */
import { addressOf, MOST_BEHIND_MS, type ReadRequest, type TrafficStep } from '../../../harness/index.ts'
import { fixtureKinds } from '../fixture-kinds.ts'
import { outcomeOf } from '../outcome.ts'

/** For this many milliseconds the state is assumed unchanged, unless the traffic has a request that may have changed it. */
const QUIET_MS = 5000

/** Whether the later request was sent soon after the earlier reply, with no unknown write in between. */
export const follows = (later: TrafficStep, earlier: TrafficStep): boolean =>
  earlier.sentAt > 0 &&
  later.sentAt >= earlier.receivedAt &&
  later.sentAt - earlier.receivedAt <= QUIET_MS &&
  later.disturbances === earlier.disturbances

/** Whether a list was read so soon after a write that it may not show it yet. */
export const mayBeBehind = (later: TrafficStep, earlier: TrafficStep): boolean =>
  later.sentAt - earlier.receivedAt < MOST_BEHIND_MS

const isSound = ({ exchange }: TrafficStep): boolean =>
  exchange.response !== undefined && exchange.purpose !== 'outside' && exchange.purpose !== 'throttled'

export const succeeded = (step: TrafficStep): boolean => isSound(step) && outcomeOf(step.exchange) === 'success'
export const wasRefused = (step: TrafficStep): boolean => isSound(step) && outcomeOf(step.exchange) === 'error'

/** Whether the code is about the caller or a temporary condition, not about the request. */
export const isOfTheMoment = (code: unknown): boolean =>
  /AUTH|API_KEY|PRINCIPAL|PERMISSION|RATE|LIMIT|DEACTIVATED|REALM|TIMEOUT|UNAVAILABLE/.test(String(code))

/** Whether the request violates nothing: the effect of a request that should be refused is open. */
export const isFaultless = (request: ReadRequest | null): request is ReadRequest =>
  request?.isKnown === true && request.breaches.length === 0

/** Whether a fixture made a separate organization for this actor, which may have the same address. */
const isApart = (actor: string | null): boolean => fixtureKinds[actor ?? '']?.elsewhere === true

/** A key for the organization: objects of different deployments or separate organizations are not compared. */
export const organizationOf = ({ exchange, path, caller }: TrafficStep): string => {
  const { origin, pathname } = addressOf(exchange.request.url)
  const base = `${origin}${pathname.slice(0, pathname.length - path.length)}`
  return isApart(exchange.actor) ? `${base} ${caller}` : base
}

/** The latest steps, or data about them, by a key; the oldest are dropped. */
export class Recent<Kept = TrafficStep> {
  readonly #steps = new Map<string, Kept>()
  readonly #most: number
  constructor(most = 500) {
    this.#most = most
  }
  get(key: string): Kept | undefined {
    return this.#steps.get(key)
  }
  set(key: string, step: Kept): void {
    this.#steps.delete(key)
    this.#steps.set(key, step)
    if (this.#steps.size > this.#most) this.#steps.delete(this.#steps.keys().next().value ?? '')
  }
  delete(key: string): void {
    this.#steps.delete(key)
  }
  values(): Iterable<Kept> {
    return this.#steps.values()
  }
}
