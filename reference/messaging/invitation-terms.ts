/** On what terms somebody may be invited: role, channels, groups, expiry, welcome text. Shared by both kinds of invitation. */
import { canSeeChannel } from './access.ts'
import { type Call, type Reply, refuse } from './call.ts'
import { covers } from './group-settings.ts'
import type { Channel } from './organization.ts'
import { isAdministrator, isGuest } from './roles.ts'

export interface Terms {
  readonly role: number
  /** Seconds, or null for never. */
  readonly expiresAt: number | null
}

const defaultMinutes = 14_400

export function invitationTerms(call: Call): Terms | Reply {
  const { caller, params } = call
  if (isGuest(caller)) return refuse(call, 'permission', 'Insufficient permission')
  const role = params.integer('invite_as') ?? 400
  if (role < caller.role && call.keeps('invites.own-role-or-lower', { invited: role })) {
    return refuse(call, 'role', 'Must not invite to a role above your own')
  }
  const refused = refusedChannels(call) ?? refusedGroups(call) ?? refusedWelcome(call)
  if (refused) return refused
  const minutes = params.has('invite_expires_in_minutes') ? params.raw('invite_expires_in_minutes') : defaultMinutes
  if (minutes === null) {
    return { role, expiresAt: null }
  }
  if (Number(minutes) <= 0 && !call.uses('messaging.invites.any-expiry'))
    return refuse(call, 'expiry', 'Invalid expiry')
  return { role, expiresAt: call.now + Number(minutes) * 60 }
}

function refusedChannels(call: Call): Reply | undefined {
  const { org, caller, params } = call
  const ids = params.integers('stream_ids')
  if (ids.length > 0 && isGuest(caller))
    return refuse(call, 'subscribe', 'You do not have permission to subscribe others')
  for (const id of ids) {
    const channel = org.channels.get(id)
    if (!channel) {
      if (call.keeps('invites.known-channels', { alone: ids.length === 1, third: ids.indexOf(id) > 1 }))
        return refuse(call, 'channel', `Invalid channel ID ${id}`)
    } else if (channel.isDefault && !call.keeps('invites.default-channels')) {
      return refuse(call, 'default', 'New users are in this channel already')
    } else if (
      !(canSeeChannel(channel, caller) && maySubscribe(call, channel)) &&
      call.keeps('invites.may-subscribe')
    ) {
      return refuse(call, 'subscribe', 'You do not have permission to subscribe others')
    }
  }
  return undefined
}

function maySubscribe({ org, caller }: Call, channel: Channel): boolean {
  if (channel.isDefault || isAdministrator(caller)) return true
  const adders = channel.settings.get('can_add_subscribers_group')
  return adders !== undefined && covers(org, adders, caller)
}

function refusedGroups(call: Call): Reply | undefined {
  const { org, caller, params } = call
  for (const [at, id] of params.integers('group_ids').entries()) {
    const group = org.groups.get(id)
    const usable = group && !group.deactivated && !group.system
    if (!usable) {
      if (
        call.keeps('invites.usable-groups', {
          deactivated: group?.deactivated ?? false,
          first: at === 0,
          third: at > 1,
        })
      )
        return refuse(call, 'group', 'Invalid user group')
      continue
    }
    const adders = group.settings.get('can_add_members_group')
    const may = isAdministrator(caller) || (adders !== undefined && covers(org, adders, caller))
    if (!may && call.keeps('invites.may-add-to-groups'))
      return refuse(call, 'group-permission', 'Insufficient permission')
  }
  return undefined
}

/** Only administrators may set a welcome text; others may be refused or ignored. */
function refusedWelcome(call: Call): Reply | undefined {
  const { caller, params } = call
  if (!params.has('welcome_message_custom_text')) return undefined
  const isNull = params.text('welcome_message_custom_text') === 'null'
  if (isNull && call.uses('messaging.parameters.null-text-is-null')) return undefined
  if (!isAdministrator(caller)) {
    const ignored = call.uses('messaging.invites.members-welcome-ignored')
    return ignored ? undefined : refuse(call, 'welcome', 'Insufficient permission')
  }
  const text = params.text('welcome_message_custom_text')
  const length = call.keeps('invites.welcome-in-characters') ? [...text].length : Buffer.byteLength(text)
  const most = call.keeps('invites.welcome-at-limit') ? 8000 : 7999
  if (length <= most) return undefined
  return !call.keeps('invites.welcome-limit') ? undefined : refuse(call, 'welcome', 'Welcome message is too long')
}
