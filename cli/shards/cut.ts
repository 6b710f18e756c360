/** Cuts a run into shares of about the same cost. Every machine that cuts the same run comes to the same shares. */
import { createHash } from 'node:crypto'
import { catalogueDigest } from '../../generated/catalogue.ts'
import { kitVersion, type Plan, planRun, type Share, type Target } from '../../harness/index.ts'
import type { RunScope } from '../run-flags.ts'
import { rehearse } from '../stand-in.ts'
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

/** What each check and visit needs of a run against the embedded reference. */
async function uses(scope: RunScope): Promise<Uses> {
  const { exchanges, claims, shared } = await rehearse(scope)
  return usesIn(exchanges, claims, shared)
}

const NOTHING: ReadonlySet<number> = new Set()
/** How much more than its part a share may get, since some of it is sent by several; the best of these is taken. */
const ROOM = Array.from({ length: 40 }, (_, step) => 1 + step / 50)

interface Shared {
  readonly ids: Set<string>
  /** What it sends, each with how many of its checks need it. */
  readonly sent: Map<number, number>
  /** Checks without exchanges of their own cost something too. */
  idle: number
}

const costOf = ({ sent, idle }: Shared): number => sent.size + idle

/**
 * Into shares of about the same cost; checks that share a set-up stay together. What needs the target to itself would be
 * disturbed by the other machines, so it waits for the share that comes after them.
 */
export function cut(plan: Pick<Plan, 'checks' | 'visits'>, used: Uses, count: number): Map<string, Set<string>> {
  const needs = (id: string): ReadonlySet<number> => used.get(id) ?? NOTHING
  const exclusive = plan.checks.filter(({ isolation }) => isolation !== 'overlapping').map(({ id }) => id)
  const others = [...plan.visits, ...plan.checks.filter(({ isolation }) => isolation === 'overlapping')]
    .map(({ id }) => id)
    .sort((a, b) => needs(b).size - needs(a).size || (a < b ? -1 : 1))
  const part = total(others, needs) / count
  const tried = ROOM.map(room => distributed(others, needs, count, part * room))
  const dearest = (shares: readonly Shared[]): number => Math.max(...shares.map(costOf))
  const best = settled(
    tried.reduce((one, other) => (dearest(other) < dearest(one) ? other : one)),
    needs,
  )
  return new Map([
    ...best.map(({ ids }, index) => [shardText({ index: index + 1, of: count }), ids] as const),
    [shardText({ index: 'last', of: count }), new Set(exclusive)] as const,
  ])
}

/** The dearest first, each to a share that has room, and of those to the one that has most of what it needs already. */
function distributed(
  ids: readonly string[],
  needs: (id: string) => ReadonlySet<number>,
  count: number,
  most: number,
): Shared[] {
  const shares = Array.from({ length: count }, (): Shared => ({ ids: new Set(), sent: new Map(), idle: 0 }))
  for (const id of ids) {
    const more = (share: Shared): number => missingIn(share, needs(id))
    const after = (share: Shared): number => costOf(share) + more(share)
    const roomy = shares.filter(share => after(share) <= most)
    const by = roomy.length > 0 ? more : after
    const best = (roomy.length > 0 ? roomy : shares).reduce((one, other) => {
      const gain = by(other) - by(one)
      return gain < 0 || (gain === 0 && costOf(other) < costOf(one)) ? other : one
    })
    put(id, needs(id), best)
  }
  return shares
}

const missingIn = ({ sent }: Shared, needed: ReadonlySet<number>): number =>
  [...needed].filter(n => !sent.has(n)).length

function put(id: string, needed: ReadonlySet<number>, share: Shared): void {
  share.ids.add(id)
  if (needed.size === 0) share.idle++
  for (const n of needed) share.sent.set(n, (share.sent.get(n) ?? 0) + 1)
}

function take(id: string, needed: ReadonlySet<number>, share: Shared): void {
  share.ids.delete(id)
  if (needed.size === 0) share.idle--
  for (const n of needed) {
    const left = (share.sent.get(n) ?? 1) - 1
    if (left > 0) share.sent.set(n, left)
    else share.sent.delete(n)
  }
}

const MOST_PASSES = 8

/** Moves one at a time to where the dearer of the two shares gets cheaper, or both together, until nothing is gained. */
function settled(shares: Shared[], needs: (id: string) => ReadonlySet<number>): Shared[] {
  for (let pass = 0, moved = true; moved && pass < MOST_PASSES; pass++) {
    moved = false
    for (const from of shares)
      for (const id of [...from.ids]) {
        const needed = needs(id)
        const idle = needed.size === 0 ? 1 : 0
        const before = costOf(from)
        const saved = idle + [...needed].filter(n => from.sent.get(n) === 1).length
        const better = shares.find(to => {
          if (to === from) return false
          const [other, added] = [costOf(to), idle + missingIn(to, needed)]
          const gain = Math.max(before, other) - Math.max(before - saved, other + added)
          return gain > 0 || (gain === 0 && added < saved)
        })
        if (!better) continue
        take(id, needed, from)
        put(id, needed, better)
        moved = true
      }
  }
  return shares
}

/** What all of them cost together where nothing has to be sent twice. */
function total(ids: readonly string[], needs: (id: string) => ReadonlySet<number>): number {
  const sent = new Set(ids.flatMap(id => [...needs(id)]))
  return sent.size + ids.filter(id => needs(id).size === 0).length
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
