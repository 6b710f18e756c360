/** The terms of an invitation: role, channels, groups, expiry, welcome text. Shared by both kinds of invitation. */
import type { Rule } from '../operations/stage.ts'
import { canSeeChannel } from './access.ts'
import type { Call } from './call.ts'
import { covers } from './group-settings.ts'
import type { Refusal } from './operation.ts'
import type { Channel, UserGroup } from './organization.ts'
import { isAdministrator, isGuest } from './roles.ts'

export const termParameters = [
  { name: 'invite_expires_in_minutes', kind: 'integer-or-null' },
  { name: 'invite_as', kind: 'integer', values: [100, 200, 300, 400, 600] },
  { name: 'group_ids', kind: 'integers' },
  { name: 'include_realm_default_subscriptions', kind: 'boolean' },
  { name: 'welcome_message_custom_text', kind: 'string' },
] as const

const defaultMinutes = 14_400

export interface Terms {
  readonly role: number
  /** The channels named; undefined for one that does not exist. */
  readonly channels: readonly (Channel | undefined)[]
  readonly groups: readonly (UserGroup | undefined)[]
  readonly welcome: string | undefined
  /** Null for never. */
  readonly minutes: number | null
}

export const termsOf = ({ org, params }: Call): Terms => {
  const [minutes, welcome] = ['invite_expires_in_minutes', 'welcome_message_custom_text'] as const
  const asked = params.has(minutes) ? params.raw(minutes) : defaultMinutes
  return {
    role: params.integer('invite_as') ?? 400,
    channels: params.integers('stream_ids').map(id => org.channels.get(id)),
    groups: params.integers('group_ids').map(id => org.groups.get(id)),
    welcome: params.has(welcome) ? params.text(welcome) : undefined,
    minutes: asked === null ? null : Number(asked),
  }
}

export type Invited = Call & Terms

/** Seconds, or null for never. */
export const expiryOf = ({ now, minutes }: Invited): number | null => (minutes === null ? null : now + minutes * 60)

export const isUsable = (group: UserGroup | undefined): group is UserGroup =>
  group !== undefined && !group.deactivated && !group.system

const noPermission = 'Insufficient permission'

export const termRules = {
  'not-by-guests': [({ caller }) => !isGuest(caller), noPermission],
  'role-not-above-own': [({ caller, role }) => role >= caller.role, 'Must not invite to a role above your own'],
  'channels-known': [({ channels }) => !channels.includes(undefined), 'Invalid channel ID'],
  'channels-allowed': [
    it => it.channels.every(channel => !channel || maySubscribe(it, channel)),
    'You do not have permission to subscribe others',
  ],
  'groups-known': [({ groups }) => groups.every(group => group && !group.system), 'Invalid user group'],
  'groups-active': [({ groups }) => groups.every(group => !group?.deactivated), 'Invalid user group'],
  'groups-allowed': [it => it.groups.every(group => !isUsable(group) || mayAddTo(it, group)), noPermission],
  'welcome-by-administrators': [
    ({ welcome, caller }) => welcome === undefined || isAdministrator(caller),
    noPermission,
  ],
  'welcome-within-limit': [
    ({ welcome = '', caller }) => !isAdministrator(caller) || [...welcome].length <= 8000,
    'Welcome message is too long',
  ],
  'expiry-positive': [({ minutes }) => minutes === null || minutes > 0, 'Invalid expiry'],
} as const satisfies Readonly<Record<string, Rule<Invited, Refusal>>>

function maySubscribe({ org, caller }: Call, channel: Channel): boolean {
  if (!canSeeChannel(channel, caller)) return false
  if (channel.isDefault || isAdministrator(caller)) return true
  const adders = channel.settings.get('can_add_subscribers_group')
  return adders !== undefined && covers(org, adders, caller)
}

function mayAddTo({ org, caller }: Call, group: UserGroup): boolean {
  const adders = group.settings.get('can_add_members_group')
  return isAdministrator(caller) || (adders !== undefined && covers(org, adders, caller))
}
