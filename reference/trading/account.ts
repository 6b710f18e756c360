/** The account's balances and orders. Placing an order locks what it may spend; cancelling gives it back. */
import type { Market } from './records.ts'

interface Order {
  readonly orderId: string
  readonly symbol: string
  readonly side: string
  readonly price: string
  readonly quantity: string
  readonly state: 'open' | 'cancelled'
  readonly createdAt: string
}

type Terms = Pick<Order, 'side' | 'price' | 'quantity'>

export interface Balance {
  readonly asset: string
  readonly free: string
  readonly locked: string
}

export interface Account {
  balances(asset?: string): Balance[]
  open(symbol?: string): Order[]
  /** The number of the next order. */
  nextOrder(): number
  affords(market: Market, order: Terms): boolean
  place(market: Market, order: Terms, orderId: string, at: number): Order
  cancel(orderId: string): Order | undefined
}

const opening: readonly (readonly [asset: string, free: number])[] = [
  ['btc', 1.25],
  ['eth', 14],
  ['usdt', 25_000],
  ['irt', 900_000_000],
  ['1inch', 4_200],
]

/** What an order locks: an asset and an amount. */
function spent(market: Market, { side, price, quantity }: Terms): readonly [asset: string, amount: number] {
  return side === 'buy'
    ? [market.quote.toLowerCase(), Number(price) * Number(quantity)]
    : [market.base.toLowerCase(), Number(quantity)]
}

export function openAccount(): Account {
  const held = new Map(opening.map(([asset, free]) => [asset, { free, locked: 0 }]))
  const orders = new Map<string, { order: Order; asset: string; amount: number }>()
  let latest = 70_000
  const move = (asset: string, amount: number): void => {
    const balance = held.get(asset)
    if (balance) held.set(asset, { free: balance.free - amount, locked: balance.locked + amount })
  }
  return {
    balances: asset =>
      [...held]
        .filter(([name]) => asset === undefined || name === asset.toLowerCase())
        .map(([name, { free, locked }]) => ({ asset: name, free: written(free), locked: written(locked) })),
    open: symbol =>
      [...orders.values()].map(entry => entry.order).filter(order => symbol === undefined || order.symbol === symbol),
    nextOrder: () => ++latest,
    affords(market, terms) {
      const [asset, amount] = spent(market, terms)
      return (held.get(asset)?.free ?? 0) >= amount
    },
    place(market, terms, orderId, at) {
      const [asset, amount] = spent(market, terms)
      move(asset, amount)
      const order: Order = { ...terms, orderId, symbol: market.symbol, state: 'open', createdAt: String(at) }
      orders.set(orderId, { order, asset, amount })
      return order
    },
    cancel(orderId) {
      const entry = orders.get(orderId)
      if (!entry) return undefined
      orders.delete(orderId)
      move(entry.asset, -entry.amount)
      return { ...entry.order, state: 'cancelled' }
    },
  }
}

const written = (amount: number) => amount.toFixed(8).replace(/\.?0+$/, '')
