/** The account's balances and orders. Placing an order locks what it may spend; cancelling gives it back. */
import type { Market } from './records.ts'

interface Order {
  readonly orderId: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly quantity: string
  readonly state: 'open' | 'cancelled'
  readonly createdAt: string
}

interface Balance {
  readonly asset: string
  readonly free: string
  readonly locked: string
}

export interface Account {
  balances(asset?: string): Balance[]
  open(symbol?: string): Order[]
  place(market: Market, order: Pick<Order, 'side' | 'price' | 'quantity'>, at: number): Order | 'insufficient'
  cancel(orderId: string): Order | undefined
}

const opening: readonly (readonly [asset: string, free: number])[] = [
  ['btc', 1.25],
  ['eth', 14],
  ['usdt', 25_000],
  ['irt', 900_000_000],
  ['1inch', 4_200],
]

export function openAccount(firstOrder = 70_001): Account {
  const held = new Map(opening.map(([asset, free]) => [asset, { free, locked: 0 }]))
  const orders = new Map<string, { order: Order; asset: string; amount: number }>()
  let next = firstOrder
  const move = (asset: string, amount: number): boolean => {
    const balance = held.get(asset)
    if (!balance || balance.free < amount) return false
    balance.free -= amount
    balance.locked += amount
    return true
  }
  return {
    balances: asset =>
      [...held]
        .filter(([name]) => asset === undefined || name === asset.toLowerCase())
        .map(([name, { free, locked }]) => ({ asset: name, free: written(free), locked: written(locked) })),
    open: symbol =>
      [...orders.values()].map(entry => entry.order).filter(order => symbol === undefined || order.symbol === symbol),
    place(market, { side, price, quantity }, at) {
      const asset = (side === 'buy' ? market.quote : market.base).toLowerCase()
      const amount = side === 'buy' ? Number(price) * Number(quantity) : Number(quantity)
      if (!move(asset, amount)) return 'insufficient'
      const orderId = String(next)
      next += 1
      const order: Order = {
        orderId,
        symbol: market.symbol,
        side,
        price,
        quantity,
        state: 'open',
        createdAt: String(at),
      }
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
