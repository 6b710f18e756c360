/** Faults of reactions. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import { removeReaction } from '../reactions.ts'
import { fault } from './fault.ts'

const nothingRemoved = (when: Parameters<typeof alter<typeof removeReaction, 'kept'>>[3] = {}) =>
  instead(removeReaction, 'kept', ({ message }) => message?.reactions ?? [], when)

const types = [
  ['unicode-emoji', 'unicode', 'unicode_emoji'],
  ['realm-emoji', 'realm', 'realm_emoji'],
  ['zulip-extra-emoji', 'extra', 'zulip_extra_emoji'],
] as const

const accepted: readonly Fault[] = [
  fault('reactions.removed.refused', 'removeReaction is refused', refuseAlso(removeReaction, 'Not today')),
  fault(
    'reactions.removed.to-members',
    'Members cannot take a reaction back',
    refuseAlso(removeReaction, 'Not today', { role: ['member', 'admin'] }),
  ),
  fault(
    'reactions.unicode-emoji.one-codepoint',
    'Emoji of several codepoints are not known by their code',
    refuseAlso(removeReaction, 'Invalid emoji code', {
      where: ({ params }) => params.text('emoji_code').includes('-'),
    }),
  ),
  ...types.map(([requirement, word, type]) =>
    fault(
      `reactions.${requirement}.refused-${word}`,
      `removeReaction refuses reaction_type (${word})`,
      refuseAlso(removeReaction, 'Invalid reaction_type', {
        where: ({ params }) => params.text('reaction_type') === type,
      }),
    ),
  ),
  ...(
    [
      ['name-only', 'A name alone is refused', 'emoji_code'],
      ['code-only', 'A code without a name is refused', 'emoji_name'],
    ] as const
  ).map(([requirement, describes, missing]) =>
    fault(
      `reactions.${requirement}.refused`,
      describes,
      refuseAlso(removeReaction, `Missing '${missing}'`, { where: ({ params }) => !params.has(missing) }),
    ),
  ),
]

const refused: readonly Fault[] = [
  fault(
    'reactions.removed-twice.accepted',
    'A reaction is removed any number of times',
    drop(removeReaction, 'reaction-made', {
      after: { operation: 'removeReaction', outcome: 'accepted', by: 'same' },
    }),
  ),
  fault(
    'reactions.never-made.accepted',
    'A reaction that nobody made is removed',
    drop(removeReaction, 'reaction-made', { nth: 1 }),
  ),
  fault(
    'reactions.never-made.by-name',
    'A name alone removes whatever the user reacted with first',
    alter(
      removeReaction,
      'given',
      (given, { caller }) => ({
        ...given,
        own: given.own ?? given.message?.reactions.find(one => one.userId === caller.id),
      }),
      { where: ({ params }) => !params.has('emoji_code') },
    ),
  ),
  fault(
    'reactions.invalid-code.accepted',
    'An invalid emoji code is accepted',
    drop(removeReaction, 'emoji-known', { where: ({ params }) => params.has('emoji_code') }),
  ),
  fault(
    'reactions.invalid-code.of-another-type',
    'A code is taken for an emoji of another type',
    alter(removeReaction, 'given', (given, call) => {
      const { org, caller, params } = call
      const message = org.messages.get(params.integer('message_id') ?? -1)
      const own = message?.reactions.find(
        one => one.userId === caller.id && one.emoji_code === params.text('emoji_code'),
      )
      return own ? { ...given, emoji: own, own } : given
    }),
  ),
  fault(
    'reactions.unknown-message.accepted',
    'Reactions of unknown messages are removed',
    drop(removeReaction, 'message-known'),
  ),
  fault(
    'reactions.refused-stays.removed',
    'A refused removal removes all reactions of the user',
    uponRefusal(removeReaction, 'emoji-known', ({ message, caller }) => {
      if (message) message.reactions = message.reactions.filter(one => one.userId !== caller.id)
    }),
  ),
  fault(
    'reactions.refused-stays.newest',
    'A refused removal removes the newest reaction of the message',
    uponRefusal(removeReaction, 'emoji-known', ({ message }) => void message?.reactions.pop()),
  ),
  fault(
    'properties.refused-removals-not-made.removeReaction',
    'A removal with a malformed type is refused, and the reaction is gone',
    alter(
      removeReaction,
      'refused',
      (refusal, { org, caller, sent }) => {
        const message = org.messages.get(Number(sent.get('message_id')))
        if (message) message.reactions = message.reactions.filter(one => one.userId !== caller.id)
        return refusal
      },
      { where: ({ params }) => !params.has('message_id') },
    ),
  ),
]

const kept: readonly Fault[] = [
  fault('reactions.removed-twice.kept', 'Removing a reaction changes nothing', nothingRemoved()),
  fault('sequences.removeReaction-changes-nothing', 'Removing a reaction changes nothing', nothingRemoved(), {
    breaches: 'sequences.reactions',
    budget: 'thorough',
  }),
  fault('reactions.removed-twice.every-third', 'Some kinds of removals do nothing', nothingRemoved({ oneIn: 5 })),
  ...(
    [
      ['by-name-alone', 'A name without a code removes nothing', 'emoji_code'],
      ['by-code-alone', 'A code without a name removes nothing', 'emoji_name'],
    ] as const
  ).map(([word, describes, missing]) =>
    fault(
      `reactions.removed-twice.${word}`,
      describes,
      nothingRemoved({ where: ({ params }) => !params.has(missing) }),
    ),
  ),
  fault('sequences.lapses.reactions', 'Some removals of reactions do nothing', nothingRemoved({ oneIn: 5 }), {
    breaches: 'sequences.reactions',
  }),
  fault(
    'reactions.others-stay.all-removed',
    'Removing one reaction removes all of that user',
    alter(removeReaction, 'kept', (stay, { caller }) => stay.filter(one => one.userId !== caller.id)),
  ),
  ...(
    [
      ['others-stay.message-cleared', 'Removing a reaction clears the message of every other'],
      ['other-users-stay.cleared', 'Removing a reaction clears the message of those of others'],
    ] as const
  ).map(([id, describes]) =>
    fault(
      `reactions.${id}`,
      describes,
      alter(removeReaction, 'kept', () => []),
    ),
  ),
  fault(
    'reactions.other-users-stay.all-of-an-emoji',
    'Removing a reaction removes that emoji of everybody',
    alter(removeReaction, 'kept', (stay, { emoji }) => stay.filter(one => one.emoji_code !== emoji?.emoji_code)),
  ),
]

export const reactionFaults: readonly Fault[] = [...accepted, ...refused, ...kept]
