/** Faults of lengths and of the limits in the register response. */
import type { Fault } from '../../behaviour.ts'
import { alter, refuseAlso } from '../../operations/change.ts'
import { limits } from '../limits.ts'
import { registration } from '../register-settings.ts'
import { updateScheduledMessage } from '../scheduled-messages.ts'
import { uploadFile } from '../uploads.ts'
import { fault } from './fault.ts'

const atTheLimit = (
  [
    ['message-length', 'max_message_length', 'updateScheduledMessage'],
    ['topic-length', 'max_topic_length', 'updateScheduledMessage'],
    ['channel-name-length', 'max_stream_name_length', 'createChannel'],
    ['channel-description-length', 'max_stream_description_length', 'createChannel'],
    ['folder-name-length', 'max_channel_folder_name_length', 'createChannelFolder'],
    ['folder-description-length', 'max_channel_folder_description_length', 'createChannelFolder'],
  ] as const
).map(([requirement, limit, operation]) =>
  fault(
    `limits.${requirement}.one-short`,
    `The limit ${limit} is one too low`,
    alter(limits, 'most', most => most - 1, { where: (it, name) => it.operation === operation && name === limit }),
  ),
)

const registered = (
  [
    ['register-sizes', 'max_message_length', 'message-length'],
    ['register-sizes', 'max_topic_length', 'topic-length'],
    ['register-sizes', 'max_stream_name_length', 'channel-name-length'],
    ['register-sizes', 'max_stream_description_length', 'channel-description-length'],
    ['register-sizes', 'max_file_upload_size_mib', 'upload-size'],
    ['register-folder-sizes', 'max_channel_folder_name_length', 'folder-name-length'],
    ['register-folder-sizes', 'max_channel_folder_description_length', 'folder-description-length'],
  ] as const
).map(([requirement, name]) =>
  fault(
    `limits.${requirement}.${name.replaceAll('_', '-')}`,
    `${name} is registered as less than nothing`,
    alter(registration, 'settings', settings => ({ ...settings, [name]: -1 })),
    { ...(requirement === 'register-folder-sizes' && { since: 389 }) },
  ),
)

export const limitFaults: readonly Fault[] = [
  fault(
    'limits.message-length.cut',
    'Of a long text the first 5000 characters are kept',
    alter(updateScheduledMessage, 'edited', edited => ({ ...edited, content: edited.content.slice(0, 5000) })),
  ),
  fault(
    'limits.topic-length.cut',
    'Of a long topic all but the last character is kept',
    alter(updateScheduledMessage, 'edited', edited => ({ ...edited, topic: edited.topic.slice(0, 59) })),
  ),
  ...registered,
  ...atTheLimit,
  fault(
    'limits.upload-size.small',
    'Files over 64 KiB are refused',
    refuseAlso(uploadFile, 'File is larger than allowed', { where: ({ file }) => file.size > 65_536 }),
  ),
]
