/** Faults of the terms of invitations, both by email and by link. */
import type { Fault } from '../../behaviour.ts'
import { drop, refuseAlso } from '../../operations/change.ts'
import type { Call } from '../call.ts'
import { isUsable, type Terms } from '../invitation-terms.ts'
import { createReusableInviteLink } from '../invite-links.ts'
import { sendInvites } from '../invites.ts'
import type { Params } from '../params.ts'
import { isAdministrator, roles } from '../roles.ts'
import { altered, fault } from './fault.ts'

type Inviting = typeof sendInvites | typeof createReusableInviteLink

const above: readonly (readonly [word: string, describes: string, invited: number, role?: string])[] = [
  ['moderators', 'Members invite moderators', 300],
  ['owners', 'Members invite owners', 100],
  ...(
    [
      ['moderator', 200],
      ['moderator', 100],
      ['admin', 100],
    ] as const
  ).map(
    ([role, invited]) =>
      [`${role}-as-${invited}`, `A caller of role ${role} may invite as ${invited}`, invited, role] as const,
  ),
]

const minutes = 'invite_expires_in_minutes'
const welcome = 'welcome_message_custom_text'
const defaults = 'include_realm_default_subscriptions'

/** Values that must be accepted. */
const values: readonly (readonly [requirement: string, word: string, name: string, is: (value: unknown) => boolean])[] =
  [
    ...[200, 300, 400, 600].map(
      role => ['role-values', String(role), 'invite_as', (value: unknown) => value === role] as const,
    ),
    ['role-owner', 'owner', 'invite_as', value => value === 100],
    ['expires', 'number', minutes, value => typeof value === 'number'],
    ['expires', 'odd-minutes', minutes, value => typeof value === 'number' && value % 60 !== 0],
    ['expires-never', 'null', minutes, value => value === null],
    ['welcome', 'text', welcome, () => true],
    ['welcome-empty', 'empty', welcome, value => value === ''],
    ['default-subscriptions', 'true', defaults, value => value === true],
    ['default-subscriptions', 'false', defaults, value => value === false],
  ]

const firstUnknown = ({ channels }: Terms): number => channels.indexOf(undefined)
const sends = (params: Params, name: string): boolean => params.integers(name).length > 0

const faultsOf = (of: Inviting, area: string, limit: string): readonly Fault[] => {
  return [
    fault(`${area}.role-above.accepted`, 'Members invite to any role', drop(of, 'role-not-above-own')),
    ...above.map(([word, describes, invited, role]) =>
      fault(
        `${area}.role-above.${word}`,
        describes,
        drop(of, 'role-not-above-own', {
          ...(role !== undefined && { role }),
          where: (it: Terms) => it.role === invited,
        }),
      ),
    ),
    ...guestsInvite(of, area),
    ...leftOut.map(([word, describes, where]) =>
      fault(
        `${area}.role-left-out.${word}`,
        `${of.id}: ${describes}`,
        refuseAlso(of, 'Must not invite to a role above your own', { where }),
      ),
    ),
    ...values.map(([requirement, word, name, is]) =>
      fault(
        `${area}.${requirement}.refused-${word}`,
        `${of.id} refuses ${name} (${word})`,
        refuseAlso(of, `Invalid ${name}`, { where: ({ params }) => params.has(name) && is(params.raw(name)) }),
      ),
    ),
    fault(
      `${area}.channels.refused`,
      'Channels are refused',
      refuseAlso(of, 'Invalid stream_ids', { where: ({ params }) => sends(params, 'stream_ids') }),
    ),
    fault(
      `${area}.channels-default.refused`,
      'Default channels are refused',
      refuseAlso(of, 'New users are in this channel already', {
        where: ({ channels }) => channels.some(channel => channel?.isDefault),
      }),
    ),
    ...unknownChannels.map(([word, describes, where]) =>
      fault(`${area}.channels-unknown.${word}`, describes, drop(of, 'channels-known', { where })),
    ),
    fault(`${area}.channels-not-allowed.accepted`, 'Members invite to any channel', drop(of, 'channels-allowed')),
    fault(
      `${area}.groups.refused`,
      'User groups are refused',
      refuseAlso(of, 'Invalid group_ids', { where: ({ params }) => sends(params, 'group_ids') }),
    ),
    fault(`${area}.groups-unknown.accepted`, 'Unknown groups are accepted', drop(of, 'groups-known')),
    fault(
      `${area}.groups-unknown.third`,
      'An unknown third group is accepted',
      drop(of, 'groups-known', { where: ({ groups }) => groups.findIndex(group => !isUsable(group)) > 1 }),
    ),
    fault(`${area}.groups-not-allowed.accepted`, 'Members invite into any group', drop(of, 'groups-allowed')),
    ...ownCodes(of.id, area),
    fault(
      `${limit}.refused`,
      'A welcome text at the limit is refused',
      refuseAlso(of, 'Welcome message is too long', { where: it => [...(it.welcome ?? '')].length === 8000 }),
    ),
    fault(
      `${limit}.bytes`,
      'A welcome text is measured in bytes',
      refuseAlso(of, 'Welcome message is too long', { where: it => Buffer.byteLength(it.welcome ?? '') > 8000 }),
    ),
    fault(
      `${limit}-over.accepted`,
      'A welcome text over the limit is accepted',
      drop(of, 'welcome-within-limit', { where: ({ caller }) => isAdministrator(caller) }),
    ),
  ]
}

/** The default role is not that of a member. */
const leftOut: readonly (readonly [word: string, describes: string, where: (it: Call) => boolean])[] = [
  [
    'administrators',
    'administrators are invited by default',
    ({ params, caller }) => !isAdministrator(caller) && !params.has('invite_as'),
  ],
  [
    'moderators',
    'moderators are invited by default',
    ({ params, caller }) => caller.role === roles.member && !params.has('invite_as'),
  ],
  [
    'by-moderators',
    'what a moderator invites to by default is above them',
    ({ params, caller }) => caller.role === roles.moderator && !params.has('invite_as'),
  ],
  [
    'by-name',
    'members invite members only by default',
    ({ params, caller }) => caller.role === roles.member && params.integer('invite_as') === roles.member,
  ],
]

/** Faults that let guests invite, to any role, or as members. */
const guestsInvite = (of: Inviting, area: string): readonly Fault[] =>
  (
    [
      ['guests', 'Guests invite to any role', () => true],
      ['guests-by-default', 'Guests who name no role invite members', ({ params }: Call) => !params.has('invite_as')],
      ['guests-by-name', 'Guests invite members by name', ({ params }: Call) => params.has('invite_as')],
    ] as const
  ).map(([word, describes, where]) =>
    fault(`${area}.role-above.${word}`, describes, [
      ...drop(of, 'not-by-guests'),
      ...drop(of, 'role-not-above-own', { role: 'guest', where }),
    ]),
  )

const unknownChannels: readonly (readonly [word: string, describes: string, where: (it: Terms) => boolean])[] = [
  ['accepted', 'Unknown channels are accepted', () => true],
  ['beside-known', 'An unknown channel beside a known one is accepted', ({ channels }) => channels.length > 1],
  ['third', 'An unknown third channel is accepted', it => firstUnknown(it) > 1],
]

/** Refusals with codes that the contract does not name. */
function ownCodes(operation: string, area: string): Fault[] {
  const at = [operation, 'error', 'code'] as const
  const more = (role: string | readonly string[]) => ({ facts: { code: 'BAD_REQUEST', role } })
  return [
    altered(
      `${area}.groups-not-allowed.own-code`,
      `${operation} refuses a member a group with a code of its own`,
      at,
      { set: 'NOT_YOUR_GROUP' },
      more('member'),
    ),
    altered(
      `${area}.not-allowed.own-code`,
      `${operation} refuses who is not an administrator with a code of its own`,
      at,
      { set: 'INSUFFICIENT_PERMISSION' },
      { ...more(['member', 'moderator', 'guest']), breaches: `${area}.channels-not-allowed` },
    ),
  ]
}

/** Faults of invitations that name deactivated groups. */
const intoDeactivated: readonly Fault[] = [
  fault('user-groups.deactivated-no-invitation.accepted', 'Invitations lead into a deactivated group', [
    ...drop(sendInvites, 'groups-active'),
    ...drop(createReusableInviteLink, 'groups-active'),
  ]),
  fault(
    'user-groups.deactivated-no-invitation.by-email',
    'Invitations by email lead into a deactivated group',
    drop(sendInvites, 'groups-active'),
  ),
  fault(
    'user-groups.deactivated-no-invitation.after-others',
    'A link leads into a deactivated group that stands after another',
    drop(createReusableInviteLink, 'groups-active', { where: ({ groups }) => !groups[0]?.deactivated }),
  ),
]

export const invitationTermFaults: readonly Fault[] = [
  ...faultsOf(sendInvites, 'invites', 'limits.welcome-text'),
  ...faultsOf(createReusableInviteLink, 'invite-links', 'limits.link-welcome-text'),
  ...intoDeactivated,
]
