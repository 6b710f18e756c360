/** Removing a reaction from a message. */
import { visibleMessage } from './access.ts'
import type { Call } from './call.ts'
import { deliver, everybody } from './deliver.ts'
import { type Emoji, findEmoji } from './emoji.ts'
import { operation } from './operation.ts'
import type { Reaction } from './organization.ts'
import { pathId } from './route.ts'

const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']

/** The emoji that the request means, and the caller's own reaction with it. */
export function removal(call: Call, assumed: Partial<Emoji> = {}, code = call.params.text('emoji_code')) {
  const { org, caller, params } = call
  const message = visibleMessage(org, caller, params.integer('message_id'))
  const wanted = { ...assumed, ...wantedEmoji(call, code) }
  const emoji = findEmoji(wanted)
  const type = wanted.reaction_type ?? emoji?.reaction_type
  const own = message?.reactions.find(
    one => one.emoji_code === emoji?.emoji_code && one.reaction_type === type && one.userId === caller.id,
  )
  return { message, emoji, own }
}

/** The code decides which emoji is meant; the name only if there is no code. */
function wantedEmoji({ params }: Call, emoji_code: string): Partial<Emoji> {
  const type = params.text('reaction_type')
  return {
    ...(params.has('emoji_code') ? { emoji_code } : { emoji_name: params.text('emoji_name') }),
    ...(reactionTypes.includes(type) && { reaction_type: type }),
  }
}

export const removeReaction = operation({
  id: 'removeReaction',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  parameters: [
    pathId('message_id'),
    { name: 'emoji_name', kind: 'string' },
    { name: 'emoji_code', kind: 'string' },
    { name: 'reaction_type', kind: 'string', values: reactionTypes },
  ],
  thing: ({ sent }) => `reaction ${sent.get('message_id')} ${sent.get('emoji_code') ?? sent.get('emoji_name')}`,
  given: (call: Call) => removal(call),
  rules: {
    'message-known': [({ message }) => message !== undefined, 'Invalid message(s)'],
    'emoji-known': [({ emoji }) => emoji !== undefined, 'Invalid emoji'],
    'reaction-made': [
      ({ message, emoji, own }) => !message || !emoji || own !== undefined,
      { msg: "Reaction doesn't exist.", code: 'REACTION_DOES_NOT_EXIST' },
    ],
  },
  steps: {
    /** The reactions that remain. */
    kept: ({ message, own }): Reaction[] => (message?.reactions ?? []).filter(one => one !== own),
  },
  effect(it, { kept }) {
    const { org, caller, message, emoji, own } = it
    if (!message || !own) return
    message.reactions = kept(it)
    org.touch()
    const event = { type: 'reaction', op: 'remove', user_id: caller.id, message_id: message.id }
    deliver(org, everybody(org), { ...event, ...emoji })
  },
})
