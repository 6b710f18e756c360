/** Legal variations of credentials, and of who may use an endpoint. */
import type { Variant } from '../../behaviour.ts'
import { type Change, drop, instead, refuseAlso, refuseOtherwise, uponRefusal } from '../../operations/change.ts'
import { credentials, type Knock } from '../credentials.ts'
import { deployment } from '../deployment.ts'
import { entrance } from '../entrance.ts'
import { deleteEventQueue } from '../event-queues.ts'
import { isAdministrator, isGuest, roles } from '../roles.ts'
import { updateScheduledMessage } from '../scheduled-messages.ts'
import { variant } from './variant.ts'

/** Operations that a deployment may reserve for administrators. */
const RESERVABLE = new Set([
  'createChannel',
  'createUserGroup',
  'addPlayground',
  'sendInvites',
  'createReusableInviteLink',
])

interface Guard {
  wrong: number
  until: number
}

const LOCKED_OUT = { msg: 'Too many wrong keys, try again later', code: 'LOCKED_OUT' }

/** Locks somebody out for ten seconds after this many wrong keys; `whom` says whom. */
function lockedOut(most: number, whom: (it: Knock) => object, refusal = LOCKED_OUT): readonly Change[] {
  const guards = new WeakMap<object, Guard>()
  const guardOf = (it: Knock): Guard => {
    const guard = guards.get(whom(it)) ?? { wrong: 0, until: 0 }
    guards.set(whom(it), guard)
    return guard
  }
  return [
    ...uponRefusal(credentials, 'key-right', it => {
      const guard = guardOf(it)
      guard.wrong++
      if (guard.wrong % most === 0) guard.until = it.nowMs + 10_000
    }),
    refuseAlso(credentials, refusal, { where: it => guardOf(it).until > it.nowMs }),
  ]
}

const RESERVED: ReadonlySet<string> = new Set(['createDrafts', 'addNavigationView', 'uploadFile', 'getMessageHistory'])

const LISTED: ReadonlySet<string> = new Set(['addNavigationView', 'getLinkifiers', 'getPresence', 'uploadFile'])

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
      where: ({ operation, caller }) => RESERVABLE.has(operation) && !isAdministrator(caller),
    }),
    { leaves: 'untried' },
  ),
  variant(
    'credentials.owners-create',
    'credentials.permissions',
    'Only owners create channels, groups, playgrounds and invitations',
    refuseAlso(entrance, 'Insufficient permission', {
      where: ({ operation, caller }) => RESERVABLE.has(operation) && caller.role !== roles.owner,
    }),
    { leaves: 'untried', excludes: ['messaging.credentials.administrators-create'] },
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
    'credentials.linkifiers-not-for-bots',
    'credentials.permissions',
    'Bots may not list linkifiers',
    refuseAlso(entrance, 'Not for bots', {
      where: ({ operation, caller }) => caller.bot && operation === 'getLinkifiers',
    }),
    { excludes: ['messaging.credentials.humans-only'] },
  ),
  variant(
    'administrators.linkifiers-alone',
    'principle 15: acceptance is due to an administrator',
    'Linkifiers are for administrators',
    refuseAlso(entrance, 'Insufficient permission', {
      role: ['member', 'moderator', 'guest', 'bot'],
      where: ({ operation }) => operation === 'getLinkifiers',
    }),
    { excludes: ['messaging.credentials.humans-only', 'messaging.credentials.linkifiers-not-for-bots'] },
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
    'credentials.account-shut-out',
    'principle 1: what follows wrong keys is not shown',
    'After four wrong keys the account is refused for a while',
    lockedOut(4, ({ org, user }) => user ?? org),
    { leaves: 'incomplete' },
  ),
  variant(
    'credentials.account-shut-out-alike',
    'principle 1: what follows wrong keys is not shown',
    'After four wrong keys the account is refused for a while, in the words for a wrong key',
    lockedOut(4, ({ org, user }) => user ?? org, { msg: 'Invalid API key', code: 'UNAUTHORIZED' }),
    { leaves: 'untried', excludes: ['messaging.credentials.account-shut-out'] },
  ),
  variant(
    'credentials.address-shut-out',
    'principle 1: what follows wrong keys is not shown',
    'After ten wrong keys everybody is refused for a while',
    lockedOut(10, ({ org }) => org),
    { leaves: 'untried' },
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
    'administrators.alone-served',
    'principle 15: acceptance is due to an administrator',
    'Drafts, views, files and histories are for administrators',
    refuseAlso(entrance, 'Insufficient permission', {
      where: ({ operation, caller }) => RESERVED.has(operation) && !(caller && isAdministrator(caller)),
    }),
    { leaves: 'incomplete' },
  ),
  variant(
    'administrators.alone-listed',
    'principle 15: acceptance is due to an administrator',
    'Linkifiers, presence, views and files are for administrators and bots',
    refuseAlso(entrance, 'Insufficient permission', {
      role: ['member', 'moderator', 'guest'],
      where: ({ operation }) => LISTED.has(operation),
    }),
    { excludes: ['messaging.administrators.alone-served'] },
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
