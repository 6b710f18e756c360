/** Faults of channels, folders and default channels, and of what is for administrators only. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'

const roles = ['member', 'moderator', 'guest', 'bot'] as const

const administratorsOnly: readonly Fault[] = (
  [
    ['createChannelFolder', 'channel-folders'],
    ['addDefaultChannel', 'default-channels'],
    ['createProfileField', 'profile-fields'],
  ] as const
).flatMap(([operation, area]) =>
  roles.map(role =>
    breach(
      `${area}.${role}-refused.served`,
      `${operation} serves a ${role}`,
      `${area}.${role}-refused`,
      `${operation}.access`,
      {
        facts: { role },
        ...(operation === 'createChannelFolder' && { since: 389 }),
        mayAlso: `${area}.*`,
      },
    ),
  ),
)

const channels: readonly Fault[] = [
  breach('channels.exists.missing', 'A created channel does not exist', 'channels.exists', 'channels.created', {
    since: 417,
    mayAlso: ['channels.*', 'user-groups.*'],
  }),
  breach(
    'channels.exists.other-name',
    'Letters of other scripts in a name are replaced',
    'channels.exists',
    'channels.name-kept',
    {
      since: 417,
      facts: { script: 'other' },
    },
  ),
  breach(
    'channels.subscribers-subscribed.caller',
    'Only the caller is subscribed',
    'channels.subscribers-subscribed',
    'channels.subscribers-kept',
    { since: 417 },
  ),
  breach(
    'channels.subscribers-unknown.accepted',
    'Unknown subscribers are accepted',
    'channels.subscribers-unknown',
    'channels.known-subscribers',
    {
      since: 417,
      should: true,
    },
  ),
  breach(
    'channels.invite-only-private.public',
    'A private channel is public',
    'channels.invite-only-private',
    'channels.private-kept',
    {
      since: 417,
      facts: { sent: true, flag: true },
    },
  ),
  breach(
    'channels.invite-only-default.private',
    'Channels are private by default',
    'channels.invite-only-default',
    'channels.private-kept',
    {
      since: 417,
      facts: { sent: false },
      mayAlso: 'channels.*',
    },
  ),
  breach(
    'channels.default-stream-listed.missing',
    'A default channel is none',
    'channels.default-stream-listed',
    'channels.default-kept',
    {
      since: 417,
      facts: { sent: true, flag: true },
    },
  ),
  breach(
    'channels.default-stream-default.listed',
    'Channels are default ones by default',
    'channels.default-stream-default',
    'channels.default-kept',
    {
      since: 417,
      facts: { sent: false },
    },
  ),
  breach(
    'channels.folder-unknown.accepted',
    'An unknown folder is accepted',
    'channels.folder-unknown',
    'channels.known-folder',
    { since: 417, should: true },
  ),
]

const folders: readonly Fault[] = [
  breach('channels.folder.not-made', 'A folder is answered but not made', 'channels.folder', 'folders.created', {
    since: 417,
  }),
  breach(
    'channel-folders.name-empty.accepted',
    'A folder without a name is made',
    'channel-folders.name-empty',
    'folders.name-not-empty',
    { since: 389 },
  ),
  ...roles.map(role =>
    breach(
      `channel-folders.${role}-refused.bad-request`,
      `A ${role} is refused with BAD_REQUEST`,
      `channel-folders.${role}-refused`,
      'folders.principal-code',
      {
        since: 389,
        facts: { role },
      },
    ),
  ),
]

const defaultChannels: readonly Fault[] = [
  breach(
    'default-channels.listed.missing',
    'A channel made default is none',
    'default-channels.listed',
    'default-channels.added',
  ),
  breach(
    'default-channels.unknown.accepted',
    'An unknown channel is made default',
    'default-channels.unknown',
    'default-channels.known',
  ),
  breach(
    'default-channels.private.accepted',
    'A private channel is made default',
    'default-channels.private',
    'default-channels.not-private',
    {
      mayAlso: 'default-channels.private-not-listed',
    },
  ),
  breach(
    'default-channels.private-not-listed.listed',
    'A private channel is refused and made default',
    'default-channels.private-not-listed',
    'default-channels.refused-unchanged',
  ),
  breach(
    'default-channels.member-not-listed.listed',
    'A member is refused and the channel made default',
    'default-channels.member-not-listed',
    'addDefaultChannel.access-unchanged',
    {
      facts: { role: 'member' },
    },
  ),
]

export const channelFaults: readonly Fault[] = [...administratorsOnly, ...channels, ...folders, ...defaultChannels]
