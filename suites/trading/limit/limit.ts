/** The global limit: trading contract, "Limits". Runs alone, and last unless the first requests are throttled. */
import { NetworkReply, Undecided } from '../../../harness/index.ts'
import { BOOK_REFUSED, claimRefusedBook, isServed, withActiveMarket } from '../active.ts'
import { area } from '../area.ts'
import { served } from '../public.predicates.ts'
import type { World } from '../world.ts'
import { type Request, servedRequests } from './bursts.ts'
import { beyondTen } from './limit-observations.ts'
import { type AnsweredRequest, refusedEverAfter, roundThatCounts, type Timed } from './ten-in-a-second.ts'

export default area('trading.limit', ({ combine, scenario, watch }) => [
  scenario(
    'ten-in-a-second',
    {
      'trading.limit.ten-per-second':
        'Ten requests in one second, evenly spaced over all public endpoints, are served, repeats of an endpoint aside',
      'trading.limit.repeats-within-ten':
        'Among ten evenly spaced requests in one second, one to an endpoint already asked is served too',
    },
    async world => {
      const { rateLimit } = world.venue
      if (rateLimit > 0 && rateLimit < 10)
        throw new Undecided('not-allowed', `the target file allows only ${rateLimit} requests per second`, false)
      const requests = await tenRequests(world)
      const { judged, weight, ofGateway } = await world.venue.alone(() => roundThatCounts(world, requests))
      if (ofGateway && judged.every(one => one.again || isServed(one.reply))) throw new NetworkReply(ofGateway)
      const judge = (id: 'repeats-within-ten' | 'ten-per-second', isRepeat: boolean): void => {
        const own = judged.filter(one => one.again === isRepeat)
        // Refused replies first: a failure shows the first reply.
        const refused = own.filter(one => !isServed(one.reply))
        const all = [...refused, ...own.filter(one => isServed(one.reply))].map(({ reply }) => reply)
        const sent = refused[0] && inTheSecond(refused[0], judged)
        if (all.length > 0) world.claimFor(`trading.limit.${id}`, ...all).keeps(served, sent ? { sent } : {}, weight)
      }
      judge('repeats-within-ten', true)
      judge('ten-per-second', false)
    },
    { isolation: 'last', whereThrottled: true },
  ),

  // Runs after the ten requests: it has nothing to claim unless one of their endpoints is refused ever after.
  combine(
    'gone',
    ['trading.access.public', ...BOOK_REFUSED],
    async world => {
      for (const reply of await refusedEverAfter(world))
        if (reply.exchange.operation !== 'getOrderbook')
          world.claimFor('trading.access.public', reply).keeps(served, {})
        else if ((await withActiveMarket(world, [reply])).length > 0) claimRefusedBook(world, reply)
    },
    { isolation: 'last' },
  ),

  watch('beyond-ten', beyondTen, { isolation: 'last' }),
])

/** `request 5 of 10 in one second, 404 ms after the first,`. */
function inTheSecond({ place, reply }: AnsweredRequest, judged: readonly AnsweredRequest[]): string {
  const sentAt = (one: AnsweredRequest): number => Date.parse(one.reply.exchange.sentAt)
  const since = Date.parse(reply.exchange.sentAt) - Math.min(...judged.map(sentAt))
  return `request ${place + 1} of 10 in one second${since > 0 ? `, ${since} ms after the first,` : ''}`
}

/** How many endpoints have their first request at the end: a limit of nine or fewer refuses one of these. */
const LATE_ENDPOINTS = 2

/**
 * Repeats come in the middle, each of another endpoint: one with a limit of its own, such as two in a second, serves both. The order book comes last: if it is refused, its market may have become inactive, which takes
 * further requests to find out.
 */
async function tenRequests(world: World): Promise<Timed[]> {
  const endpoints = await servedRequests(world)
  if (endpoints.length < 2) throw new Undecided('prerequisite-failed', 'no two public endpoints serve a plain request')
  const early = endpoints.slice(0, Math.max(2, endpoints.length - LATE_ENDPOINTS))
  const repeats = Array.from({ length: 10 - endpoints.length }, (_, index) => early[index % early.length] as Request)
  const ten = [...early, ...repeats, ...endpoints.slice(early.length)]
  return ten.map((send, index, all) => ({ send, again: all.indexOf(send) < index }))
}
