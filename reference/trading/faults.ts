/** Every fault of the trading venue. */
import type { Fault } from '../behaviour.ts'

export const tradingFaults: readonly Fault[] = []
