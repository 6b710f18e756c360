/** Messages, their edits, and unread messages. */
import type { FixtureValue } from '../../../harness/index.ts'
import { deletedQueue } from './events.ts'
import { NotOnZulip } from './not-on-zulip.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

async function sent(zulip: Zulip, as: unknown, fields: FixtureValue): Promise<unknown> {
  const { id } = await zulip.calls.as(as, 'POST', '/messages', fields)
  zulip.senders.set(Number(id), String(as))
  return id
}

const message: Maker = async ({ as, channelId, topic, to, content }, zulip) => {
  const { runId } = zulip
  const where =
    channelId === undefined
      ? { type: 'direct', to }
      : { type: 'stream', to: channelId, topic: topic ?? `assay ${runId}` }
  return { id: await sent(zulip, as, { ...where, content: content ?? `assay ${runId} message` }) }
}

const edit: Maker = async ({ as, messageId, content, topic, channelId }, { calls }) => {
  await calls.as(as, 'PATCH', `/messages/${messageId}`, {
    content,
    topic,
    stream_id: channelId,
    ...((topic ?? channelId) !== undefined && { propagate_mode: 'change_one' }),
  })
  return {}
}

/** Sends unread messages; a cleanup finds them by the returned ids. */
const unread: Maker = async (withWhat, zulip) => {
  const { calls, runId } = zulip
  const reader = String(withWhat['as'])
  const to = [await calls.userId(reader)]
  const messageIds: unknown[] = []
  for (let n = 1; n <= Number(withWhat['count'] ?? 1); n++) {
    const content = `assay ${runId} unread ${n}`
    messageIds.push(await sent(zulip, calls.other(reader), { type: 'direct', to, content }))
  }
  return { messageIds }
}

const unreadOf: Maker = async ({ as }, zulip) => {
  const { unread_msgs } = await deletedQueue(zulip, String(as), ['message', 'update_message_flags'])
  const count = (unread_msgs as FixtureValue | undefined)?.['count']
  if (count === undefined) throw new NotOnZulip('the register reply of the server does not count unread messages')
  return { count }
}

export const messageMakers = { message, edit, unread, 'unread-of': unreadOf }
