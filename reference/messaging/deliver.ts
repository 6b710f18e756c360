/** Puts an event into the queues of the users it concerns. */
import type { Organization } from './organization.ts'

export function deliver(
  org: Organization,
  userIds: Iterable<number>,
  event: { type: string; [member: string]: unknown },
): void {
  if (org.queues.size === 0) return
  const wanted = new Set(userIds)
  const toChannel = event.type.startsWith('typing') && ('stream_id' in event || 'channel_id' in event)
  for (const queue of org.queues.values()) {
    if (!wanted.has(queue.userId)) continue
    if (queue.eventTypes && !queue.eventTypes.includes(event.type)) continue
    if (toChannel && !queue.channelTyping) continue
    queue.events.push({ ...event, id: queue.nextEventId })
    queue.nextEventId += 1
  }
}

export const everybody = (org: Organization) => org.users.keys()
