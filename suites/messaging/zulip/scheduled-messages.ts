/** Scheduled messages, and their current state. */
import type { FixtureValue } from '../../../harness/index.ts'
import { listIn, NotOnZulip } from './not-on-zulip.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

const DAY = 86_400

const scheduledMessage: Maker = async (withWhat, { calls, clock, runId }) => {
  if (withWhat['failed'] === true) throw new NotOnZulip('no call makes the sending of a scheduled message fail')
  const toChannel = withWhat['type'] === 'stream' || withWhat['type'] === 'channel'
  const to = toChannel && Array.isArray(withWhat['to']) ? withWhat['to'][0] : withWhat['to']
  const { scheduled_message_id } = await calls.as(withWhat['as'], 'POST', '/scheduled_messages', {
    type: toChannel ? 'stream' : 'direct',
    to,
    ...(toChannel && { topic: withWhat['topic'] ?? `assay ${runId}` }),
    content: withWhat['content'] ?? `assay ${runId} later`,
    scheduled_delivery_timestamp: Math.floor(clock.now() / 1000) + DAY,
  })
  return { id: scheduled_message_id }
}

export const scheduledOf = async ({ calls }: Zulip, as: unknown): Promise<readonly FixtureValue[]> =>
  listIn(await calls.as(as, 'GET', '/scheduled_messages'), 'scheduled_messages')

const scheduledState: Maker = async ({ as, id }, zulip) => {
  const found = (await scheduledOf(zulip, as)).find(one => one['scheduled_message_id'] === id)
  if (!found) throw new NotOnZulip(`there is no scheduled message ${id} of ${as}`)
  const { type, to, topic, content, scheduled_delivery_timestamp: deliverAt, failed } = found
  return { type, to, topic: topic ?? '', content, deliverAt, failed: failed === true }
}

export const scheduledMessageMakers = { 'scheduled-message': scheduledMessage, 'scheduled-state': scheduledState }
