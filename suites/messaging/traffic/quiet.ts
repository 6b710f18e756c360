/** When nobody else can have acted between two exchanges, as far as traffic tells; and the exchanges to come back to. */
import { addressOf, isObject, MOST_BEHIND_MS, type ReadRequest, type TrafficStep } from '../../../harness/index.ts'
import { fixtureKinds } from '../fixture-kinds.ts'
import { outcomeOf } from '../outcome.ts'

/** So long after a reply the state is taken as it was left, unless the traffic shows a request that may have changed it. */
const QUIET = 5000

/** The second request left after the first was answered, soon, and nothing unknown was written in between. */
export const follows = (later: TrafficStep, earlier: TrafficStep): boolean =>
  earlier.sentAt > 0 &&
  later.sentAt >= earlier.receivedAt &&
  later.sentAt - earlier.receivedAt <= QUIET &&
  later.disturbances === earlier.disturbances

/** A list that was read so soon after something was written may not show it yet. */
export const mayBeBehind = (later: TrafficStep, earlier: TrafficStep): boolean =>
  later.sentAt - earlier.receivedAt < MOST_BEHIND_MS

const isSound = ({ exchange }: TrafficStep): boolean =>
  exchange.response !== undefined && exchange.purpose !== 'outside' && exchange.purpose !== 'throttled'

export const succeeded = (step: TrafficStep): boolean => isSound(step) && outcomeOf(step.exchange) === 'success'
export const wasRefused = (step: TrafficStep): boolean => isSound(step) && outcomeOf(step.exchange) === 'error'

export const codeOf = ({ exchange: { json } }: TrafficStep): unknown => (isObject(json) ? json['code'] : undefined)

/** Codes that tell of the caller or of the moment. */
export const isOfTheMoment = (step: TrafficStep): boolean =>
  /AUTH|API_KEY|PRINCIPAL|RATE|LIMIT|DEACTIVATED/.test(String(codeOf(step)))

/** What a request that the contract wants refused brings about is open. */
export const isFaultless = (request: ReadRequest | null): request is ReadRequest =>
  request?.isKnown === true && request.breaches.length === 0

/** A fixture made an organization for them, which may stand at the same address. */
const isApart = (actor: string | null): boolean => fixtureKinds[actor ?? '']?.elsewhere === true

/** Things of two deployments are not compared, nor those of an organization that was made for somebody. */
export const organizationOf = ({ exchange, path, caller }: TrafficStep): string => {
  const { origin, pathname } = addressOf(exchange.request.url)
  const base = `${origin}${pathname.slice(0, pathname.length - path.length)}`
  return isApart(exchange.actor) ? `${base} ${caller}` : base
}

/** The latest steps, or what is known of them, by a key; the oldest are forgotten. */
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
