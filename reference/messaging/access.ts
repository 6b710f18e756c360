/** Which channels and messages a user can access. */
import type { Channel, Message, Organization, User } from './organization.ts'
import { isGuest } from './roles.ts'

export function canSeeChannel(channel: Channel, user: User): boolean {
  return channel.subscribers.has(user.id) || (!channel.private && !isGuest(user))
}

export function visibleChannel(org: Organization, user: User, id: number | undefined): Channel | undefined {
  const channel = id === undefined ? undefined : org.channels.get(id)
  return channel && canSeeChannel(channel, user) ? channel : undefined
}

export function visibleMessage(org: Organization, user: User, id: number | undefined): Message | undefined {
  const message = id === undefined ? undefined : org.messages.get(id)
  if (!message) return undefined
  if (message.channelId === undefined) return message.recipients.includes(user.id) ? message : undefined
  return visibleChannel(org, user, message.channelId) ? message : undefined
}
