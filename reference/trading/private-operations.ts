/** A few private endpoints of the venue's own: the contract specifies none. */
import { type Call, operation } from './operation.ts'
import { same } from './public-operations.ts'

export const getBalance = operation({
  id: 'getBalance',
  method: 'GET',
  path: '/account/balance',
  access: 'private',
  steps: { balances: ({ venue, params }: Call) => venue.account.balances(params.get('asset') ?? undefined) },
  effect: (call, steps): unknown => steps.balances(call),
})

const isPositive = (text: string) => /^[0-9]+(\.[0-9]+)?$/.test(text) && Number(text) > 0

export const placeOrder = operation({
  id: 'placeOrder',
  method: 'POST',
  path: '/order',
  access: 'private',
  given: ({ listing, params }: Call) => ({
    market: listing().markets.find(market => same(market.symbol, params.get('symbol') ?? '')),
    order: {
      side: params.get('side') ?? '',
      price: params.get('price') ?? '',
      quantity: params.get('quantity') ?? '',
    },
  }),
  rules: {
    'symbol-listed': [({ market }) => market !== undefined, 'symbol-unknown'],
    'market-active': [({ market }) => !market || market.isActive, 'market-inactive'],
    'side-known': [({ order }) => ['buy', 'sell'].includes(order.side), 'order-malformed'],
    'amounts-positive': [({ order }) => isPositive(order.price) && isPositive(order.quantity), 'order-malformed'],
    'size-sufficient': [
      ({ market, order: { price, quantity } }) =>
        Number(price) * Number(quantity) >= Number(market?.minimumQuoteSize ?? 0),
      'order-malformed',
    ],
    'balance-sufficient': [
      ({ venue, market, order }) => !market || venue.account.affords(market, order),
      'balance-insufficient',
    ],
  },
  steps: { orderId: ({ venue }): string => String(venue.account.nextOrder()) },
  effect: (it, { orderId }) =>
    it.market && it.venue.account.place(it.market, it.order, orderId(it), it.venue.clock.now()),
})

export const cancelOrder = operation({
  id: 'cancelOrder',
  method: 'DELETE',
  path: '/order',
  access: 'private',
  given: ({ params }: Call) => ({ orderId: params.get('orderId') ?? '' }),
  rules: {
    'order-open': [
      ({ venue, orderId }) => venue.account.open().some(order => order.orderId === orderId),
      'order-unknown',
    ],
  },
  effect: ({ venue, orderId }) => venue.account.cancel(orderId),
})

export const openOrders = operation({
  id: 'openOrders',
  method: 'GET',
  path: '/order/open',
  access: 'private',
  effect: ({ venue, params }) => venue.account.open(params.get('symbol') ?? undefined),
})
