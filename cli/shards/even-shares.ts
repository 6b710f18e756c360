/**
 * Shares of similar cost, and as cheap as possible in total: exchanges that several parts of a share need are sent
 * there once.
 */
import { randomFrom } from '../../harness/index.ts'

export interface Part {
  readonly id: string
  /** Numbers of the exchanges that it needs. */
  readonly needs: readonly number[]
}

interface Share {
  /** How many of its parts need each exchange, by its number. */
  readonly needed: Int32Array
  cost: number
}

/** How many moves to another share are tried, for each part. */
const DRAWS = 1500
/** How much a move may raise the total cost at first; towards the end it may not at all. */
const FIRST_TOLERANCE = 3
/** The weight of unevenness, relative to the total cost of all shares. */
const EVENNESS = 2

/**
 * Places the parts with the highest cost first, each in the share that stays cheapest. Then tries random moves of
 * single parts. The result is the same on every machine.
 */
export function evenShares(parts: readonly Part[], count: number): Set<string>[] {
  const sorted = parts.toSorted((a, b) => b.needs.length - a.needs.length || (a.id < b.id ? -1 : 1))
  const all = new Set(parts.flatMap(({ needs }) => needs))
  const last = [...all].reduce((most, n) => Math.max(most, n), 0)
  const shares = Array.from({ length: count }, (): Share => ({ needed: new Int32Array(last + 1), cost: 0 }))
  const places = sorted.map(({ needs }) => {
    const after = (share: Share): number => share.cost + addedTo(share, needs)
    const place = shares.reduce((one, other) => (after(other) < after(one) ? other : one))
    put(needs, place)
    return place
  })
  const highestCost = (): number => Math.max(...shares.map(({ cost }) => cost))
  let best = { places: [...places], cost: highestCost() }
  const mean = all.size / count
  const random = randomFrom(count, 'shares')
  const draws = count > 1 ? DRAWS * sorted.length : 0
  for (let drawn = 0; drawn < draws; drawn++) {
    const at = random.below(sorted.length)
    const [{ needs }, from, to] = [sorted[at] as Part, places[at] as Share, random.pick(shares)]
    const tolerated = FIRST_TOLERANCE * (1 - drawn / draws) * random.next() ** 2
    if (from === to || addedCost(needs, from, to, mean) > tolerated) continue
    take(needs, from)
    put(needs, to)
    places[at] = to
    if (highestCost() <= best.cost) best = { places: [...places], cost: highestCost() }
  }
  return shares.map(share => new Set(sorted.flatMap(({ id }, at) => (best.places[at] === share ? [id] : []))))
}

/**
 * The change of the total cost by moving a part, plus the weighted change of the squares of both shares' costs, which
 * are lowest if the costs are even.
 */
function addedCost(needs: Part['needs'], from: Share, to: Share, mean: number): number {
  const [added, saved] = [addedTo(to, needs), savedIn(from, needs)]
  const squares = (from.cost - saved) ** 2 + (to.cost + added) ** 2 - from.cost ** 2 - to.cost ** 2
  return added - saved + (EVENNESS * squares) / Math.max(mean, 1)
}

/** A part that needs no exchange costs something too. */
const addedTo = (share: Share, needs: Part['needs']): number => (needs.length === 0 ? 1 : neededBy(share, needs, 0))
const savedIn = (share: Share, needs: Part['needs']): number => (needs.length === 0 ? 1 : neededBy(share, needs, 1))

/** How many of these exchanges are needed by exactly this number of parts of the share. */
function neededBy({ needed }: Share, needs: Part['needs'], parts: number): number {
  let found = 0
  for (const n of needs) if (needed[n] === parts) found++
  return found
}

function put(needs: Part['needs'], share: Share): void {
  share.cost += addedTo(share, needs)
  for (const n of needs) share.needed[n] = (share.needed[n] ?? 0) + 1
}

function take(needs: Part['needs'], share: Share): void {
  share.cost -= savedIn(share, needs)
  for (const n of needs) share.needed[n] = (share.needed[n] ?? 0) - 1
}
