/** What the venue lists at a moment, and its time. */
import type { Circumstances } from '../operations/circumstances.ts'
import { stageOn } from '../operations/stage.ts'
import { coins } from './coins.ts'
import { markets } from './markets.ts'
import type { Coin, Market } from './records.ts'

export interface Moment {
  readonly at: number
  readonly about: Circumstances
}

export const listing = stageOn<Moment, never>()({
  id: 'listing',
  rules: {},
  steps: {
    markets: (_moment: Moment): readonly Market[] => markets,
    coins: (_moment: Moment): readonly Coin[] => coins,
    /** The server time that replies state. */
    time: ({ at }: Moment): number => at,
  },
})
