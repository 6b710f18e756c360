/** The order book: trading contract, "Order book" and "GET /public/orderbook". The fields are judged on every book. */
import { claimEach, type Exchange, eachInTurn, type Reply, select, Undecided } from '../../harness/index.ts'
import { BOOK_REFUSED, claimNoBook, claimRefusedBook, isBook } from './active.ts'
import { area } from './area.ts'
import { booksWithoutSymbol, UNLISTED } from './asked.ts'
import { markets } from './first-look.ts'
import { refusedFurther } from './further-books.ts'
import { inWords } from './in-words.ts'
import { bookOf } from './public.predicates.ts'
import { askedSymbol, successOf } from './public-reply.ts'
import {
  anyBook,
  booksWithBothSides,
  inactiveBook,
  refusedAtFirst,
  refusedBooks,
  refusedNext,
  requestBothSides,
} from './sides.ts'
import type { World } from './world.ts'

const succeeds = successOf('getOrderbook')

export default area('trading.orderbook', ({ always, check, combine, visit, watch }) => [
  visit('getOrderbook', {}, async world => {
    await requestBothSides(world)
    await refusedFurther(world)
  }),

  check(
    'trading.orderbook.symbol-required',
    'orderbook without symbol does not answer with a success envelope that carries an order book',
    async world => {
      const control = await anyBook(world)
      for await (const reply of booksWithoutSymbol.each(world)) claimNoBook(world, reply, control)
      if (control) return
      const [refused] = await refusedBooks(world)
      if (!refused) {
        const { unserved } = await markets(world)
        return world.lacks(unserved ?? 'the target has no market whose book could be compared with')
      }
      throw new Undecided('prerequisite-failed', `no order book came for a listed market: ${inWords(refused)}`)
    },
  ),

  combine('active-books', BOOK_REFUSED, async world => {
    const claimed = new Set<Reply>()
    for (const refused of [refusedAtFirst, refusedNext, refusedBooks, refusedFurther]) {
      const further = (await refused(world)).filter(reply => !claimed.has(reply))
      for (const reply of further) claimed.add(reply)
      claimEach(further.map(reply => () => claimRefusedBook(world, reply)))
    }
  }),

  always(
    'trading.orderbook.symbol-asked',
    "An order book's symbol is that of the market asked for, letter case aside",
    exchange => succeeds(exchange) && asksForListed(exchange),
    bookOf,
    exchange => ({ asked: askedSymbol(exchange) }),
  ),

  watch(
    'sides',
    async world => {
      for await (const reply of eachInTurn(world, await booksWithBothSides(world)))
        if (isBook(reply)) observeSides(world, reply)
    },
    { from: 'quick' },
  ),

  watch('inactive-market', async world => {
    const reply = await inactiveBook(world)
    if (!reply) return world.observe('trading.orderbook.inactive-market', 'not seen: no market is listed as inactive')
    world.observe('trading.orderbook.inactive-market', inWords(reply), reply)
  }),

  watch('unknown-symbol', async world => {
    for (const symbol of [UNLISTED, '']) {
      // Whether a book is served, and which, is open; an empty symbol may also count as a missing one.
      const reply = await world.venue.getOrderbook({ symbol }, { mayFail: true, observed: true })
      world.observe('trading.orderbook.unknown-symbol', `${symbol || 'an empty symbol'}: ${inWords(reply)}`, reply)
    }
  }),
])

/** For an unlisted symbol the contract does not say which book is served. */
const asksForListed = (exchange: Exchange): boolean =>
  exchange.purpose !== 'observed' && !['', UNLISTED].includes(askedSymbol(exchange) ?? '')

function observeSides(world: World, reply: Reply): void {
  const { json } = reply.exchange
  const prices = (side: string): number[] =>
    select(json, `/result/orderbook/${side}/*/price`).map(({ value }) => Number(value))
  const [bids, asks] = [prices('bids'), prices('asks')]
  const symbol = askedSymbol(reply.exchange)
  world.observe('trading.orderbook.depth', `${symbol} has ${bids.length} bids and ${asks.length} asks`, reply)
  if (bids.length > 1) world.observe('trading.orderbook.sorting', `bids ${order(bids)}`, reply)
  if (asks.length > 1) world.observe('trading.orderbook.sorting', `asks ${order(asks)}`, reply)
  if (bids.length > 0 && asks.length > 0)
    world.observe(
      'trading.orderbook.crossing',
      highest(bids) < lowest(asks) ? 'bids stay below asks' : `the bids of ${symbol} reach its asks`,
      reply,
    )
  const repeated = new Set(bids).size < bids.length || new Set(asks).size < asks.length
  world.observe('trading.orderbook.duplicates', repeated ? `${symbol} repeats a price` : 'each price once', reply)
}

/** Not `Math.max`: the lists may be too long to be spread into arguments. */
const highest = (prices: readonly number[]): number => prices.reduce((one, other) => Math.max(one, other))
const lowest = (prices: readonly number[]): number => prices.reduce((one, other) => Math.min(one, other))

function order(prices: readonly number[]): string {
  const pairs = prices.slice(1).map((price, index) => price - (prices[index] ?? price))
  if (pairs.every(step => step <= 0)) return 'from high to low'
  return pairs.every(step => step >= 0) ? 'from low to high' : 'unsorted'
}
