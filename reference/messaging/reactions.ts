/** Removing a reaction from a message. */
import { visibleMessage } from './access.ts'
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { deliver, everybody } from './deliver.ts'
import { type Emoji, findEmoji } from './emoji.ts'
import { pathId, type Route } from './route.ts'

const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']

export const reactionRoutes: readonly Route[] = [
  {
    operation: 'removeReaction',
    method: 'DELETE',
    path: '/messages/{message_id}/reactions',
    parameters: [
      pathId('message_id'),
      { name: 'emoji_name', kind: 'string' },
      { name: 'emoji_code', kind: 'string' },
      { name: 'reaction_type', kind: 'string', values: reactionTypes },
    ],
    handle: removeReaction,
  },
]

function removeReaction(call: Call): Reply {
  const { org, caller, params } = call
  const message = visibleMessage(org, caller, params.integer('message_id'))
  if (!message) return call.keeps('reactions.known-message') ? refuse(call, 'message', 'Invalid message(s)') : succeed()
  if (!params.has('emoji_code') && params.has('emoji_name') && !call.keeps('reactions.by-name'))
    return refuse(call, 'emoji', 'No code')
  if (!params.has('emoji_name') && params.has('emoji_code') && !call.keeps('reactions.by-code'))
    return refuse(call, 'emoji', 'No name')
  const unnamed = !params.has('emoji_code') && !params.has('emoji_name')
  if (unnamed && call.uses('messaging.reactions.unnamed-passes')) return succeed()
  const wanted = wantedEmoji(call)
  const known = findEmoji(wanted)
  if (!known && params.has('emoji_code') && !call.keeps('reactions.known-code')) return succeed()
  if (!known) {
    if (!call.keeps('reactions.refused-unchanged'))
      message.reactions = message.reactions.filter(one => one.userId !== caller.id)
    if (!call.keeps('reactions.refused-keeps-newest')) message.reactions = message.reactions.slice(0, -1)
    return refuse(call, 'emoji', 'Invalid emoji')
  }
  const own = message.reactions.find(
    one => one.emoji_code === known.emoji_code && sameType(one, wanted, known) && one.userId === caller.id,
  )
  if (!own) {
    const gone = org.gone.has(traceOf(call, known))
    if (!call.keeps('reactions.existing-only', { gone })) return succeed()
    return refuse(call, gone ? 'gone' : 'never', "Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST')
  }
  org.touch()
  org.gone.add(traceOf(call, known))
  if (call.keeps('reactions.removed')) message.reactions = message.reactions.filter(one => one !== own)
  if (!call.keeps('reactions.other-users-stay'))
    message.reactions = message.reactions.filter(one => one.emoji_code !== known.emoji_code)
  if (!call.keeps('reactions.all-others-stay')) message.reactions = message.reactions.filter(one => one === own)
  if (!call.keeps('reactions.others-stay'))
    message.reactions = message.reactions.filter(one => one.userId !== caller.id)
  deliver(org, everybody(org), { type: 'reaction', op: 'remove', user_id: caller.id, message_id: message.id, ...known })
  return succeed()
}

const traceOf = ({ caller, params }: Call, { emoji_code, reaction_type }: Emoji) =>
  `reaction ${params.integer('message_id')} ${caller.id} ${reaction_type} ${emoji_code}`

/** A code names the emoji by itself; a name does where there is no code. */
function wantedEmoji({ params, uses }: Call): Partial<Emoji> {
  const assumed = uses('messaging.reactions.unicode-assumed') ? { reaction_type: 'unicode_emoji' } : {}
  return {
    ...assumed,
    ...(params.has('emoji_code')
      ? { emoji_code: params.text('emoji_code') }
      : { emoji_name: params.text('emoji_name') }),
    ...(reactionTypes.includes(params.text('reaction_type')) && { reaction_type: params.text('reaction_type') }),
  }
}

function sameType(one: Emoji, wanted: Partial<Emoji>, known: Emoji): boolean {
  return one.reaction_type === (wanted.reaction_type ?? known.reaction_type)
}
