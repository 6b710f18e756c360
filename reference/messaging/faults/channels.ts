/** Faults of channels. */
import type { Fault } from '../../behaviour.ts'
import { instead } from '../../operations/change.ts'
import type { Call } from '../call.ts'
import { createChannelFolder } from '../channel-folders.ts'
import { breach, fault } from './fault.ts'

const notMade = ({ org }: Call): number => org.id('folder')

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
  fault(
    'channels.folder.not-made',
    'A folder is answered but not made',
    'channels.folder',
    instead(createChannelFolder, 'store', notMade),
    { since: 417 },
  ),
  fault(
    'channels.folder.every-third-not-made',
    'The second of two folders of like names is answered for and not made',
    'channels.folder',
    instead(createChannelFolder, 'store', notMade, { nth: 2 }),
    { since: 417, mayAlso: ['channel-folders.*', 'channels.*', 'parameters.*', 'properties.*'] },
  ),
]

export const channelFaults: readonly Fault[] = [...channels, ...folders]
