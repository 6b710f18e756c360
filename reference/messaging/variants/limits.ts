/** Legal variations of limits, and of what happens to longer texts. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso } from '../../operations/change.ts'
import { type Limit, type Limits, limits } from '../limits.ts'
import { registration } from '../register-settings.ts'
import { uploadFile } from '../uploads.ts'
import { variant } from './variant.ts'

const tight: Limits = {
  max_message_length: 200,
  max_topic_length: 40,
  max_stream_name_length: 40,
  max_stream_description_length: 100,
  max_channel_folder_name_length: 40,
  max_channel_folder_description_length: 80,
  max_file_upload_size_mib: 1,
}

const thirty: Limits = {
  ...tight,
  max_topic_length: 30,
  max_stream_name_length: 30,
  max_stream_description_length: 30,
  max_channel_folder_name_length: 30,
  max_channel_folder_description_length: 30,
}

const twenty: Limits = {
  max_message_length: 80,
  max_topic_length: 20,
  max_stream_name_length: 20,
  max_stream_description_length: 20,
  max_channel_folder_name_length: 20,
  max_channel_folder_description_length: 20,
  max_file_upload_size_mib: 1,
}

const inBytes = instead(limits, 'lengthOf', (_it, text) => Buffer.byteLength(text))

const shortened = (
  [
    ['max_message_length', 'limits.message-over', 'messages'],
    ['max_topic_length', 'limits.topic-over', 'topics'],
    ['max_stream_name_length', 'limits.channel-name-over', 'channel names', 417],
    ['max_stream_description_length', 'limits.channel-description-over', 'channel descriptions', 417],
    ['max_channel_folder_name_length', 'limits.folder-over', 'folder names', 389],
    ['max_channel_folder_description_length', 'principle 8: over a length either happens', 'folder descriptions', 389],
  ] satisfies (readonly [Limit, string, string, number?])[]
).map(([limit, uses, what, since]) =>
  variant(
    `limits.${limit.replaceAll('_', '-')}-shortened`,
    uses,
    `Long ${what} are shortened`,
    instead(limits, 'overlong', (_it, text, _limit, most) => [...text].slice(0, most).join(''), {
      where: (_it, _text, name) => name === limit,
    }),
    since === undefined ? {} : { levels: { since } },
  ),
)

export const limitVariants: readonly Variant[] = [
  variant(
    'limits.tight',
    'principle 8: limits are read',
    'Limits are small, and held',
    instead(limits, 'table', () => tight),
  ),
  variant(
    'limits.thirty',
    'principle 8: limits are read',
    'Names, topics and descriptions have at most 30 characters',
    instead(limits, 'table', () => thirty),
    { excludes: ['messaging.limits.tight'] },
  ),
  variant(
    'limits.thirty-bytes',
    'limits.length-unit',
    'Names, topics and descriptions have at most 30 bytes',
    [instead(limits, 'table', () => thirty), inBytes],
    { excludes: ['messaging.limits.tight', 'messaging.limits.thirty', 'messaging.limits.in-bytes'] },
  ),
  variant(
    'limits.twenty-bytes',
    'principle 8: limits are read',
    'Names, topics and descriptions have at most 20 bytes',
    [instead(limits, 'table', () => twenty), inBytes],
  ),
  ...shortened,
  variant('limits.large-files-accepted', 'limits.upload-over', 'Files over the limit are taken', [
    alter(registration, 'settings', settings => ({ ...settings, max_file_upload_size_mib: 1 })),
    ...drop(uploadFile, 'size-within-limit'),
  ]),
  variant(
    'limits.none-for-files',
    'principle 1: what the register settings show of something without a limit is not written',
    'Files may have any size: their limit is null',
    alter(registration, 'settings', settings => ({ ...settings, max_file_upload_size_mib: null })),
    { leaves: 'untried' },
  ),
  variant(
    'limits.no-files',
    'principle 15: a setting may intervene',
    'Nothing may be uploaded: the limit of files is 0',
    [
      alter(registration, 'settings', settings => ({ ...settings, max_file_upload_size_mib: 0 })),
      refuseAlso(uploadFile, 'Uploads are switched off'),
    ],
    { leaves: 'untried' },
  ),
  variant('limits.in-bytes', 'limits.length-unit', 'Lengths are counted in bytes', inBytes),
]
