/** Faults of default channels. */
import type { Fault } from '../../behaviour.ts'
import { type Change, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import { addDefaultChannel } from '../default-channels.ts'
import { entrance, type Visitor } from '../entrance.ts'
import { fault } from './fault.ts'

const notAdded = () => {}

/** Callers of these roles are refused, but the channel becomes a default one. */
const grantedTo = (...role: readonly string[]): Change[] =>
  uponRefusal(
    entrance,
    'administrators-only',
    ({ org, sent }: Visitor) => {
      const channel = org.channels.get(Number(sent.get('stream_id')))
      if (channel) channel.isDefault = true
    },
    { role, where: ({ operation }) => operation === 'addDefaultChannel' },
  )

export const defaultChannelFaults: readonly Fault[] = [
  fault('default-channels.added.refused', 'addDefaultChannel is refused', refuseAlso(addDefaultChannel, 'Not today')),
  fault(
    'default-channels.listed.missing',
    'A channel made default is none',
    instead(addDefaultChannel, 'effect', notAdded),
  ),
  fault(
    'default-channels.listed.every-third-missing',
    'A channel made default by somebody who is not an owner is none',
    instead(addDefaultChannel, 'effect', notAdded, { role: 'admin' }),
  ),
  fault(
    'default-channels.unknown.accepted',
    'An unknown channel is made default',
    drop(addDefaultChannel, 'channel-known'),
  ),
  fault(
    'default-channels.private.accepted',
    'A private channel is made default',
    drop(addDefaultChannel, 'channel-public'),
  ),
  fault(
    'default-channels.private-not-listed.listed',
    'A private channel is refused and made default',
    uponRefusal(addDefaultChannel, 'channel-public', ({ channel }) => {
      if (channel) channel.isDefault = true
    }),
  ),
  fault(
    'default-channels.member-not-listed.listed',
    'A member is refused and the channel made default',
    grantedTo('member'),
  ),
  fault(
    'default-channels.member-not-listed.granted-to-everybody',
    'Whoever is not an administrator is refused, and addDefaultChannel is done',
    grantedTo('member', 'moderator', 'guest', 'bot'),
  ),
  ...(['moderator', 'guest', 'bot'] as const).map(role =>
    fault(
      `default-channels.refused-not-listed.${role}`,
      `A ${role} is refused, and the channel is a default one`,
      grantedTo(role),
    ),
  ),
  fault(
    'default-channels.refused-not-listed.every-second-done',
    'A moderator or a bot is refused, and the channel is a default one',
    grantedTo('moderator', 'bot'),
  ),
]
