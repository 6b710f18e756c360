/** What a check of the trading API gets in addition to the general `World`. */
import type { OpenPointId } from '../../generated/catalogue.ts'
import type { World as AnyWorld, Judgeable } from '../../harness/index.ts'
import type { Venue } from './venue.ts'

export interface World extends AnyWorld {
  readonly venue: Venue
  observe(id: OpenPointId, observed: string, ...replies: readonly Judgeable[]): void
}

export type Run = (world: World) => Promise<void>
