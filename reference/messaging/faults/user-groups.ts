/** Faults of user groups. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'

const area = { mayAlso: 'user-groups.*' } as const

const created: readonly Fault[] = [
  breach(
    'user-groups.created-listed.missing',
    'A created group is not listed',
    'user-groups.created-listed',
    'groups.listed',
    area,
  ),
  breach(
    'user-groups.created-listed.deactivated',
    'A created group is deactivated',
    'user-groups.created-listed',
    'groups.active-marked',
    area,
  ),
  breach(
    'user-groups.created-listed.other-id',
    'A group is listed under another id',
    'user-groups.created-listed',
    'groups.own-id',
    {
      mayAlso: ['user-groups.*', 'channels.*', 'invites.*', 'invite-links.*', 'parameters.*'],
    },
  ),
  breach(
    'user-groups.created-listed.system',
    'Ordinary groups are marked as system groups',
    'user-groups.created-listed',
    'groups.system-marked',
    area,
  ),
  breach(
    'user-groups.name-kept.question-marks',
    'Names of other scripts are replaced',
    'user-groups.name-kept',
    'groups.name-kept',
    { facts: { script: 'other' }, ...area },
  ),
  breach(
    'user-groups.description-kept.lost',
    'Descriptions are lost',
    'user-groups.description-kept',
    'groups.description-kept',
  ),
  breach(
    'user-groups.members-kept.one-short',
    'The last member is lost',
    'user-groups.members-kept',
    'groups.members-kept',
    {
      mayAlso: 'user-groups.members-active-only',
    },
  ),
  breach(
    'user-groups.members-unknown.accepted',
    'Unknown members are accepted',
    'user-groups.members-unknown',
    'groups.known-members',
    {},
  ),
  breach(
    'user-groups.members-unknown-creates-nothing.created',
    'A refused group is created',
    'user-groups.members-unknown-creates-nothing',
    'groups.refused-creates-nothing',
  ),
  breach(
    'user-groups.members-active-only.deactivated',
    'Deactivated members are listed',
    'user-groups.members-active-only',
    'groups.active-members-only',
  ),
  breach(
    'user-groups.subgroups-kept.lost',
    'Subgroups are lost',
    'user-groups.subgroups-kept',
    'groups.subgroups-kept',
    area,
  ),
  breach(
    'user-groups.subgroups-unknown.accepted',
    'Unknown subgroups are accepted',
    'user-groups.subgroups-unknown',
    'groups.known-subgroups',
    { should: true },
  ),
  breach(
    'user-groups.subgroups-regardless.refused',
    "Other people's groups are refused as subgroups",
    'user-groups.subgroups-regardless',
    'groups.any-subgroup',
    area,
  ),
  breach(
    'user-groups.subgroups-regardless.members',
    "Members may not use other people's groups as subgroups",
    'user-groups.subgroups-regardless',
    'groups.any-subgroup',
    {
      facts: { role: 'member' },
      ...area,
    },
  ),
  breach(
    'user-groups.settings-kept.lost',
    'Settings are lost',
    'user-groups.settings-kept',
    'groups.settings-kept',
    area,
  ),
  breach(
    'user-groups.settings-kept.one-lost',
    'Who may leave is lost',
    'user-groups.settings-kept',
    'groups.settings-kept',
    {
      facts: { setting: 'can_leave_group' },
      ...area,
    },
  ),
  breach(
    'user-groups.setting-unknown.accepted',
    'An unknown group as a setting is accepted',
    'user-groups.setting-unknown',
    'settings.known-groups',
    {
      facts: { operation: 'createUserGroup' },
      should: true,
    },
  ),
  breach(
    'user-groups.date-created-seconds.milliseconds',
    'date_created is in milliseconds',
    'user-groups.date-created-seconds',
    'groups.created-in-seconds',
  ),
  breach(
    'user-groups.creator-recorded.other',
    'creator_id is somebody else',
    'user-groups.creator-recorded',
    'groups.right-creator',
  ),
]

const barred: readonly Fault[] = (
  [
    ['manage-not-internet', 'can_manage_group', 'role:internet'],
    ['manage-not-everyone', 'can_manage_group', 'role:everyone'],
    ['mention-not-internet', 'can_mention_group', 'role:internet'],
    ['mention-not-owners', 'can_mention_group', 'role:owners'],
  ] as const
).flatMap(([requirement, name, group]) => [
  breach(
    `user-groups.${requirement}.accepted`,
    `${group} is accepted for ${name}`,
    `user-groups.${requirement}`,
    'settings.barred-system-groups',
    {
      facts: { name, group },
    },
  ),
  breach(
    `user-groups.${requirement}.to-administrators`,
    `${group} is accepted for ${name} from administrators`,
    `user-groups.${requirement}`,
    'settings.barred-system-groups',
    {
      facts: { name, group, role: ['admin', 'owner'] },
    },
  ),
])

const listed: readonly Fault[] = [
  breach(
    'user-groups.guest-refused.served',
    'Guests list the groups',
    'user-groups.guest-refused',
    'getUserGroups.access',
    { facts: { role: 'guest' } },
  ),
  breach('user-groups.bot-refused.served', 'Bots list the groups', 'user-groups.bot-refused', 'getUserGroups.access', {
    facts: { role: 'bot' },
  }),
  breach(
    'user-groups.deactivated-hidden.listed',
    'Deactivated groups are always listed',
    'user-groups.deactivated-hidden',
    'groups.deactivated-hidden',
    {
      facts: { sent: false },
      ...area,
    },
  ),
  breach(
    'user-groups.deactivated-hidden-false.listed',
    'With false, deactivated groups are listed',
    'user-groups.deactivated-hidden-false',
    'groups.deactivated-hidden',
    {
      facts: { sent: true },
      since: 294,
    },
  ),
  breach(
    'user-groups.deactivated-included.missing',
    'Deactivated groups are never listed',
    'user-groups.deactivated-included',
    'groups.deactivated-listed',
    {
      since: 294,
      ...area,
    },
  ),
  breach(
    'user-groups.deactivated-included.unmarked',
    'Deactivated groups are listed as active',
    'user-groups.deactivated-included',
    'groups.deactivated-marked',
    {
      since: 294,
      ...area,
    },
  ),
  breach(
    'user-groups.old-name-works.ignored',
    'The old name does not work',
    'user-groups.old-name-works',
    'groups.deactivated-listed',
    { until: 293 },
  ),
]

export const userGroupFaults: readonly Fault[] = [...created, ...barred, ...listed]
