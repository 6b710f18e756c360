/** Every legal variation of the trading venue. */
import type { Variant } from '../behaviour.ts'
import { accessVariants } from './variants/access.ts'
import { coinVariants } from './variants/coins.ts'
import { envelopeVariants } from './variants/envelope.ts'
import { errorVariants } from './variants/errors.ts'
import { limitVariants } from './variants/limit.ts'
import { marketVariants } from './variants/markets.ts'
import { networkVariants } from './variants/networks.ts'
import { numberVariants } from './variants/numbers.ts'
import { orderbookVariants } from './variants/orderbook.ts'
import { signingVariants } from './variants/signing.ts'
import { swaggerVariants } from './variants/swagger.ts'
import { timeVariants } from './variants/time.ts'

export const tradingVariants: readonly Variant[] = [
  ...envelopeVariants,
  ...numberVariants,
  ...timeVariants,
  ...swaggerVariants,
  ...marketVariants,
  ...coinVariants,
  ...networkVariants,
  ...orderbookVariants,
  ...accessVariants,
  ...errorVariants,
  ...limitVariants,
  ...signingVariants,
]
