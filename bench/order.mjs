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
        for (const n of [...exchanges, control]) if (toTarget.has(n)) item.requests.add(n)
        item.judges.set(requirement, Math.max(item.judges.get(requirement) ?? 0, weight === 'must' ? 1 : 0.25))
      },
      close: () => {},
    },
    ...{ clock, transport: inProcessTransport(reference.answer), only: [`${api}.*`], allow: ['write', 'destructive'] },
    ...{ budget: 'quick', seed: 1, once: true, throwaway: true, runId: 'order', maxRequests: 1e6 },
  })
  return [...items.values()]
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
  // What judges nothing new comes last, the longest first, so that no long one is left alone at the end.
  order.push(...[...left].sort((one, other) => other.requests.size - one.requests.size).map(({ id }) => id))
  return { order, cover: sent.size, made: new Set(items.flatMap(({ requests }) => [...requests])).size }
}

const order = []
for (const api of ['trading', 'messaging']) {
  let found = { order: [], cover: 0, made: 0 }
  for (let round = 0; round < ROUNDS; round++) found = greedy(await measured(api, found.order))
  order.push(...found.order)
  const { cover, made } = found
  console.log(
    `${api}: ${found.order.length} checks and visits in order; ${made} requests at quick, of which ${cover} judge every requirement once (${(made / cover).toFixed(2)} times)`,
  )
}
writeFileSync(new URL('../specs/proof/order.json', import.meta.url), `${JSON.stringify(order, null, 2)}\n`)
