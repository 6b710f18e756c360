/** Fixtures that read back what the contract gives no way to read, and the fixture that removes things. */
import { momentOf, nobodyAsking } from './call.ts'
import { channelNamed } from './channels.ts'
import { deploymentOf } from './deployment.ts'
import { shownDraft } from './drafts.ts'
import { type Maker, Unavailable } from './fixture-maker.ts'
import type { Organization } from './organization.ts'
import { registerSettings } from './register-settings.ts'
import { roleName } from './roles.ts'

export const readBacks: Readonly<Record<string, Maker>> = {
  events: ({ org, behaviour }, withWhat) => {
    const queue = org.queues.get(String(withWhat['queueId']))
    if (!queue) throw new Unavailable(`no queue ${withWhat['queueId']}`)
    const { moment, events } = deploymentOf(behaviour)
    return { events: events(moment, queue, behaviour.clock.now()) }
  },
  register: ({ behaviour, as }, withWhat) => {
    const role = roleName(as(withWhat))
    return registerSettings(momentOf(behaviour, { ...nobodyAsking('registerQueue'), role }))
  },
  invitations: ({ org }) => ({ emails: [...org.invitations.values()].map(one => one.email) }),
  'scheduled-state': ({ org, behaviour }, withWhat) => {
    const { moment, scheduledState } = deploymentOf(behaviour)
    const message = org.scheduled.get(Number(withWhat['id']))
    if (!message) throw new Unavailable(`no scheduled message ${withWhat['id']}`)
    const { type, to, topic, content, deliverAt, failed } = message
    return scheduledState(moment, { type, to, topic, content, deliverAt, failed }, message, behaviour.clock.now())
  },
  'default-channels': ({ org, behaviour }) => {
    const { moment, defaultsRead } = deploymentOf(behaviour)
    const channels = [...org.channels.values()].filter(one => one.isDefault)
    return { ids: defaultsRead(moment, channels, behaviour.clock.now()).map(one => one.id) }
  },
  'channel-named': ({ org }, withWhat) => {
    const channel = channelNamed(org, String(withWhat['name']))
    if (!channel) throw new Unavailable(`no channel named ${withWhat['name']}`)
    return { id: channel.id, private: channel.private, subscribers: [...channel.subscribers] }
  },
  'drafts-of': ({ org, behaviour, as }, withWhat) => {
    const { moment, draftsRead } = deploymentOf(behaviour)
    const { id } = as(withWhat)
    const drafts = [...org.drafts.values()].filter(draft => draft.ownerId === id)
    return { drafts: draftsRead(moment, drafts, behaviour.clock.now()).map(shownDraft) }
  },
  'unread-of': ({ behaviour, as }, withWhat) => {
    const { moment, unreadRead } = deploymentOf(behaviour)
    const reader = as(withWhat)
    return { count: unreadRead(moment, reader.unread.size, reader, behaviour.clock.now()) }
  },
}

/** Accepts the kind as reports write it: `user group` and `user-group` are the same. */
export const discard: Maker = ({ org }, withWhat) => {
  const kind = String(withWhat['kind'])
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  const remove = removals[kind]
  if (!remove) throw new Unavailable(`no way to discard a ${kind}`)
  remove(org, withWhat['id'])
  return {}
}

type Removal = (org: Organization, id: unknown) => void

const removals: Readonly<Record<string, Removal>> = {
  channel: (org, id) => org.channels.delete(Number(id)),
  'channel-folder': (org, id) => org.folders.delete(Number(id)),
  folder: (org, id) => org.folders.delete(Number(id)),
  'default-channel': (org, id) => {
    const channel = org.channels.get(Number(id))
    if (channel) channel.isDefault = false
  },
  message: (org, id) => org.messages.delete(Number(id)),
  'scheduled-message': (org, id) => org.scheduled.delete(Number(id)),
  draft: (org, id) => org.drafts.delete(Number(id)),
  invitation: removeInvitation,
  invite: removeInvitation,
  'multiuse-invite': (org, id) => org.inviteLinks.delete(Number(id)),
  'invite-link': (org, id) => org.inviteLinks.delete(Number(id)),
  'reusable-link': (org, link) => {
    for (const { id, key } of org.inviteLinks.values()) if (String(link).includes(key)) org.inviteLinks.delete(id)
  },
  'profile-field': (org, id) => org.profileFields.delete(Number(id)),
  playground: (org, id) => org.playgrounds.delete(Number(id)),
  linkifier: (org, id) => org.linkifiers.delete(Number(id)),
  'user-group': (org, id) => {
    if (!org.groups.get(Number(id))?.system) org.groups.delete(Number(id))
  },
  'navigation-view': (org, id) => {
    for (const key of org.navigationViews.keys())
      if (key.slice(key.indexOf(' ') + 1) === id) org.navigationViews.delete(key)
  },
  'event-queue': (org, id) => org.queues.delete(String(id)),
  upload: (org, id) => org.uploads.delete(String(id)),
  'push-device': (org, id) => {
    for (const { pushDevices } of org.users.values()) pushDevices.delete(Number(id))
  },
  actor: deactivate,
  user: deactivate,
}

/** Removes an invitation by its id or its address. */
function removeInvitation(org: Organization, id: unknown): void {
  for (const one of org.invitations.values()) if (one.id === id || one.email === id) org.invitations.delete(one.id)
}

function deactivate(org: Organization, id: unknown): void {
  const user = typeof id === 'string' ? org.userByEmail(id) : org.users.get(Number(id))
  if (user) user.active = false
}
