/** What invitations and reusable links have in common: their parameters, and which callers may use which values. */
import { defaultChannel } from '../invitations/invitation-makers.ts'
import { acceptedDeactivation, deactivatedGroup } from '../user-groups/user-group-makers.ts'
import type { ParameterRules } from './derive.ts'
import { type RequirementId, refused } from './rules.ts'
import { oneOf } from './things.ts'
import { inTurn, type RequestContext, texts, value, wrong } from './values.ts'

type Inviting = 'invites' | 'invite-links'

const by = (area: Inviting, name: string): RequirementId => `messaging.${area}.${name}` as RequirementId

/** For each caller, the higher roles to which they must not invite. */
const ABOVE: Readonly<Record<string, readonly [number, ...number[]]>> = {
  'new admin': [100],
  moderator: [100, 200],
  member: [300, 200, 100],
}

const above = (context: RequestContext): unknown => {
  const caller = context.row['caller'] ?? ''
  const [first = 100, ...more] = ABOVE[caller] ?? []
  return inTurn(`above ${context.row['caller']}`, () => first, ...more.map(role => () => role))(context)
}

const RANK: Readonly<Record<string, number>> = {
  owner: 100,
  admin: 200,
  'new admin': 200,
  moderator: 300,
  member: 400,
}

const invitesAbove = (caller: string | undefined, role: string | undefined): boolean =>
  caller !== undefined && Number(role) > 0 && Number(role) < (RANK[caller] ?? 400)

/** A kind of channel whose own setting lets all callers add subscribers, whatever their role. */
export const CHANNELS = 'channel open to callers'

/** A deactivated group in a list where active ones are accepted. */
async function withDeactivated(context: RequestContext): Promise<number[]> {
  await acceptedDeactivation(context.world)
  return [await oneOf('group open to callers', context), (await deactivatedGroup(context.world)).id]
}

export const invitationParameters = (area: Inviting) =>
  ({
    invite_expires_in_minutes: {
      values: [value('a day and a minute', 1441, by(area, 'expires')), value('null', null, by(area, 'expires-never'))],
      kind: refused(by(area, 'expires-kind')),
    },
    invite_as: {
      values: [
        value('100', 100, by(area, 'role-owner')),
        ...[200, 300, 400, 600].map(role => value(String(role), role, by(area, 'role-values'))),
      ],
      kind: refused(by(area, 'role-kind')),
      more: [
        wrong('outside the set', 500, refused(by(area, 'role-outside'))),
        wrong('above', above, refused(by(area, 'role-above'), 'BAD_REQUEST')),
      ],
    },
    group_ids: {
      by: by(area, 'groups'),
      names: 'group open to callers',
      not: ['none'],
      kind: refused(by(area, 'groups-kind')),
      unknown: refused(by(area, 'groups-unknown')),
      more: [
        wrong('deactivated after active', withDeactivated, refused('messaging.user-groups.deactivated-no-invitation')),
      ],
    },
    include_realm_default_subscriptions: {
      by: by(area, 'default-subscriptions'),
      kind: refused(by(area, 'default-subscriptions-kind')),
    },
    welcome_message_custom_text: {
      values: [
        ...texts('welcome', { by: by(area, 'welcome'), stated: 3200 }).slice(1),
        value('empty', '', by(area, 'welcome-empty')),
      ],
    },
  }) satisfies Readonly<Record<string, ParameterRules>>

export const exclusions = [
  {
    reason: 'nobody invites above their own role',
    excludes: (row: RequestContext['row']) => invitesAbove(row['caller'], row['invite_as']),
  },
  {
    reason: 'no role is above an owner, and the administrator of a target file may be one',
    excludes: (row: RequestContext['row']) =>
      ['owner', 'admin'].includes(row['caller'] ?? '') && row['invite_as'] === 'above',
  },
  {
    reason: 'a welcome text from somebody who is not an administrator is open',
    excludes: (row: RequestContext['row']) =>
      ['member', 'moderator'].includes(row['caller'] ?? '') &&
      (row['welcome_message_custom_text'] ?? 'absent') !== 'absent',
  },
]

export const inDefault = async ({ world }: RequestContext): Promise<number[]> => [await defaultChannel(world)]
