/** Divides a run into shares of similar cost. Every machine that divides the same run gets the same shares. */
import { createHash } from 'node:crypto'
import { catalogueDigest } from '../../generated/catalogue.ts'
import {
  apisIn,
  kitVersion,
  type Plan,
  planRun,
  type Share,
  type Target,
  underRateLimits,
} from '../../harness/index.ts'
import { digestOfSuites } from '../own/own-suites.ts'
import { rehearse } from '../reference/stand-in.ts'
import type { RunScope } from '../run/run-flags.ts'
import { evenShares } from './even-shares.ts'
import { type ShardName, shardText } from './shard-name.ts'
import { type Uses, usesIn } from './uses.ts'

export async function shareOf(scope: RunScope, shard: ShardName): Promise<Share> {
  const places = cut(planRun(scope), await uses(scope), shard.of)
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

/** The exchanges that each check and visit needs, according to a run against the embedded reference. */
async function uses(scope: RunScope): Promise<Uses> {
  const { exchanges, claims, shared, provided } = await rehearse(scope)
  return usesIn(exchanges, claims, shared, provided)
}

/**
 * Shares of similar cost, in which checks that share a set-up stay together if possible. Checks that need the target to
 * themselves would be disturbed by other machines, so they form a last share, which runs after the others.
 */
export function cut(plan: Pick<Plan, 'checks' | 'visits'>, used: Uses, count: number): Map<string, Set<string>> {
  const exclusive = plan.checks.filter(({ isolation }) => isolation !== 'overlapping').map(({ id }) => id)
  const others = [...plan.visits, ...plan.checks.filter(({ isolation }) => isolation === 'overlapping')]
  const shares = evenShares(
    others.map(({ id }) => ({ id, needs: [...(used.get(id) ?? [])] })),
    count,
  )
  return new Map([
    ...shares.map((ids, index) => [shardText({ index: index + 1, of: count }), ids] as const),
    [shardText({ index: 'last', of: count }), new Set(exclusive)] as const,
  ])
}

function digestOf(scope: RunScope, places: ReadonlyMap<string, ReadonlySet<string>>): string {
  const { target, only, profile, allow, budget, seed, own, areas } = scope
  const [folder] = own.flatMap(({ from }) => from ?? [])
  const what = {
    kit: [kitVersion, catalogueDigest],
    suites: [
      folder === undefined ? null : digestOfSuites(folder),
      apisIn(areas).map(({ catalogue }) => catalogue.digest),
    ],
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

/** Shares that run at the same time divide the rate limit; the last share, which runs after them, has all of it. */
export const underRateLimitOf = (target: Target, { index, of }: ShardName): Target =>
  index === 'last' ? target : underRateLimits(target, perSecond => perSecond / of)
