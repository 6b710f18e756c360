/** One reference deployment: the trading venue, the chat and the provisioner behind a single `fetch`. */
import type { Api, ApiOptions, Holding, LogEntry } from './api.ts'
import type { Clock, Fault, Variant } from './behaviour.ts'
import { derivedFaults } from './derived/derived-faults.ts'
import { makeBehaviour } from './make-behaviour.ts'
import { createMessaging, messagingFaults, messagingVariants } from './messaging/index.ts'
import { pathOf } from './path-of.ts'
import { createTrading, tradingFaults, tradingVariants } from './trading/index.ts'

export interface ReferenceOptions {
  /** Feature level of the chat; 500 unless given. */
  readonly featureLevel?: number
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
  /** Trading requests served in a second; no limit unless given. */
  readonly limit?: number
  readonly clock?: Clock
  readonly seed?: number
}

export interface Reference {
  fetch(request: Request, sent?: string): Promise<Response>
  /** A complete target file for this deployment at this origin. */
  targetFile(origin: string): Record<string, unknown>
  readonly log: readonly LogEntry[]
  /** What it holds now that somebody may have made. */
  holdings(): readonly Holding[]
}

export const faults: readonly Fault[] = [...derivedFaults, ...tradingFaults, ...messagingFaults]
export const variants: readonly Variant[] = [...tradingVariants, ...messagingVariants]

const faultsById = new Map(faults.map(fault => [fault.id, fault]))
const variantsById = new Map(variants.map(variant => [variant.id, variant]))

export function createReference(options: ReferenceOptions = {}): Reference {
  const activeFaults = (options.faults ?? []).map(id => known(faultsById, id, 'fault'))
  const activeVariants = (options.variants ?? []).map(id => known(variantsById, id, 'variant'))
  const behaviourOf = (api: 'trading' | 'messaging') =>
    makeBehaviour({
      faults: activeFaults.filter(fault => fault.api === api),
      variants: activeVariants.filter(variant => variant.api === api).map(variant => variant.id),
      ...(options.featureLevel !== undefined && { level: options.featureLevel }),
      ...(options.clock && { clock: options.clock }),
      ...(options.seed !== undefined && { seed: options.seed }),
    })
  const apiOptions: ApiOptions = {
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.limit !== undefined && { limit: options.limit }),
  }
  const trading = createTrading(behaviourOf('trading'), apiOptions)
  const messaging = createMessaging(behaviourOf('messaging'), apiOptions)
  return {
    async fetch(request, sent) {
      const path = pathOf(request.url)
      if (path.startsWith('/trading/')) return trading.fetch(request, sent)
      if (path.startsWith('/chat/')) return messaging.fetch(request, sent)
      if (path === '/provision') return provisioned(messaging, request)
      return Response.json({ error: `nothing is served at ${path}` }, { status: 404 })
    },
    targetFile: origin => ({
      name: 'reference',
      allow: ['write', 'destructive'],
      requestsPerSecond: 0,
      trading: trading.target(origin),
      messaging: messaging.target(origin),
    }),
    holdings: () => [...trading.holdings(), ...messaging.holdings()],
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

async function provisioned(api: Api, request: Request): Promise<Response> {
  const asked = (await request.json().catch(() => null)) as { fixture?: unknown; with?: unknown } | null
  if (request.method !== 'POST' || typeof asked?.fixture !== 'string') {
    return Response.json({ error: 'POST {"fixture": kind, "with": {}}' }, { status: 400 })
  }
  const withWhat = typeof asked.with === 'object' && asked.with !== null ? asked.with : {}
  return Response.json(await api.provision(asked.fixture, withWhat as Record<string, unknown>))
}
