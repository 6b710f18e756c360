/** The trading venue: a table of endpoints; the venue travels with each request. */
import type { Api, ApiOptions } from '../api.ts'
import type { Behaviour } from '../behaviour.ts'
import { pathOf } from '../path-of.ts'
import type { Answered, Asked } from '../wire.ts'
import { type RefusalName, refuse } from './answer.ts'
import { apiKey, secretKey } from './credentials.ts'
import { cancelOrder, getBalance, openOrders, placeOrder } from './private-endpoints.ts'
import {
  getCoinsInfo,
  getExchangeInfo,
  getOrderbook,
  getSwagger,
  getTime,
  type Handler,
  ping,
} from './public-endpoints.ts'
import { slowDownReply } from './refusal-reply.ts'
import { reply } from './reply.ts'
import { openVenue, type Venue } from './venue.ts'
import { refusalOf } from './verify-signature.ts'

interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly operation: string
  readonly answers: Handler
  readonly takes: readonly string[]
}

const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/public/swagger', operation: 'getSwagger', answers: getSwagger, takes: [] },
  { method: 'GET', path: '/public/ping', operation: 'ping', answers: ping, takes: [] },
  { method: 'GET', path: '/public/time', operation: 'getTime', answers: getTime, takes: [] },
  {
    method: 'GET',
    path: '/public/exchange_info',
    operation: 'getExchangeInfo',
    answers: getExchangeInfo,
    takes: ['symbol'],
  },
  { method: 'GET', path: '/public/coins_info', operation: 'getCoinsInfo', answers: getCoinsInfo, takes: ['symbol'] },
  { method: 'GET', path: '/public/orderbook', operation: 'getOrderbook', answers: getOrderbook, takes: ['symbol'] },
  { method: 'GET', path: '/account/balance', operation: 'getBalance', answers: getBalance, takes: [] },
  { method: 'POST', path: '/order', operation: 'placeOrder', answers: placeOrder, takes: [] },
  { method: 'DELETE', path: '/order', operation: 'cancelOrder', answers: cancelOrder, takes: [] },
  { method: 'GET', path: '/order/open', operation: 'openOrders', answers: openOrders, takes: [] },
]

interface Visit {
  readonly venue: Venue
  readonly request: Asked
  readonly query: string
  readonly entry: { changed: boolean }
}

const root = '/trading/v1'

export function createTrading(behaviour: Behaviour, options: ApiOptions = {}): Api {
  const venue = openVenue(behaviour, options.seed ?? 1, options.limit)
  return {
    log: venue.log,
    holdings: () => [],
    async answer(request) {
      const { sent } = request
      const mark = sent.indexOf('?')
      const path = pathOf(sent)
      const entry = { at: behaviour.clock.now(), method: request.method, path, changed: false }
      venue.log.push(entry)
      const { limiter } = venue
      if (limiter.active && !(await limiter.admits(path))) return slowDownReply(request, behaviour, limiter.wait)
      if (behaviour.uses('trading.access.slow')) await behaviour.clock.sleep(3_000)
      const visit = { venue, request, entry, query: mark < 0 ? '' : sent.slice(mark + 1) }
      const answered = await overlapped(venue, path, request, () => routed(pathOf(request.url), visit))
      return request.method === 'HEAD' ? { ...answered, body: '' } : answered
    },
    provision: async kind => ({ unavailable: `the trading venue makes no ${kind}` }),
    target: origin => targetOf(origin + root, venue),
  }
}

function targetOf(baseUrl: string, { behaviour: { uses }, limiter }: Venue): Record<string, unknown> {
  const told = uses('trading.access.bare-private-replies') && uses('trading.errors.always-200')
  return {
    baseUrl,
    requestsPerSecond: limiter.active ? 10 : 0,
    credentials: { apiKey, secretKey },
    signedProbe: {
      method: 'GET',
      path: '/account/balance',
      params: { asset: 'btc' },
      extraParams: true,
      ...(told && { accepted: { pointer: '/code', equals: 0 } }),
    },
    ...(uses('trading.limit.by-403') && { throttled: { status: 403, pointer: '/code', equals: -429 } }),
  }
}

/** While requests overlap, a reply may go to the wrong one, or two of them run together. */
async function overlapped(
  { behaviour, traffic }: Venue,
  path: string,
  request: Asked,
  answers: () => Answered | Promise<Answered>,
): Promise<Answered> {
  const facts = { path: path.slice(root.length) }
  const flight = traffic.enter(path, request)
  const own = await answers()
  flight.reply = own
  const swapped = !behaviour.keeps('overlap.own-reply', facts)
  const runTogether = !behaviour.keeps('overlap.one-reply-each', facts)
  const other =
    swapped || runTogether
      ? await traffic.mistaken(flight, one => one.reply !== undefined && one.operation === path)
      : undefined
  traffic.leave(flight)
  if (!other?.reply) return own
  return runTogether ? { ...own, body: `${String(own.body)}${String(other.reply.body)}` } : other.reply
}

/** A HEAD goes where a GET would. */
function routed(path: string, visit: Visit): Answered | Promise<Answered> {
  const method = visit.request.method === 'HEAD' ? 'GET' : visit.request.method
  const here = endpoints.filter(endpoint => root + endpoint.path === path)
  const endpoint = here.find(one => one.method === method)
  if (endpoint) return serve(endpoint, visit)
  const other = here.find(isPublic)
  return other ? otherMethod(other, visit) : plainRefusal('no-such-path', visit)
}

function isPublic(endpoint: Endpoint): boolean {
  return endpoint.path.startsWith('/public/')
}

async function serve(endpoint: Endpoint, visit: Visit): Promise<Answered> {
  const { venue, request, entry } = visit
  const { behaviour } = venue
  if (request.method === 'HEAD' && behaviour.uses('trading.access.head-refused'))
    return plainRefusal('no-such-method', visit)
  const refusal = isPublic(endpoint) ? publicRefusal(endpoint, visit) : await privateRefusal(endpoint, visit)
  const answer = refusal ? refuse(refusal) : endpoint.answers(venue, new URLSearchParams(visit.query))
  entry.changed = answer.kind === 'success' && (endpoint.answers === placeOrder || endpoint.answers === cancelOrder)
  const access = isPublic(endpoint) ? 'public' : 'private'
  return reply(answer, { operation: endpoint.operation, access, request }, behaviour)
}

function publicRefusal({ operation, takes }: Endpoint, { venue, request, query }: Visit): RefusalName | undefined {
  const { keeps, uses } = venue.behaviour
  const carries = request.header('x-svc-apikey') !== undefined || request.header('x-svc-signature') !== undefined
  if (!keeps('access.public', { operation }) && !carries) return 'credentials-wanted'
  if (!keeps('access.served', { operation })) return 'no-such-path'
  if (!keeps('access.steady', { operation })) return 'out-of-order'
  if (uses('trading.access.credentials-refused') && carries) return 'credentials-not-wanted'
  if (uses('trading.access.unknown-parameters-refused')) {
    for (const name of new URLSearchParams(query).keys()) if (!takes.includes(name)) return 'unknown-parameter'
  }
  return undefined
}

async function privateRefusal({ path }: Endpoint, { venue, request, query }: Visit): Promise<RefusalName | undefined> {
  const { behaviour, admitted } = venue
  const key = request.header('x-svc-apikey')
  const signature = request.header('x-svc-signature')
  if (!key && !signature) {
    const facts = { asset: new URLSearchParams(query).has('asset') }
    if (!behaviour.keeps('signing.credentials-required', facts)) return undefined
    if (admitted.key && !behaviour.keeps('signing.client-not-remembered')) return undefined
  }
  const signsBody = behaviour.uses('trading.signing.body-takes-part') && request.method !== 'GET'
  const body = signsBody ? await request.text() : ''
  const signed = body && query ? `${query}&${body}` : query + body
  return refusalOf({ method: request.method, path, query: signed, key, signature }, admitted, behaviour)
}

function otherMethod(endpoint: Endpoint, visit: Visit): Answered | Promise<Answered> {
  return visit.venue.behaviour.uses('trading.access.other-methods-served')
    ? serve(endpoint, visit)
    : plainRefusal('no-such-method', visit)
}

function plainRefusal(name: RefusalName, { venue, request }: Visit): Answered {
  return reply(refuse(name), { operation: '', access: 'public', request }, venue.behaviour)
}
