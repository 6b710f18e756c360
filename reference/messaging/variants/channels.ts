/** Legal variations of channels and channel folders. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso } from '../../operations/change.ts'
import { createChannelFolder } from '../channel-folders.ts'
import { createChannel } from '../channels.ts'
import { isAdministrator, roles } from '../roles.ts'
import { variant } from './variant.ts'

const since = { levels: { since: 417 } }

export const channelVariants: readonly Variant[] = [
  variant(
    'channel-folders.blank-name',
    'channel-folders.name-blank',
    'A folder may be named with spaces',
    drop(createChannelFolder, 'name-not-blank', { where: ({ name }) => name !== '' }),
    { levels: { since: 389 } },
  ),
  variant(
    'channels.bare-reply',
    'channels.reply',
    'Creating a channel answers the bare envelope',
    instead(createChannel, 'reply', () => ({})),
    since,
  ),
  variant(
    'channels.somebody-subscribes',
    'channels.no-subscribers',
    'A channel needs a subscriber',
    refuseAlso(createChannel, 'Nobody to subscribe', { where: ({ subscribers }) => subscribers.length === 0 }),
    since,
  ),
  variant(
    'channels.others-not-subscribed',
    'channels.others-subscribed',
    'Whoever is not an administrator subscribes only themselves',
    alter(
      createChannel,
      'kept',
      (made, { caller }) => ({ ...made, subscribers: [...made.subscribers].filter(id => id === caller.id) }),
      { where: ({ caller }) => !isAdministrator(caller) },
    ),
    since,
  ),
  variant(
    'channels.no-web-public',
    'channels.web-public',
    'There are no web-public channels',
    refuseAlso(
      createChannel,
      { msg: 'Web-public channels are not enabled', uncoded: true },
      { where: ({ params }) => params.flag('is_web_public') },
    ),
    since,
  ),
  variant(
    'channels.retention-for-owners',
    'principle 15: a permission may intervene',
    'Only owners set message_retention_days',
    refuseAlso(createChannel, 'Only owners set how long messages are kept', {
      where: ({ params, caller }) => params.has('message_retention_days') && caller.role !== roles.owner,
    }),
    since,
  ),
  variant(
    'channels.private-for-owners',
    'principle 15: a permission may intervene',
    'Only owners create private channels',
    refuseAlso(createChannel, 'Only owners create private channels', {
      where: ({ params, caller }) => params.flag('invite_only') && caller.role !== roles.owner,
    }),
    since,
  ),
  variant(
    'channels.described-or-not',
    'principle 1: only folders are said to take an empty description',
    'An empty description of a channel is refused',
    refuseAlso(createChannel, 'A description says something', {
      where: ({ params, description }) => params.has('description') && description?.trim() === '',
    }),
    since,
  ),
]
