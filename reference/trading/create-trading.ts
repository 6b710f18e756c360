/** The trading venue: finds the operation, runs the stages in turn, and puts the reply on the wire. */
import type { Api, ApiOptions } from '../api.ts'
import type { Behaviour } from '../behaviour.ts'
import { mutate } from '../mutate.ts'
import { pathOf } from '../path-of.ts'
import { logged } from '../request-log.ts'
import type { Asked } from '../wire.ts'
import { access } from './access.ts'
import { envelope } from './envelope.ts'
import { framing, type Said } from './framing.ts'
import { heldBack } from './limiter.ts'
import { listing } from './listing.ts'
import { type AnyOperation, type Call, perform } from './operation.ts'
import { cancelOrder, getBalance, openOrders, placeOrder } from './private-operations.ts'
import { getCoinsInfo, getExchangeInfo, getOrderbook, getSwagger, getTime, ping } from './public-operations.ts'
import { refusalFor, refusing } from './refusals.ts'
import { root, targetOf } from './target.ts'
import { circumstances, note, openVenue, type Venue } from './venue.ts'
import { signatureRefusal } from './verify-signature.ts'

const operations: readonly AnyOperation[] = [
  ...[getSwagger, ping, getTime, getExchangeInfo, getCoinsInfo, getOrderbook],
  ...[getBalance, placeOrder, cancelOrder, openOrders],
]

export function createTrading(behaviour: Behaviour, options: ApiOptions = {}): Api {
  const venue = openVenue(behaviour, options.seed ?? 1, options.limit)
  return {
    log: venue.log,
    holdings: () => [],
    async answer(request) {
      const entry = { at: behaviour.clock.now(), method: request.method, path: pathOf(request.sent), changed: false }
      logged(venue.log, entry)
      const { call, leave } = await arrived(venue, request)
      const said = (await heldBack(call)) ?? (await saidTo(call, entry))
      leave()
      const answered = venue.behaves(framing).steps.framed(call, said)
      return request.method === 'HEAD' ? { ...answered, body: '' } : answered
    },
    provision: async kind => ({ unavailable: `the trading venue makes no ${kind}` }),
    target: origin => targetOf(origin, venue),
  }
}

/** Makes a call of the request. If an active change needs overlapping requests, each is held for a moment. */
async function arrived(venue: Venue, request: Asked): Promise<{ call: Call; leave: () => void }> {
  const { behaviour, traffic } = venue
  const path = pathOf(request.url).replace(root, '')
  const here = operations.filter(one => one.path === path)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const endpoint = here.find(one => one.method === method) ?? here.find(one => one.access === 'public')
  const mark = request.sent.indexOf('?')
  const query = mark < 0 ? '' : request.sent.slice(mark + 1)
  const params = new URLSearchParams(query)
  const about = circumstances(venue, endpoint, request, params)
  const likeness = `${about.operation} ${endpoint?.access === 'private' ? about.steady : ''}`
  const flight = traffic.enter(about.operation, request, likeness)
  if (behaviour.changes.some(({ when }) => when.overlapping)) {
    about.overlapping = flight.beside
    await traffic.hold()
  }
  const call = { venue, endpoint, request, path, query, params, about, ...current(venue, about) }
  return { call, leave: () => traffic.leave(flight) }
}

/** What the venue lists now, and its current time. */
function current(venue: Venue, about: Call['about']): Pick<Call, 'now' | 'listing'> {
  const { steps } = venue.behaves(listing)
  const moment = { at: venue.clock.now(), about }
  return {
    now: steps.time(moment),
    listing: () => ({ markets: steps.markets(moment), coins: steps.coins(moment) }),
  }
}

async function saidTo(arrival: Call, entry: { changed: boolean }): Promise<Said> {
  const { venue, endpoint, about } = arrival
  const { steps, refusal } = venue.behaves(access)
  const delay = steps.delay(arrival)
  if (delay > 0) await venue.clock.sleep(delay)
  const call = { ...arrival, ...current(venue, about) }
  const refused = refusal(call) ?? (endpoint?.access === 'private' ? await signatureRefusal(call) : undefined)
  const outcome = refused || !endpoint ? { refused: refused ?? 'no-such-path' } : perform(endpoint, call)
  const said =
    'refused' in outcome
      ? venue.behaves(refusing).steps.said(call, refusalFor(outcome.refused))
      : success(call, outcome.result)
  // Only now: a request that is not yet answered does not count as an earlier one.
  note(venue, about, 'refused' in outcome ? 'refused' : 'accepted')
  if (!('refused' in outcome)) entry.changed = endpoint?.method !== 'GET'
  return said
}

function success(call: Call, result: unknown): Said {
  const { behaviour, behaves } = call.venue
  const { body, written, said } = behaves(envelope).steps
  const mutations = behaviour.mutations(call.about.operation, 'success', {}, call.about)
  return said(call, written(call, mutate(body(call, result), mutations)))
}
