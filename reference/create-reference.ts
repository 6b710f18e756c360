/** One reference deployment: the trading API, the messaging API and the provisioner behind a single `fetch`. */
import type { Api, ApiOptions, Holding, LogEntry } from './api.ts'
import type { Clock, Fault, Variant } from './behaviour.ts'
import { derivedFaults } from './derived/derived-faults.ts'
import { interactionFault } from './interactions/interaction-faults.ts'
import { makeBehaviour } from './make-behaviour.ts'
import { createMessaging, messagingFaults, messagingVariants } from './messaging/index.ts'
import { pathOf } from './path-of.ts'
import { createTrading, marketsListed, tradingFaults, tradingVariants } from './trading/index.ts'
import { type Answer, type Answered, type Asked, asked, json, type PlainRequest, webFetch } from './wire.ts'

export interface ReferenceOptions extends ApiOptions {
  /** Feature level of the messaging API; default 500. */
  readonly featureLevel?: number | undefined
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
  /** How many markets the trading API lists; by default its own fourteen. */
  readonly markets?: number | undefined
  readonly clock?: Clock | undefined
  /** Called each time a changed part acts in place of the original one. */
  readonly onDeparture?: (() => void) | undefined
}

export interface Reference {
  fetch(request: Request, sent?: string): Promise<Response>
  /** The same without `Request` and `Response` objects. */
  answer(request: PlainRequest): Promise<Answered>
  /** A complete target file for this deployment at this origin. */
  targetFile(origin: string): Record<string, unknown>
  readonly log: readonly LogEntry[]
  /** What it holds now and a client may have made: everything, or one kind. */
  holdings(kind?: string): readonly Holding[]
}

export const faults: readonly Fault[] = [...derivedFaults, ...tradingFaults, ...messagingFaults]
export const variants: readonly Variant[] = [...tradingVariants, ...messagingVariants]

const faultsById = new Map(faults.map(fault => [fault.id, fault]))
const variantsById = new Map(variants.map(variant => [variant.id, variant]))

export function createReference(options: ReferenceOptions = {}): Reference {
  const activeFaults = (options.faults ?? []).map(id => interactionFault(id) ?? known(faultsById, id, 'fault'))
  const activeVariants = [
    ...(options.markets === undefined ? [] : [marketsListed(options.markets)]),
    ...(options.variants ?? []).map(id => known(variantsById, id, 'variant')),
  ]
  const behaviourOf = (api: 'trading' | 'messaging') =>
    makeBehaviour({
      faults: activeFaults.filter(fault => fault.api === api),
      variants: activeVariants.filter(variant => variant.api === api),
      ...{ level: options.featureLevel, clock: options.clock, seed: options.seed, onDeparture: options.onDeparture },
    })
  const trading = createTrading(behaviourOf('trading'), options)
  const messaging = createMessaging(behaviourOf('messaging'), options)
  const answer: Answer = async request => {
    const path = pathOf(request.url)
    if (path.startsWith('/trading/')) return trading.answer(request)
    if (path.startsWith('/chat/')) return messaging.answer(request)
    if (path === '/provision') return provisioned(messaging, request)
    return json(404, { error: `nothing is served at ${path}` })
  }
  return {
    fetch: webFetch(answer),
    answer: request => answer(asked(request)),
    targetFile: origin => ({
      name: 'reference',
      allow: ['write', 'destructive'],
      requestsPerSecond: 0,
      trading: trading.target(origin),
      messaging: messaging.target(origin),
    }),
    holdings: kind => [...trading.holdings(kind), ...messaging.holdings(kind)],
    get log() {
      return [...trading.log, ...messaging.log].sort((one, other) => one.at - other.at)
    },
  }
}

function known<T>(byId: ReadonlyMap<string, T>, id: string, what: string): T {
  const found = byId.get(id)
  if (!found) throw new Error(`the reference has no ${what} ${JSON.stringify(id)}`)
  return found
}

async function provisioned(api: Api, request: Asked): Promise<Answered> {
  const wish = wishIn(await request.text())
  if (request.method !== 'POST' || typeof wish?.fixture !== 'string') {
    return json(400, { error: 'POST {"fixture": kind, "with": {}}' })
  }
  const withWhat = typeof wish.with === 'object' && wish.with !== null ? wish.with : {}
  return json(200, await api.provision(wish.fixture, withWhat as Record<string, unknown>))
}

function wishIn(text: string): { readonly fixture?: unknown; readonly with?: unknown } | null {
  try {
    return JSON.parse(text) as { fixture?: unknown; with?: unknown } | null
  } catch {
    return null
  }
}
