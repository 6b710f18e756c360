/**
 * Computes the order of requests: those that prove most at the least cost come first. Measured on the embedded reference, for
 * each API, in several rounds. `node bench/order.mjs` writes specs/proof/order.json, in which a check is listed once where it
 * begins and once for each of its requests. `--dry` only prints; `--api messaging` keeps the order of the other API.
 * bench/worth.mjs defines how much a requirement is worth.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { inProcessTransport, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'
import { worthOf } from './worth.mjs'

const ROUNDS = 6
const LEVEL = 500
const [RATE, LATENCY] = [10, 50]
/** How many ways to demonstrate one requirement are compared. */
const MOST_WAYS = 12

/** Runs the checks in this order. Returns checks, exchanges and claims. With `inPlace`, each request keeps its own place too. */
async function measured(api, order, inPlace) {
  const standing = new Map()
  for (const [index, id] of order.entries()) standing.set(id, [...(standing.get(id) ?? []), index + 1])
  const items = new Map()
  const areas = suites.map(area => ({
    ...area,
    items: area.items.map(item => {
      if (item.does === 'invariant') return item
      const atOnce = item.resource !== undefined || (item.touches?.length ?? 0) > 0 || item.isolation === 'first'
      if (item.id.startsWith(`${api}.`)) items.set(item.id, { atOnce, sent: [] })
      const [rank = 1e6, ...places] = standing.get(item.id) ?? []
      return { ...item, rank, places: inPlace ? places : [] }
    }),
  }))
  const clock = virtualClock()
  const reference = createReference({ clock, featureLevel: LEVEL })
  const answered = inProcessTransport(reference.answer)
  const file = validTarget(reference.targetFile('http://reference.invalid'))
  const exchanges = new Map()
  const claims = []
  await run({
    target: { ...file, [api]: { ...file[api], requestsPerSecond: RATE }, folder: '.', file: null },
    areas,
    sink: {
      exchange: ({ via, check, n, sentAt, receivedAt }) => {
        if (via !== 'target') return
        exchanges.set(n, {
          n,
          place: exchanges.size + 1,
          check,
          sentAt: Date.parse(sentAt),
          receivedAt: Date.parse(receivedAt),
        })
      },
      claim: ({ check, requirement, outcome, weight, exchanges: shown, control, args }) => {
        if (outcome === 'undecided') return
        const sent = exchanges.size
        claims.push({
          check,
          requirement,
          weight,
          shown: [...shown, control],
          at: clock.now(),
          sent,
          said: args.sent ?? '',
        })
      },
      close: () => {},
    },
    transport: { ...answered, send: request => clock.sleep(LATENCY).then(() => answered.send(request)) },
    ...{ clock, only: [`${api}.*`], allow: ['write', 'destructive'] },
    ...{ budget: 'quick', seed: 1, once: true, throwaway: true, runId: 'order', maxRequests: 1e6 },
  })
  for (const exchange of [...exchanges.values()].sort((one, other) => one.n - other.n)) {
    const item = items.get(exchange.check)
    exchange.before = (item?.sent ?? []).filter(({ receivedAt }) => item?.atOnce || receivedAt <= exchange.sentAt)
    item?.sent.push(exchange)
  }
  return { items, exchanges, claims }
}

/** The ways to demonstrate each requirement: the exchanges that a claim needs, and those that have to precede them. */
function waysOf({ items, exchanges, claims }, weight, keyOf = ({ requirement }) => requirement) {
  const ways = new Map()
  for (const claim of claims) {
    const { check, weight: own, shown, at } = claim
    if (weight !== null && own !== weight) continue
    const requirement = keyOf(claim)
    const needed = new Set()
    const need = exchange => {
      if (!exchange || needed.has(exchange.n)) return
      needed.add(exchange.n)
      const item = items.get(exchange.check)
      for (const other of item?.atOnce ? item.sent : exchange.before) need(other)
    }
    for (const n of shown) need(exchanges.get(n))
    if (items.get(check)?.atOnce) for (const own of items.get(check).sent) need(own)
    // If the claim waited for another reply, that reply and all earlier ones are needed as well.
    const owners = new Set([check, ...[...needed].map(n => exchanges.get(n).check)])
    const others = [...owners].flatMap(owner => items.get(owner)?.sent ?? [])
    const waited = others.some(({ n, receivedAt }) => receivedAt === at && !needed.has(n))
    const cameBefore = ({ check: owner, receivedAt }) => receivedAt <= at && (waited || owner === check)
    for (const exchange of others.filter(cameBefore)) need(exchange)
    const known = ways.get(requirement) ?? ways.set(requirement, new Map()).get(requirement)
    const sorted = [...needed].sort((one, other) => one - other)
    if (!known.has(sorted.join())) known.set(sorted.join(), { requirement, check, needed: sorted })
  }
  return [...ways.values()].flatMap(known =>
    [...known.values()].sort((one, other) => one.needed.length - other.needed.length).slice(0, MOST_WAYS),
  )
}

/** Greedy choice: repeatedly sends the requests of the way that adds the most worth per new request. */
function greedy(ways, worth, sent, send) {
  const through = new Map()
  for (const way of ways) for (const n of way.needed) through.set(n, [...(through.get(n) ?? []), way])
  const shown = new Set()
  const shownWith = extra => {
    const more = new Set(extra)
    const found = new Set()
    for (const n of extra)
      for (const { requirement, needed } of through.get(n) ?? [])
        if (!shown.has(requirement) && needed.every(one => sent.has(one) || more.has(one))) found.add(requirement)
    return found
  }
  let left = ways
  while (left.length > 0) {
    let best = null
    const tried = new Set()
    for (const way of left) {
      const extra = way.needed.filter(n => !sent.has(n))
      if (tried.has(extra.join())) continue
      tried.add(extra.join())
      const found = extra.length === 0 ? new Set([way.requirement]) : shownWith(extra)
      const ratio = extra.length === 0 ? Number.POSITIVE_INFINITY : (worth.of(found) + 1e-9) / extra.length
      if (!best || ratio > best.ratio) best = { way, extra, found, ratio }
      if (extra.length === 0) break
    }
    for (const n of best.extra) send(n)
    const begun = left.filter(({ requirement }) => best.found.has(requirement))
    for (const { check, needed } of begun) if (needed.every(n => sent.has(n))) send.begins(check)
    for (const requirement of best.found) shown.add(requirement)
    worth.add(best.found)
    left = left.filter(({ requirement }) => !shown.has(requirement))
  }
}

/** The new order: each check is listed where it begins, and again for each of its requests. */
function ordered(run, worth) {
  const sent = new Set()
  const begun = new Set()
  const order = []
  const send = n => {
    const { check } = run.exchanges.get(n)
    sent.add(n)
    if (!run.items.has(check)) return
    send.begins(check)
    order.push(check)
  }
  send.begins = check => {
    if (begun.has(check) || !run.items.has(check)) return
    begun.add(check)
    order.push(check)
  }
  const musts = waysOf(run, 'must')
  for (const { check, needed } of musts) if (needed.length === 0) send.begins(check)
  greedy(
    musts.filter(({ needed }) => needed.length > 0),
    worth,
    sent,
    send,
  )
  const shoulds = waysOf(run, 'should').filter(({ needed }) => needed.length > 0)
  greedy(shoulds, { of: found => found.size, add() {} }, sent, send)
  // The check with the most requests left comes first, so that no long check runs alone at the end.
  const left = [...run.items].map(([id, item]) => [id, item.sent.filter(({ n }) => !sent.has(n))])
  for (const [id, rest] of left.sort(([, one], [, other]) => other.length - one.length)) {
    send.begins(id)
    for (const { n } of rest) send(n)
  }
  return { order }
}

/**
 * The smallest number of requests that would demonstrate every claim once: a set cover over claims, found greedily.
 * Claims of one requirement about different wrong values count as different claims.
 */
function lowerBound(run) {
  const sent = new Set()
  const send = n => void sent.add(n)
  send.begins = () => {}
  const ways = waysOf(run, null, ({ requirement, said }) => `${requirement} ${said}`)
  greedy(
    ways.filter(({ needed }) => needed.length > 0),
    { of: found => found.size, add() {} },
    sent,
    send,
  )
  return sent.size
}

/** A violation detected after more requests than this counts as never detected. */
const HORIZON = 350

/** How early violations would be detected: 1 if the first request detected all of them. */
function earliness({ claims, exchanges }, api) {
  const worth = worthOf(api)
  let sum = 0
  for (const { requirement, weight, sent } of claims.toSorted((one, other) => one.sent - other.sent)) {
    if (weight !== 'must') continue
    sum += worth.of([requirement]) * Math.max(0, 1 - sent / Math.min(exchanges.size, HORIZON))
    worth.add([requirement])
  }
  return sum
}

const file = new URL('../specs/proof/order.json', import.meta.url)
const only = process.argv.includes('--api') ? process.argv[process.argv.indexOf('--api') + 1] : null
const known = JSON.parse(readFileSync(file, 'utf8'))
const orders = []
for (const api of ['trading', 'messaging']) {
  if (only !== null && only !== api) {
    orders.push(...known.filter(id => id.startsWith(`${api}.`)))
    continue
  }
  let order = known.filter(id => id.startsWith(`${api}.`))
  let best = null
  for (let round = 0; round < ROUNDS; round++) {
    // Rounds alternate: even ones use the place of every request, odd ones only the place where each check begins.
    const seen = await measured(api, round % 2 === 0 ? order : [...new Set(order)], round % 2 === 0)
    if (round === 0) {
      const score = earliness(seen, api)
      best = { order, score, bound: lowerBound(seen), sent: seen.exchanges.size }
    }
    const made = ordered(seen, worthOf(api))
    // The trading suites themselves send the first request of every check before the second one of any.
    order = api === 'trading' ? [...new Set(made.order)] : made.order
    const score = earliness(await measured(api, order, true), api)
    if (score > best.score) best = { order, score, bound: lowerBound(seen), sent: seen.exchanges.size }
  }
  const { sent, bound, score } = best
  orders.push(...best.order)
  console.log(
    `${api}: ${new Set(best.order).size} checks and visits in order, ${score.toFixed(3)} early; ` +
      `${sent} requests at quick, lower bound ${bound} (${(sent / bound).toFixed(2)} times)`,
  )
}
if (!process.argv.includes('--dry')) writeFileSync(file, `${JSON.stringify(orders, null, 2)}\n`)
