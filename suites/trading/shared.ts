/** Values that the checks of the trading API share, each made once in a run. */
import { sharedIn } from '../../harness/index.ts'
import type { World } from './world.ts'

export const shared = sharedIn<World>()
