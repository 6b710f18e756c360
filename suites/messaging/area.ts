/** How suite files declare an area of the messaging contract. */
import type { Sentences } from '../../generated/catalogue.ts'
import type { MessagingOperationId } from '../../generated/operations.ts'
import { areasOf } from '../../harness/index.ts'
import { messaging } from './api.ts'
import type { World } from './world.ts'

interface Terms {
  readonly sentences: Sentences
  readonly operation: MessagingOperationId
  readonly world: World
}

export const area = areasOf<Terms>(messaging)
