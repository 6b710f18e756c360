/** Sending and editing messages. The contract specifies neither; clients and fixtures need both. */
import { deliver } from './deliver.ts'
import { htmlDifference, render } from './markdown.ts'
import type { Message, Organization, User } from './organization.ts'

export interface NewMessage {
  readonly sender: User
  readonly channelId?: number
  readonly topic?: string
  readonly to?: readonly number[]
  readonly content: string
}

export function sendMessage(org: Organization, now: number, made: NewMessage): Message {
  const { sender, channelId, content } = made
  const recipients = channelId === undefined ? [...new Set([sender.id, ...(made.to ?? [])])] : []
  const topic = channelId === undefined ? '' : (made.topic ?? '')
  const first = { topic, content, rendered_content: render(content), timestamp: now, user_id: sender.id }
  const message: Message = {
    id: org.id('message'),
    senderId: sender.id,
    ...(channelId !== undefined && { channelId }),
    recipients,
    topic,
    content,
    timestamp: now,
    history: [first],
    reactions: [],
  }
  org.messages.set(message.id, message)
  const readers = channelId === undefined ? recipients : (org.channels.get(channelId)?.subscribers ?? [])
  for (const id of readers) if (id !== sender.id) org.users.get(id)?.unread.add(message.id)
  deliver(org, readers, { type: 'message', message: { id: message.id, sender_id: sender.id, content }, flags: [] })
  org.touch()
  return message
}

export interface Edit {
  readonly content?: string
  readonly topic?: string
  readonly channelId?: number
}

export function editMessage(org: Organization, now: number, editor: User, message: Message, edit: Edit): void {
  const before = { topic: message.topic, content: message.content, channelId: message.channelId }
  if (edit.content !== undefined) message.content = edit.content
  if (edit.topic !== undefined) message.topic = edit.topic
  if (edit.channelId !== undefined) message.channelId = edit.channelId
  message.history.push({
    topic: message.topic,
    content: message.content,
    rendered_content: render(message.content),
    timestamp: now,
    user_id: editor.id,
    ...(edit.topic !== undefined && edit.topic !== before.topic && { prev_topic: before.topic }),
    ...(edit.channelId !== undefined &&
      edit.channelId !== before.channelId && { stream: edit.channelId, prev_stream: before.channelId }),
    ...(edit.content !== undefined &&
      edit.content !== before.content && {
        prev_content: before.content,
        prev_rendered_content: render(before.content),
        content_html_diff: htmlDifference(before.content, edit.content),
      }),
  })
  org.touch()
}
