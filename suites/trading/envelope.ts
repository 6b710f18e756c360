/** The envelope of public replies: trading contract, "Response envelope". Its fields are judged on every success. */
import { type Exchange, type Reply, valueAt } from '../../harness/index.ts'
import { area } from './area.ts'
import { clockReadings, coinLists, marketLists, pings } from './asked.ts'
import { activeBooks, clockReading, coins, firstPing, markets } from './first-look.ts'
import { inUtf8, jsonObject, oneClock, resultKind, serverTimeNear } from './public.predicates.ts'
import { enveloped, successful } from './public-reply.ts'
import { servesNothing } from './success.ts'
import type { World } from './world.ts'

export default area('trading.envelope', ({ check, everywhere, watch }) => [
  everywhere(
    'trading.envelope.json',
    'Every public endpoint except swagger answers with a JSON object',
    enveloped,
    jsonObject,
  ),

  everywhere('trading.envelope.utf-8', 'A JSON reply is written in UTF-8', successful, inUtf8),

  check(
    'trading.envelope.one-clock',
    'serverTime of the public endpoints differs by no more than an hour, apart from the time between the replies',
    async world => {
      const { reply: lists } = await markets(world)
      const { reply: named } = await coins(world)
      const book = await activeBooks.first(world)
      const all = [await clockReading(world), await firstPing(world), lists, named, ...(book ? [book] : [])]
      const isFar = oneClock.judge(exchangesOf(all), { ours: ourTimes(all) }).outcome === 'broken'
      const copies = isFar ? await cachedLists(world) : []
      const fresh = all.filter(reply => !copies.includes(reply))
      world.claim(...fresh).keeps(oneClock, { ours: ourTimes(fresh) })
    },
  ),

  everywhere(
    'trading.envelope.server-time-milliseconds',
    'serverTime counts milliseconds since the Unix epoch and lies within 24 hours of our clock',
    successful,
    serverTimeNear,
    ({ receivedAt, sentAt }) => ({ now: Date.parse(receivedAt ?? sentAt) }),
  ),

  everywhere(
    'trading.envelope.result',
    'A success envelope has result, and it is a string, an array or an object',
    owesResult,
    resultKind,
  ),

  watch(
    'clock-offset',
    async world => {
      const replies = [...(await pings(world)), ...(await clockReadings(world))]
      const offsets = replies.map(offsetOf).filter(Number.isFinite)
      if (offsets.length === 0) return
      const [least, most] = [Math.min(...offsets), Math.max(...offsets)]
      world.observe(
        'trading.envelope.clock-offset',
        `serverTime lies ${least} to ${most} ms from our clock`,
        ...replies,
      )
    },
    { from: 'quick' },
  ),
])

const exchangesOf = (replies: readonly Reply[]): Exchange[] => replies.map(({ exchange }) => exchange)

const ourTimes = (replies: readonly Reply[]): number[] =>
  replies.map(({ exchange }) => Date.parse(exchange.receivedAt ?? exchange.sentAt))

/** The lists whose serverTime stands still: they come from a cache, and it is open how old that may be. */
async function cachedLists(world: World): Promise<Reply[]> {
  const lists = [await marketLists(world), await coinLists(world)]
  const stands = (replies: readonly Reply[]): boolean =>
    new Set(replies.map(({ exchange }) => valueAt(exchange.json, '/serverTime'))).size === 1
  return lists.filter(stands).flat()
}

/** The contract does not say how a venue reports that it has nothing about an unlisted or inactive market. */
function owesResult(exchange: Exchange): boolean {
  return successful(exchange) && !servesNothing(exchange)
}

const offsetOf = ({ exchange }: Reply): number =>
  Number(valueAt(exchange.json, '/serverTime') ?? Number.NaN) - Date.parse(exchange.receivedAt ?? '')
