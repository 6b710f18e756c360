/** Areas of the trading contract. */
import type { Sentences } from '../../generated/catalogue.ts'
import type { TradingOperationId } from '../../generated/operations.ts'
import { areasOf } from '../../harness/index.ts'
import { trading } from './api.ts'
import type { World } from './world.ts'

interface Terms {
  readonly sentences: Sentences
  readonly operation: TradingOperationId
  readonly world: World
}

export const area = areasOf<Terms>(trading)
