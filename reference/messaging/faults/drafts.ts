/** Faults of drafts. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import { type Call, scriptOf } from '../call.ts'
import { createDrafts, storeDraft } from '../drafts.ts'
import { eachRules } from '../operation.ts'
import { takenOfWrongKind } from './careless-parameters.ts'
import { takenWithout } from './draft-members.ts'
import { altered, fault } from './fault.ts'

const bad = ['drafts.one-channel', 'drafts.type-outside', 'drafts.content-null-byte', 'drafts.content-required']

const notKept = ({ org }: Call): number => org.id('draft')

const types = [
  ['unaddressed', '', 'Unaddressed drafts are refused'],
  ['channel', 'stream', 'Channel drafts are refused'],
  ['direct', 'private', 'Direct drafts are refused'],
] as const

const accepted: readonly Fault[] = [
  fault(
    'drafts.one-id-each.beyond-twenty',
    'Of a batch of more than twenty drafts the first twenty are created',
    alter(createDrafts, 'effect', ids => ids.slice(0, 20)),
  ),
  ...types.map(([word, type, describes]) =>
    fault(
      `drafts.${word}.refused`,
      describes,
      refuseAlso(createDrafts, 'Invalid draft type', { where: ({ drafts }) => drafts.some(one => one.type === type) }),
    ),
  ),
  fault(
    'drafts.drafts-optional.demanded',
    'A request without drafts is refused',
    refuseAlso(createDrafts, "Missing 'drafts' argument", { where: ({ params }) => !params.has('drafts') }),
  ),
  fault(
    'drafts.to-ignored.refused',
    'Unaddressed drafts refuse to',
    refuseAlso(createDrafts, 'Unaddressed', {
      where: ({ drafts }) => drafts.some(({ type, to }) => type === '' && to.length > 0),
    }),
  ),
  ...(['direct', 'unaddressed'] as const).map(word =>
    fault(
      `drafts.topic-ignored-${word}.refused`,
      `${word === 'direct' ? 'Direct' : 'Unaddressed'} drafts refuse a topic`,
      refuseAlso(createDrafts, 'No topic here', {
        where: ({ drafts }) =>
          drafts.some(({ type, topic }) => type === (word === 'direct' ? 'private' : '') && topic !== ''),
      }),
    ),
  ),
  fault(
    'drafts.timestamp-sent.refused',
    'A timestamp is refused',
    refuseAlso(createDrafts, 'Malformed timestamp', {
      where: ({ drafts }) => drafts.some(({ timestamp }) => timestamp !== undefined),
    }),
  ),
]

const refused: readonly Fault[] = [
  fault('drafts.to-required.direct', 'A direct draft without to is one for nobody', takenWithout('to', 'private')),
  ...(
    [
      [0, 'none', 'no channel'],
      [2, 'two', 'two channels'],
      [3, 'three', 'three channels'],
    ] as const
  ).map(([count, word, words]) =>
    fault(`drafts.one-channel.${word}`, `A channel draft with ${words} is accepted`, [
      ...drop(createDrafts, 'one-channel', { where: ({ item: { to } }) => to.length === count }),
      instead(createDrafts, 'store', notKept, { where: (_it, { type, to }) => type === 'stream' && to.length !== 1 }),
    ]),
  ),
  ...(['later', 'first'] as const).map(place =>
    fault(
      `drafts.one-channel.${place}-unseen`,
      place === 'later'
        ? 'Only the first draft of a batch is looked at'
        : 'The first draft of a batch is not looked at',
      drop(createDrafts, eachRules(createDrafts), {
        where: ({ drafts, at }) => drafts.length > 1 && at > 0 === (place === 'later'),
      }),
      { breaches: bad },
    ),
  ),
  fault(
    'drafts.one-channel-creates-nothing.created',
    'A refused channel draft is created',
    uponRefusal(createDrafts, 'one-channel', it => storeDraft(it, { ...it.item, type: 'stream', timestamp: it.now })),
  ),
  fault(
    'drafts.to-unknown-channel.accepted',
    'A draft for an unknown channel is accepted',
    drop(createDrafts, 'channel-known'),
  ),
  fault(
    'drafts.to-unknown-user.accepted',
    'A draft for an unknown user is accepted',
    drop(createDrafts, 'users-known'),
  ),
  fault(
    'drafts.topic-null-byte.accepted',
    'A null byte in a topic is accepted',
    drop(createDrafts, 'topic-without-null-byte'),
  ),
  fault(
    'drafts.content-null-byte.accepted',
    'A null byte in content is accepted',
    drop(createDrafts, 'content-without-null-byte'),
  ),
  fault(
    'drafts.type-outside.taken',
    'A draft of an unlisted type is created',
    drop(createDrafts, 'type-known', { where: ({ item: { type } }) => type !== 'channel' && type !== 'direct' }),
  ),
]

const kept: readonly Fault[] = [
  fault('drafts.kept.lost', 'Drafts are answered but not kept', instead(createDrafts, 'store', notKept), {
    breaches: ['drafts.kept', 'drafts.channel-kept'],
  }),
  fault(
    'drafts.kept.first-of-a-batch',
    'Only the first draft of a batch is kept',
    instead(createDrafts, 'store', notKept, { where: (_it, _draft, at) => at > 0 }),
  ),
  fault(
    'drafts.kept.shortened',
    'Only the start of a draft is kept',
    alter(createDrafts, 'kept', draft => ({ ...draft, content: `${draft.content.slice(0, 8)}…` })),
  ),
  fault(
    'drafts.kept.retyped',
    'Unaddressed drafts are kept as direct ones',
    alter(createDrafts, 'kept', draft => ({ ...draft, type: draft.type === '' ? 'private' : draft.type })),
  ),
  fault(
    'drafts.channel-kept.topic',
    'The topic of a draft is lost',
    alter(createDrafts, 'kept', draft => ({ ...draft, topic: '' })),
  ),
  fault(
    'drafts.channel-kept.other-scripts',
    'Topics of other scripts are lost',
    alter(createDrafts, 'kept', draft => ({ ...draft, topic: '' }), {
      where: (_it, { topic }) => scriptOf(topic) === 'other',
    }),
  ),
  fault(
    'drafts.channel-kept.channel',
    'The channel of a draft is lost',
    alter(createDrafts, 'kept', draft => ({ ...draft, to: draft.to.map(id => id + 1) }), {
      where: (_it, { type }) => type === 'stream',
    }),
  ),
  fault(
    'drafts.timestamp-filled.zero',
    'A timestamp that was not sent is 0',
    alter(createDrafts, 'kept', draft => ({ ...draft, timestamp: 0 }), {
      where: (_it, { timestamp }) => timestamp === undefined,
    }),
  ),
]

const answered: readonly Fault[] = [
  fault(
    'drafts.one-id-each.one-short',
    'One id is missing',
    alter(createDrafts, 'effect', ids => ids.slice(0, -1)),
  ),
  fault(
    'drafts.one-id-each.over-five',
    'One id is missing in batches over five',
    alter(createDrafts, 'effect', ids => ids.slice(0, -1), { where: ({ drafts }) => drafts.length > 5 }),
  ),
  fault(
    'drafts.ids-distinct.repeated',
    'All drafts get the same id',
    alter(createDrafts, 'effect', (ids, { org }) => ids.map(() => [...org.drafts.keys()][0] ?? 0)),
  ),
  altered(
    'drafts.ids.second-call',
    'Every second reply of createDrafts has its ids as text',
    ['createDrafts', 'success', 'ids/*'],
    { as: 'string' },
    { oneIn: 2 },
  ),
  fault(
    'drafts.event.none',
    'No drafts event is sent',
    instead(createDrafts, 'announce', () => {}),
  ),
  fault(
    'drafts.event.batches',
    'A batch of drafts sends no event',
    instead(createDrafts, 'announce', () => {}, { where: (_it, ids) => ids.length > 1 }),
  ),
]

const passedOver = fault(
  'drafts.drafts-kind.passed-over',
  'What is no object among drafts is passed over',
  takenOfWrongKind('createDrafts', 'drafts', 'element', raw => raw.includes('{')),
)

export const draftFaults: readonly Fault[] = [...accepted, ...refused, passedOver, ...kept, ...answered]
