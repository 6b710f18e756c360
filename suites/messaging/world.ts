/** What a check of the messaging API is given beyond any other. */
import type { OpenPointId } from '../../generated/catalogue.ts'
import type { World as AnyWorld, Judgeable } from '../../harness/index.ts'

export interface World extends AnyWorld {
  observe(id: OpenPointId, observed: string, ...replies: readonly Judgeable[]): void
}

export type Run = (world: World) => Promise<void>
