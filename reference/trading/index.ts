/** The trading half of the reference. */
export { createTrading } from './create-trading.ts'
export { tradingFaults } from './faults.ts'
export { tradingVariants } from './variants.ts'
