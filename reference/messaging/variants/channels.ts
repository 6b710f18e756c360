/** Legal variations of channels and channel folders. */
import type { Variant } from '../../behaviour.ts'
import { drop } from '../../operations/change.ts'
import { createChannelFolder } from '../channel-folders.ts'
import { variant } from './variant.ts'

export const channelVariants: readonly Variant[] = [
  variant(
    'channel-folders.blank-name',
    'channel-folders.name-blank',
    'A folder may be named with spaces',
    drop(createChannelFolder, 'name-not-blank', { where: ({ name }) => name !== '' }),
    { levels: { since: 389 } },
  ),
]
