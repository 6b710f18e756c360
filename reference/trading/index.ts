/** The trading API of the reference. */
export { createTrading } from './create-trading.ts'
export { tradingFaults } from './faults.ts'
export { marketsListed } from './variants/markets.ts'
export { tradingVariants } from './variants.ts'
