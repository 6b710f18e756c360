/** A few private endpoints. The contract shows none: these are the venue's own. */
import { refuse, succeed } from './answer.ts'
import type { Handler } from './public-endpoints.ts'

export const getBalance: Handler = ({ account, behaviour }, query) => {
  const balances = account.balances(query.get('asset') ?? undefined)
  if (!behaviour.uses('trading.access.balances-as-map')) return succeed(balances)
  return succeed(Object.fromEntries(balances.map(({ asset, free, locked }) => [asset, { free, locked }])))
}

export const placeOrder: Handler = ({ account, behaviour, listing }, query) => {
  const market = listing().marketBySymbol.get((query.get('symbol') ?? '').toLowerCase())
  if (!market) return refuse('symbol-unknown')
  if (!market.isActive) return refuse('market-inactive')
  const side = query.get('side')
  const price = query.get('price') ?? ''
  const quantity = query.get('quantity') ?? ''
  if ((side !== 'buy' && side !== 'sell') || !isPositive(price) || !isPositive(quantity))
    return refuse('order-malformed')
  if (Number(price) * Number(quantity) < Number(market.minimumQuoteSize)) return refuse('order-malformed')
  const order = account.place(market, { side, price, quantity }, behaviour.clock.now())
  return order === 'insufficient' ? refuse('balance-insufficient') : succeed(order)
}

export const cancelOrder: Handler = ({ account }, query) => {
  const order = account.cancel(query.get('orderId') ?? '')
  return order ? succeed(order) : refuse('order-unknown')
}

export const openOrders: Handler = ({ account }, query) => succeed(account.open(query.get('symbol') ?? undefined))

const isPositive = (text: string) => /^[0-9]+(\.[0-9]+)?$/.test(text) && Number(text) > 0
