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
  fault(
    `orderbook.symbol-required.${id}`,
    `orderbook without symbol answers with all books ${how}`,
    'orderbook.symbol-required',
    [
      ...drop(getOrderbook, 'symbol-given'),
      alter(
        getOrderbook,
        'effect',
        (_was, it, { book, depth }) => form(it.listing().markets.map(market => book(it, market, depth(it)))),
        { where: ({ symbol }) => symbol === '' },
      ),
    ],
  )

export const orderbookFaults: readonly Fault[] = [
  fault(
    'orderbook.symbol-required.first',
    'orderbook without symbol answers with the first book',
    'orderbook.symbol-required',
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
    ['orderbook.symbol-required', 'orderbook.result'],
    [
      alter(getOrderbook, 'given', (given, { listing }) => {
        const [market] = listing().markets
        return given.symbol === '' && market ? { symbol: market.symbol, market } : given
      }),
      refuseAlso(getOrderbook, 'symbol-unknown', bySymbol),
    ],
  ),
  fault(
    'access.public.unsteady',
    'the books of every second market fail',
    'orderbook.result',
    refuseAlso(getOrderbook, 'out-of-order', ofEvery(2)),
  ),
  fault(
    'orderbook.result.digits',
    'books of symbols with digits are refused',
    'orderbook.result',
    refuseAlso(getOrderbook, 'symbol-unknown', withDigits),
  ),
  fault(
    'orderbook.result.last',
    'the book of the market listed last is refused',
    'orderbook.result',
    refuseAlso(getOrderbook, 'symbol-unknown', {
      where: ({ listing, market }) => market !== undefined && market.symbol === listing().markets.at(-1)?.symbol,
    }),
  ),
  fault(
    'orderbook.result.of-one-market',
    'the book of one market fails',
    'orderbook.result',
    refuseAlso(getOrderbook, 'out-of-order', ofMarket('solusdt')),
  ),
  wire(
    'orderbook.result.string',
    'orderbook answers with a string for symbols with digits',
    'orderbook.result',
    'result',
    { set: 'soon' },
    withDigits,
  ),
  wire('orderbook.symbol.list', 'the symbol of a book is a list', 'orderbook.symbol', 'result/symbol', { as: 'array' }),
  wire('orderbook.symbol-asked.fixed', 'every book calls itself btcusdt', asked, 'result/symbol', { set: 'btcusdt' }),
  wire('orderbook.symbol-asked.dashed', 'books write their symbol with a dash', asked, 'result/symbol', {
    match: '(usdt|irt|btc)$',
    with: '-$1',
  }),
  wire(
    'orderbook.symbol-asked.digits',
    'books of symbols with digits leave the digits out',
    asked,
    'result/symbol',
    { match: '[0-9]', with: '' },
    withDigits,
  ),
  wire(
    'orderbook.symbol-asked.one-in-three',
    'the book of every third market calls itself dogeirt',
    asked,
    'result/symbol',
    { set: 'dogeirt' },
    ofEvery(3),
  ),
  wire(
    'orderbook.symbol-asked.late',
    'asked for again, a book calls itself dogeirt',
    asked,
    'result/symbol',
    { set: 'dogeirt' },
    { from: 2 },
  ),
  fault(
    'overlapping.books',
    'of two books asked for at once the second is that of the market listed last but one',
    asked,
    alter(getOrderbook, 'given', (given, { listing }) => ({ ...given, market: listing().markets.at(-2) }), {
      overlapping: true,
    }),
  ),
  fault(
    'overlapping.run-together',
    'of two books asked for at once the second comes twice in one reply',
    'envelope.json',
    alter(envelope, 'written', text => text + text, {
      overlapping: true,
      where: ({ about, listing, params }) =>
        about.operation === 'getOrderbook' && params.get('symbol') !== listing().markets[0]?.symbol,
    }),
  ),
  wire(
    'envelope.status.books-denied',
    'the whole books of every third market call themselves failures',
    'envelope.status',
    'status',
    { set: 'false' },
    ofEvery(3),
  ),
  wire('orderbook.bids.pairs', 'the last bid is a pair in a list', 'orderbook.bids', 'result/orderbook/bids/#last', {
    set: ['1', '2'],
  }),
  wire(
    'orderbook.bids.null-third',
    'bids are null in the books of every third market',
    'orderbook.bids',
    'result/orderbook/bids',
    { as: 'null' },
    ofEvery(3),
  ),
  wire(
    'orderbook.asks.null',
    'asks are null in the books of every second market',
    'orderbook.asks',
    'result/orderbook/asks',
    { as: 'null' },
    ofEvery(2),
  ),
  wire('orderbook.asks.pairs', 'asks are pairs in lists', 'orderbook.asks', 'result/orderbook/asks/*', {
    set: ['1', '2'],
  }),
  wire(
    'orderbook.bid-price.of-irt-books',
    'prices of irt books are numbers',
    ['orderbook.bid-price', 'numbers.strings'],
    'result/orderbook/bids/*/price',
    { as: 'number' },
    ofQuote('irt'),
  ),
  wire(
    'orderbook.ask-price.of-one-book',
    'prices are missing in the book of one market',
    'orderbook.ask-price',
    'result/orderbook/asks/*/price',
    { drop: true },
    ofMarket('dogeusdt'),
  ),
  wire(
    'occasion.client.book.volume',
    'volumes are missing for clients that name a language',
    'orderbook.bid-volume',
    'result/orderbook/bids/#last/volume',
    { drop: true },
    namesLanguage,
  ),
  wire(
    'orderbook.ask-volume.of-inactive-books',
    'volumes of inactive books are missing',
    'orderbook.ask-volume',
    'result/orderbook/asks/*/volume',
    { drop: true },
    ofInactive,
  ),
]
