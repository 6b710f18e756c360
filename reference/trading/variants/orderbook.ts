/** Legal variations of order books. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import { listing } from '../listing.ts'
import { getOrderbook } from '../public-operations.ts'
import type { BookEntry, Market, OrderBook } from '../records.ts'
import { variant } from './variant.ts'

type Sides = OrderBook['orderbook']

const entries = (change: (sides: Sides) => Sides) =>
  alter(getOrderbook, 'book', book => ({ ...book, orderbook: change(book.orderbook) }))

/** Empties one side of some books, chosen by the index of their market in the list. */
const missing = (side: (place: number) => keyof Sides | undefined) =>
  alter(getOrderbook, 'book', (book, { listing }, { symbol }) => {
    const empty = side(listing().markets.findIndex(market => market.symbol === symbol))
    return empty === undefined ? book : { ...book, orderbook: { ...book.orderbook, [empty]: [] } }
  })

const inEach = (change: (side: readonly BookEntry[]) => readonly BookEntry[]) =>
  entries(({ bids, asks }) => ({ bids: change(bids), asks: change(asks) }))

const isInactive = ({ market }: { readonly market: Market | undefined }): boolean => market?.isActive === false
const noSymbol = { where: ({ symbol }: { readonly symbol: string }) => symbol === '' }

/** Variants that exclude each other: together they empty one side of every book. */
const seldom = ['sides-in-turn', 'seldom-two-sided', 'bids-only-in-one'].map(name => `trading.orderbook.${name}`)
const notWith = (id: string) => ({ excludes: seldom.filter(other => other !== `trading.${id}`) })

export const orderbookVariants: readonly Variant[] = [
  variant(
    'orderbook.empty',
    'orderbook.depth',
    'Every book is empty',
    entries(() => ({ bids: [], asks: [] })),
    { leaves: 'untried' },
  ),
  variant(
    'orderbook.one-sided',
    'orderbook.depth',
    'Books have bids and no asks',
    missing(() => 'asks'),
    { leaves: 'untried' },
  ),
  variant(
    'orderbook.asks-only',
    'orderbook.depth',
    'Books have asks and no bids',
    missing(() => 'bids'),
    { leaves: 'untried' },
  ),
  variant(
    'orderbook.bids-only-in-one',
    'orderbook.depth',
    'The book of the first market has bids and no asks',
    missing(place => (place === 0 ? 'asks' : undefined)),
    notWith('orderbook.bids-only-in-one'),
  ),
  variant(
    'orderbook.seldom-two-sided',
    'orderbook.depth',
    'One book of five has asks',
    missing(place => (place % 5 === 4 ? undefined : 'asks')),
    notWith('orderbook.seldom-two-sided'),
  ),
  variant(
    'orderbook.one-side-long-gone',
    'orderbook.depth',
    'Only the book of an inactive market has bids',
    missing(place => (place === 8 ? undefined : 'bids')),
    { leaves: 'untried' },
  ),
  variant(
    'orderbook.sides-in-turn',
    'orderbook.depth',
    'Books have bids or asks, from one market to the next',
    missing(place => (place % 2 === 0 ? 'asks' : 'bids')),
    notWith('orderbook.sides-in-turn'),
  ),
  variant(
    'orderbook.deep',
    'orderbook.depth',
    'Books are a thousand entries deep',
    alter(getOrderbook, 'depth', () => 1_000),
  ),
  variant(
    'orderbook.shallow',
    'orderbook.depth',
    'Books have one entry on each side',
    alter(getOrderbook, 'depth', () => 1),
  ),
  variant(
    'orderbook.unsorted',
    'orderbook.sorting',
    'Entries of a book come in no order',
    inEach(side => [0, 1].flatMap(rest => side.filter((_, at) => at % 2 === rest))),
  ),
  variant(
    'orderbook.crossed',
    'orderbook.crossing',
    'The highest bid is above the lowest ask',
    entries(({ bids, asks }) => ({ bids: asks, asks: bids })),
  ),
  variant(
    'orderbook.duplicates',
    'orderbook.duplicates',
    'Each price is listed twice',
    inEach(side => side.flatMap(entry => [entry, entry])),
  ),
  variant(
    'orderbook.upper-case-symbol',
    "principle 1: the letter case of a book's symbol is not written",
    'The symbol of a book is in upper case',
    alter(getOrderbook, 'book', book => ({ ...book, symbol: book.symbol.toUpperCase() })),
  ),
  variant(
    'orderbook.inactive-refused',
    'orderbook.inactive-market',
    'The book of an inactive market is refused',
    refuseAlso(getOrderbook, 'market-inactive', { where: isInactive }),
  ),
  variant(
    'orderbook.refused-as-it-turns',
    'orderbook.inactive-market',
    'Two markets turn inactive and active again and again, and their books are refused meanwhile',
    [
      alter(listing, 'markets', (markets, { at }) =>
        markets.map((market, place) =>
          place < 2 && Math.floor(at / 300) % 2 === 1 ? { ...market, isActive: false } : market,
        ),
      ),
      refuseAlso(getOrderbook, 'market-inactive', { where: isInactive }),
    ],
  ),
  variant(
    'orderbook.refused-in-turn',
    'orderbook.inactive-market',
    'One market after another is inactive for four seconds, and its book is refused meanwhile',
    [
      alter(listing, 'markets', (markets, { at }) =>
        markets.map((market, place) =>
          place === Math.floor(at / 4_000) % markets.length ? { ...market, isActive: false } : market,
        ),
      ),
      refuseAlso(getOrderbook, 'market-inactive', { where: isInactive }),
    ],
  ),
  variant(
    'orderbook.inactive-is-empty',
    'orderbook.inactive-market',
    'The book of an inactive market is empty',
    alter(getOrderbook, 'book', ({ symbol }) => ({ symbol, orderbook: { bids: [], asks: [] } }), {
      where: (_it, market) => !market.isActive,
    }),
  ),
  variant(
    'orderbook.inactive-is-null',
    'orderbook.inactive-market',
    'An inactive market is answered with null in place of a book',
    alter(getOrderbook, 'effect', () => null, { where: isInactive }),
    { excludes: ['trading.orderbook.inactive-answered-in-text'] },
  ),
  variant(
    'orderbook.inactive-answered-in-text',
    'orderbook.inactive-market',
    'An inactive market is answered with a sentence in place of a book',
    alter(getOrderbook, 'effect', () => 'this market is closed', { where: isInactive }),
    { excludes: ['trading.orderbook.inactive-is-null'] },
  ),
  variant(
    'orderbook.unknown-is-empty',
    'orderbook.unknown-symbol',
    'A symbol that is not listed has an empty book',
    drop(getOrderbook, 'symbol-listed'),
  ),
  variant(
    'orderbook.unknown-answered-in-text',
    'orderbook.unknown-symbol',
    'A symbol that is not listed is answered with a sentence in place of a book',
    [
      ...drop(getOrderbook, 'symbol-listed'),
      alter(getOrderbook, 'effect', () => 'no such market', { where: ({ market }) => market === undefined }),
    ],
  ),
  variant(
    'orderbook.unknown-is-null',
    'orderbook.unknown-symbol',
    'A symbol that is not listed is answered with null in place of a book',
    [
      ...drop(getOrderbook, 'symbol-listed'),
      alter(getOrderbook, 'effect', () => null, { where: ({ market }) => market === undefined }),
    ],
  ),
  variant(
    'orderbook.exact-symbols',
    'orderbook.unknown-symbol',
    'A listed symbol in another letter case is unknown, and answered with a sentence in place of a book',
    alter(getOrderbook, 'effect', () => 'no such market', {
      where: ({ market, symbol }) => market !== undefined && market.symbol !== symbol,
    }),
  ),
  variant(
    'orderbook.no-symbol-answered-in-text',
    'errors.format',
    'orderbook without symbol succeeds with a sentence in place of a book',
    [...drop(getOrderbook, 'symbol-given'), alter(getOrderbook, 'effect', () => 'symbol is required', noSymbol)],
  ),
]
