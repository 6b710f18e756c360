/** Freedoms of how much a venue has: few markets or very many, one coin, books with one side only. */
import type { Variant } from '../behaviour.ts'

const howMany = 'principle 1: how many there are is not written'
const depth = 'trading.orderbook.depth'

const rows: readonly (readonly [id: string, describes: string, uses: string, leaves?: 'incomplete'])[] = [
  ['markets.one', 'One market is listed', howMany],
  ['markets.one-active', 'All markets but the first are inactive', howMany],
  ['markets.five-thousand', 'Five thousand markets are listed', howMany],
  ['coins.one', 'One coin is listed', howMany],
  ['orderbook.asks-only', 'Books have asks and no bids', depth, 'incomplete'],
  ['orderbook.bids-only-in-one', 'The book of the first market has bids and no asks', depth],
  ['orderbook.seldom-two-sided', 'One book of five has asks', depth],
  ['orderbook.one-side-long-gone', 'Only the book of an inactive market has bids', depth, 'incomplete'],
]

export const smallVenueVariants: readonly Variant[] = rows.map(([id, describes, uses, leaves]) => ({
  id: `trading.${id}`,
  api: 'trading',
  describes,
  uses,
  ...(leaves && { leaves }),
}))
