/**
 * The order of checks: those that judge most requirements not judged before, for each request that they cost, come first.
 * Measured on the embedded reference, API by API, until it settles. `node bench/order.mjs` writes specs/proof/order.json.
 */
import { writeFileSync } from 'node:fs'
import { requirements } from '../dist/generated/catalogue.js'
import { inProcessTransport, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'

const ROUNDS = 4
const LEVEL = 500
const LAST_PART = 0.25
/** How much more the requirement of a named error code counts. */
const NAMED_ERROR = 1.5

/** What each check judges, and by which requests, when checks are carried out in this order, hardly overlapping. */
async function measured(api, order) {
  const place = new Map(order.map((id, index) => [id, index]))
  const areas = suites.map(area => ({
    ...area,
    items: area.items.map(item => (item.does === 'invariant' ? item : { ...item, rank: place.get(item.id) ?? 1e6 })),
  }))
  const clock = virtualClock()
  const reference = createReference({ clock, featureLevel: LEVEL })
  const file = validTarget(reference.targetFile('http://reference.invalid'))
  const items = new Map()
  const of = id => items.get(id) ?? items.set(id, { id, requests: new Set(), judges: new Map() }).get(id)
  for (const { items: all } of areas)
    for (const { does, id } of all) if (does !== 'invariant' && id.startsWith(`${api}.`)) of(id)
  const toTarget = new Set()
  const claims = new Map()
  await run({
    target: { ...file, folder: '.', file: null },
    areas,
    sink: {
      exchange: ({ via, check, n }) => {
        if (via !== 'target' || check === null) return
        toTarget.add(n)
        items.get(check)?.requests.add(n)
      },
      claim: ({ check, requirement, outcome, weight, exchanges, control }) => {
        const item = items.get(check)
        if (outcome === 'undecided' || !item) return
        const needed = [...exchanges, control].filter(n => toTarget.has(n))
        for (const n of needed) item.requests.add(n)
        if (needed.length > 0) claims.set(requirement, [...(claims.get(requirement) ?? []), needed])
        item.judges.set(requirement, Math.max(item.judges.get(requirement) ?? 0, weight === 'must' ? 1 : 0.25))
      },
      close: () => {},
    },
    ...{ clock, transport: inProcessTransport(reference.answer), only: [`${api}.*`], allow: ['write', 'destructive'] },
    ...{ budget: 'quick', seed: 1, once: true, throwaway: true, runId: 'order', maxRequests: 1e6 },
  })
  return { items: [...items.values()], claims, sent: toTarget.size }
}

const areaOf = id => id.split('.').slice(0, 2).join('.')
const catalogue = new Map(requirements.map(requirement => [requirement.id, requirement]))

/** What was judged so far, by area and by place of the contract. */
function progress() {
  const seen = new Set()
  const counts = new Map()
  const keys = id => [areaOf(id), ...(catalogue.get(id)?.places ?? [])]
  return {
    seen,
    /** Breadth before depth: it counts for less, the more of its area and of its places was judged before. */
    worth(id, extra) {
      const [area, ...places] = keys(id).map(key => (counts.get(key) ?? 0) + (extra.get(key) ?? 0))
      const shares = places.map(count => 1 / (1 + count))
      const place = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
      return ((catalogue.get(id)?.code ? NAMED_ERROR : 1) * place) / Math.sqrt(1 + area)
    },
    count(id, into = counts) {
      for (const key of keys(id)) into.set(key, (into.get(key) ?? 0) + 1)
    },
  }
}

/** About the fewest requests that decide every requirement once: each time the claim that needs the fewest new ones. */
function lowerBound(claims) {
  const sent = new Set()
  const left = new Map(claims)
  while (left.size > 0) {
    let best = null
    for (const [id, ways] of left)
      for (const needed of ways) {
        const cost = needed.filter(n => !sent.has(n)).length
        if (!best || cost < best.cost) best = { id, needed, cost }
      }
    for (const n of best.needed) sent.add(n)
    left.delete(best.id)
  }
  return sent.size
}

function greedy(items) {
  const { seen, worth, count } = progress()
  const sent = new Set()
  const left = new Set(items)
  const order = []
  while (left.size > 0) {
    let best = null
    for (const item of left) {
      let gain = 0
      const extra = new Map()
      for (const [id, weight] of item.judges) {
        if (seen.has(id)) continue
        gain += weight * worth(id, extra)
        count(id, extra)
      }
      let cost = 0.5
      for (const n of item.requests) if (!sent.has(n)) cost++
      if (!best || gain / cost > best.ratio) best = { item, ratio: gain / cost }
    }
    if (!best || best.ratio === 0) break
    for (const id of best.item.judges.keys()) {
      if (!seen.has(id)) count(id)
      seen.add(id)
    }
    for (const n of best.item.requests) sent.add(n)
    order.push(best.item.id)
    left.delete(best.item)
  }
  order.push(...[...left].map(({ id }) => id))
  // The longest of the last ones first, so that no long one is left alone at the end.
  const sizes = new Map(items.map(({ id, requests }) => [id, requests.size]))
  const last = order.splice(Math.floor(order.length * (1 - LAST_PART)))
  order.push(...last.sort((one, other) => sizes.get(other) - sizes.get(one)))
  return order
}

const orders = []
for (const api of ['trading', 'messaging']) {
  let order = []
  let bound = 0
  let sent = 0
  for (let round = 0; round < ROUNDS; round++) {
    const seen = await measured(api, order)
    order = greedy(seen.items)
    bound = lowerBound(seen.claims)
    sent = seen.sent
  }
  orders.push(...order)
  console.log(
    `${api}: ${order.length} checks and visits in order; ${sent} requests at quick, lower bound ${bound} (${(sent / bound).toFixed(2)} times)`,
  )
}
writeFileSync(new URL('../specs/proof/order.json', import.meta.url), `${JSON.stringify(orders, null, 2)}\n`)
