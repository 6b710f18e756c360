/** Every variant of the trading venue. */
import type { Variant } from '../behaviour.ts'

export const tradingVariants: readonly Variant[] = []
