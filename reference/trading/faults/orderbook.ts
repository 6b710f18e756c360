/** Faults of order books. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
import { getOrderbook } from '../public-operations.ts'
import type { OrderBook } from '../records.ts'
import {
  bySymbol,
  fault,
  namesLanguage,
  ofEvery,
  ofInactive,
  ofMarket,
  ofQuote,
  onReplies,
  withDigits,
} from './fault.ts'

const wire = onReplies('getOrderbook')
const asked = 'orderbook.symbol-asked'

/** Without symbol, all books are served, in this form. */
const allBooks = (id: string, how: string, form: (all: readonly OrderBook[]) => unknown): Fault =>
  fault(`orderbook.symbol-required.${id}`, `orderbook without symbol answers with all books ${how}`, [
    ...drop(getOrderbook, 'symbol-given'),
    alter(
      getOrderbook,
      'effect',
      (_was, it, { book, depth }) => form(it.listing().markets.map(market => book(it, market, depth(it)))),
      { where: ({ symbol }) => symbol === '' },
    ),
  ])

export const orderbookFaults: readonly Fault[] = [
  fault(
    'orderbook.symbol-required.first',
    'orderbook without symbol answers with the first book',
    alter(getOrderbook, 'given', (given, { listing }) => {
      const [market] = listing().markets
      return given.symbol === '' && market ? { symbol: market.symbol, market } : given
    }),
  ),
  allBooks('listed', 'in a list', (all): unknown => all),
  allBooks('named-list', 'in a list that has a name', books => ({ books })),
  allBooks('by-symbol', 'by their symbols', all => Object.fromEntries(all.map(book => [book.symbol, book]))),
  fault(
    'orderbook.symbol-required.inverted',
    'orderbook serves the first book where no symbol is given, and refuses where one is',
    [
      alter(getOrderbook, 'given', (given, { listing }) => {
        const [market] = listing().markets
        return given.symbol === '' && market ? { symbol: market.symbol, market } : given
      }),
      refuseAlso(getOrderbook, 'symbol-unknown', bySymbol),
    ],
    { breaches: ['orderbook.symbol-required', 'orderbook.result'] },
  ),
  fault(
    'access.public.unsteady',
    'the books of every second market fail',
    refuseAlso(getOrderbook, 'out-of-order', ofEvery(2)),
    { breaches: 'orderbook.result' },
  ),
  fault(
    'orderbook.result.once',
    'each book is served once, and refused ever after',
    refuseAlso(getOrderbook, 'symbol-unknown', { from: 2 }),
  ),
  fault(
    'orderbook.result.digits',
    'books of symbols with digits are refused',
    refuseAlso(getOrderbook, 'symbol-unknown', withDigits),
  ),
  fault(
    'orderbook.result.last',
    'the book of the market listed last is refused',
    refuseAlso(getOrderbook, 'symbol-unknown', {
      where: ({ listing, market }) => market !== undefined && market.symbol === listing().markets.at(-1)?.symbol,
    }),
  ),
  fault(
    'orderbook.result.of-one-market',
    'the book of one market fails',
    refuseAlso(getOrderbook, 'out-of-order', ofMarket('solusdt')),
  ),
  wire(
    'orderbook.result.string',
    'orderbook answers with a string for symbols with digits',
    'result',
    { set: 'soon' },
    withDigits,
  ),
  wire('orderbook.symbol.list', 'the symbol of a book is a list', 'result/symbol', { as: 'array' }),
  wire(
    'orderbook.symbol-asked.fixed',
    'every book calls itself btcusdt',
    'result/symbol',
    { set: 'btcusdt' },
    { breaches: asked },
  ),
  wire(
    'orderbook.symbol-asked.dashed',
    'books write their symbol with a dash',
    'result/symbol',
    {
      match: '(usdt|irt|btc)$',
      with: '-$1',
    },
    { breaches: asked },
  ),
  wire(
    'orderbook.symbol-asked.digits',
    'books of symbols with digits leave the digits out',
    'result/symbol',
    { match: '[0-9]', with: '' },
    { ...withDigits, breaches: asked },
  ),
  wire(
    'orderbook.symbol-asked.one-in-three',
    'the book of every third market calls itself dogeirt',
    'result/symbol',
    { set: 'dogeirt' },
    { ...ofEvery(3), breaches: asked },
  ),
  wire(
    'orderbook.symbol-asked.late',
    'asked for again, a book calls itself dogeirt',
    'result/symbol',
    { set: 'dogeirt' },
    { breaches: asked, from: 2 },
  ),
  fault(
    'overlapping.books',
    'of two books asked for at once the second is that of the market listed last but one',
    alter(getOrderbook, 'given', (given, { listing }) => ({ ...given, market: listing().markets.at(-2) }), {
      overlapping: true,
    }),
    { breaches: asked },
  ),
  fault(
    'overlapping.run-together',
    'of two books asked for at once the second comes twice in one reply',
    alter(envelope, 'written', text => text + text, {
      overlapping: true,
      where: ({ about, listing, params }) =>
        about.operation === 'getOrderbook' && params.get('symbol') !== listing().markets[0]?.symbol,
    }),
    { breaches: 'envelope.json' },
  ),
  wire(
    'envelope.status.books-denied',
    'the whole books of every third market call themselves failures',
    'status',
    { set: 'false' },
    ofEvery(3),
  ),
  wire('orderbook.bids.pairs', 'the last bid is a pair in a list', 'result/orderbook/bids/#last', {
    set: ['1', '2'],
  }),
  wire(
    'orderbook.bids.null-third',
    'bids are null in the books of every third market',
    'result/orderbook/bids',
    { as: 'null' },
    ofEvery(3),
  ),
  wire(
    'orderbook.asks.null',
    'asks are null in the books of every second market',
    'result/orderbook/asks',
    { as: 'null' },
    ofEvery(2),
  ),
  wire('orderbook.asks.pairs', 'asks are pairs in lists', 'result/orderbook/asks/*', {
    set: ['1', '2'],
  }),
  wire(
    'orderbook.bid-price.of-irt-books',
    'prices of irt books are numbers',
    'result/orderbook/bids/*/price',
    { as: 'number' },
    { ...ofQuote('irt'), breaches: ['orderbook.bid-price', 'numbers.strings'] },
  ),
  wire(
    'orderbook.ask-price.of-one-book',
    'prices are missing in the book of one market',
    'result/orderbook/asks/*/price',
    { drop: true },
    ofMarket('dogeusdt'),
  ),
  wire(
    'occasion.client.book.volume',
    'volumes are missing for clients that name a language',
    'result/orderbook/bids/#last/volume',
    { drop: true },
    { ...namesLanguage, breaches: 'orderbook.bid-volume' },
  ),
  wire(
    'orderbook.ask-volume.of-inactive-books',
    'volumes of inactive books are missing',
    'result/orderbook/asks/*/volume',
    { drop: true },
    ofInactive,
  ),
]
