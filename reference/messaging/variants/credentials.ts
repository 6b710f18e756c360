/** Legal variations of credentials and of whom an endpoint is for. */
import type { Variant } from '../../behaviour.ts'
import { drop, instead, refuseAlso, refuseOtherwise } from '../../operations/change.ts'
import { credentials } from '../credentials.ts'
import { deployment } from '../deployment.ts'
import { entrance } from '../entrance.ts'
import { deleteEventQueue } from '../event-queues.ts'
import { isAdministrator, isGuest } from '../roles.ts'
import { updateScheduledMessage } from '../scheduled-messages.ts'
import { variant } from './variant.ts'

/** What a deployment may leave to administrators. */
const createdByMany = new Set([
  'createChannel',
  'createUserGroup',
  'addPlayground',
  'sendInvites',
  'createReusableInviteLink',
])

export const credentialVariants: readonly Variant[] = [
  variant(
    'credentials.bad-request-code',
    'credentials.refusal-code',
    'Wrong credentials are refused with BAD_REQUEST',
    refuseOtherwise(
      credentials,
      ['credentials-given', 'account-known', 'key-right', 'account-active', 'not-logged-out'],
      'Unauthorized',
    ),
  ),
  variant(
    'credentials.administrators-create',
    'credentials.permissions',
    'Only administrators create channels, groups, playgrounds and invitations',
    refuseAlso(entrance, 'Insufficient permission', {
      where: ({ operation, caller }) => createdByMany.has(operation) && !isAdministrator(caller),
    }),
    { leaves: 'incomplete' },
  ),
  variant(
    'credentials.bots-only-read',
    'credentials.permissions',
    'Bots may only read',
    refuseAlso(entrance, 'Not for bots', { where: ({ endpoint, caller }) => caller.bot && endpoint.method !== 'GET' }),
  ),
  variant(
    'credentials.guests-only-read',
    'credentials.permissions',
    'Guests may only read',
    refuseAlso(entrance, 'Not for guests', {
      where: ({ endpoint, caller }) => isGuest(caller) && caller.active && endpoint.method !== 'GET',
    }),
  ),
  variant(
    'credentials.humans-only',
    'credentials.permissions',
    'Bots may only list linkifiers',
    refuseAlso(entrance, 'Not for bots', {
      where: ({ operation, caller }) => caller.bot && operation !== 'getLinkifiers',
    }),
  ),
  variant(
    'credentials.keys-in-either-case',
    'principle 1: in which letters a key is written is not shown',
    'Keys have small letters only, and are the same in capitals',
    [
      instead(deployment, 'keyForm', () => 'small' as const),
      ...drop(credentials, 'key-right', {
        where: ({ user, credentials: given }) => given?.key.toLowerCase() === user?.apiKey,
      }),
    ],
  ),
  variant(
    'credentials.keys-trimmed',
    'principle 1: how a header is read is not shown',
    'Blanks around a key are removed',
    drop(credentials, 'key-right', { where: ({ user, credentials: given }) => given?.key.trim() === user?.apiKey }),
  ),
  variant(
    'credentials.not-own-served',
    'credentials.not-own',
    "Somebody else's queues and scheduled messages can be changed",
    [...drop(deleteEventQueue, 'queue-is-own'), ...drop(updateScheduledMessage, 'message-is-own')],
  ),
  variant(
    'administrators.bad-request-code',
    'principle 5: either of the two codes',
    'What is for administrators is refused with BAD_REQUEST',
    refuseOtherwise(entrance, 'administrators-only', 'Must be an organization administrator', {
      where: ({ operation }) => operation !== 'createChannelFolder',
    }),
  ),
  variant(
    'user-groups.not-for-moderators',
    'user-groups.moderator-lists',
    'Moderators may not list the groups',
    refuseAlso(entrance, 'Not allowed for moderators', {
      role: 'moderator',
      where: ({ operation }) => operation === 'getUserGroups',
    }),
  ),
]
