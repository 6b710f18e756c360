/** Every variant of the trading venue. Any of them can be used together: where two contradict, one has its way. */
import type { Variant } from '../behaviour.ts'
import { marketDataVariants } from './market-data-variants.ts'
import { signingVariants } from './signing-variants.ts'
import { smallVenueVariants } from './small-venue-variants.ts'
import { transportVariants } from './transport-variants.ts'

export const tradingVariants: readonly Variant[] = [
  ...marketDataVariants,
  ...smallVenueVariants,
  ...transportVariants,
  ...signingVariants,
]
