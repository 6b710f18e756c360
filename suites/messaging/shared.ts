/** Values that checks of the messaging API share. */
import { sharedIn } from '../../harness/index.ts'
import type { World } from './world.ts'

export const shared = sharedIn<World>()
