/** Faults of channel folders. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import type { Seen } from '../../operations/stage.ts'
import { scriptOf } from '../call.ts'
import { addFolder, createChannelFolder } from '../channel-folders.ts'
import { entrance } from '../entrance.ts'
import { altered, fault } from './fault.ts'

/** Replaces the first folder. */
const inPlaceOfTheFirst = ({ org, name = '', description = '' }: Seen<typeof createChannelFolder>): number =>
  addFolder(org, name, description, org.folders.keys().next().value)

const makeIt = ({ org, sent }: Pick<Seen<typeof createChannelFolder>, 'org' | 'sent'>): number =>
  addFolder(org, sent.get('name') ?? '', '')

/** Makes a folder although its creation is refused. */
export const folderMadeThoughRefused = alter(createChannelFolder, 'refused', (refusal, call) => {
  makeIt(call)
  return refusal
})

export const channelFolderFaults: readonly Fault[] = [
  fault(
    'channel-folders.created.refused',
    'createChannelFolder is refused',
    refuseAlso(createChannelFolder, 'Not today'),
    { breaches: ['channel-folders.created', 'properties.accepts-channel-folders'] },
  ),
  fault(
    'channel-folders.name-any-script.refused-other-scripts',
    'createChannelFolder refuses name (other-scripts)',
    refuseAlso(createChannelFolder, 'Invalid name', { where: ({ name = '' }) => scriptOf(name) === 'other' }),
  ),
  fault(
    'channel-folders.description-empty.refused',
    'createChannelFolder refuses description (refused)',
    refuseAlso(createChannelFolder, 'Invalid description', { where: ({ description }) => description === '' }),
  ),
  fault(
    'channel-folders.name-empty.accepted',
    'A folder without a name is made',
    drop(createChannelFolder, ['name-not-blank', 'name-not-taken'], { where: ({ name }) => !name?.trim() }),
  ),
  fault(
    'channel-folders.ids-distinct.always-one',
    'All folders have one id',
    instead(createChannelFolder, 'store', inPlaceOfTheFirst),
  ),
  fault(
    'channel-folders.ids-distinct.every-second',
    'Folders without a description, and those named in other scripts, get the id of the first',
    instead(createChannelFolder, 'store', inPlaceOfTheFirst, {
      where: ({ name = '', description }) => description === '' || scriptOf(name) === 'other',
    }),
  ),
  altered(
    'channel-folders.id.to-owners-only',
    'What createChannelFolder answers to a caller of role owner breaks channel_folder_id',
    ['createChannelFolder', 'success', 'channel_folder_id'],
    { drop: true },
    { facts: { role: 'owner' } },
  ),
  fault(
    'channel-folders.refused-name-free.access',
    'Whoever may not create a folder is refused, and it is there',
    uponRefusal(entrance, 'administrators-only', makeIt, {
      where: ({ operation }) => operation === 'createChannelFolder',
    }),
  ),
  fault(
    'channel-folders.refused-name-free.malformed',
    'A folder without a description is refused, and it is there',
    folderMadeThoughRefused,
  ),
]
