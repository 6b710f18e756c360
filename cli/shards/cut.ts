/** Cuts a run into shares of about the same cost. Every machine that cuts the same run comes to the same shares. */
import { createHash } from 'node:crypto'
import { catalogueDigest } from '../../generated/catalogue.ts'
import { kitVersion, type Plan, planRun, type Share, type Target } from '../../harness/index.ts'
import type { RunScope } from '../run-flags.ts'
import { rehearsal } from '../stand-in.ts'
import { type ShardName, shardText } from './shard-name.ts'

export async function shareOf(scope: RunScope, shard: ShardName): Promise<Share> {
  const places = cut(planRun(scope), await costs(scope), shard.of)
  const name = shardText(shard)
  const own = places.get(name) ?? new Set()
  return {
    name,
    takes: id => own.has(id),
    split: {
      parts: [...places].filter(([, ids]) => ids.size > 0).map(([part]) => part),
      digest: digestOf(scope, places),
    },
  }
}

/** What each check and visit costs: its exchanges with the embedded reference. */
async function costs(scope: RunScope): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { check } of await rehearsal(scope)) if (check) counts.set(check, (counts.get(check) ?? 0) + 1)
  return counts
}

/**
 * The dearest first, each to the share that has the least so far. What needs the target to itself would be disturbed
 * by the other machines, so it waits for the share that comes after them.
 */
export function cut(
  plan: Pick<Plan, 'checks' | 'visits'>,
  costOf: ReadonlyMap<string, number>,
  count: number,
): Map<string, Set<string>> {
  const cost = (id: string): number => costOf.get(id) ?? 1
  const shares = Array.from({ length: count }, (_, index) => ({
    name: shardText({ index: index + 1, of: count }),
    ids: new Set<string>(),
    cost: 0,
  }))
  const exclusive = plan.checks.filter(({ isolation }) => isolation !== 'overlapping').map(({ id }) => id)
  const others = [...plan.visits, ...plan.checks.filter(({ isolation }) => isolation === 'overlapping')]
    .map(({ id }) => id)
    .sort((a, b) => cost(b) - cost(a) || (a < b ? -1 : 1))
  for (const id of others) {
    const least = shares.reduce((best, share) => (share.cost < best.cost ? share : best))
    least.ids.add(id)
    least.cost += cost(id)
  }
  return new Map([
    ...shares.map(({ name, ids }) => [name, ids] as const),
    [shardText({ index: 'last', of: count }), new Set(exclusive)] as const,
  ])
}

function digestOf(scope: RunScope, places: ReadonlyMap<string, ReadonlySet<string>>): string {
  const { target, only, profile, allow, budget, seed } = scope
  const what = {
    kit: [kitVersion, catalogueDigest],
    target: [
      target.name,
      target.trading?.baseUrl,
      target.messaging?.baseUrl,
      target.messaging?.featureLevel,
      target.apis,
    ],
    scope: [only, profile, allow, budget, seed],
    places: [...places].map(([name, ids]) => [name, [...ids].sort()]),
  }
  return `sha256:${createHash('sha256').update(JSON.stringify(what)).digest('hex')}`
}

/** Shares run at the same time share the rate limit; what comes after them has it all. */
export function underRateLimitOf(target: Target, { index, of }: ShardName): Target {
  if (index === 'last') return target
  const { trading, messaging, apis } = target
  const part = (rateLimit: number): number => rateLimit / of
  return {
    ...target,
    requestsPerSecond: part(target.requestsPerSecond ?? 10),
    ...(trading && { trading: withRateLimit(trading, part) }),
    ...(messaging && { messaging: withRateLimit(messaging, part) }),
    ...(apis && {
      apis: Object.fromEntries(Object.entries(apis).map(([name, api]) => [name, withRateLimit(api, part)])),
    }),
  }
}

function withRateLimit<Api extends { readonly requestsPerSecond?: number }>(
  api: Api,
  part: (rateLimit: number) => number,
): Api {
  return api.requestsPerSecond === undefined ? api : { ...api, requestsPerSecond: part(api.requestsPerSecond) }
}
