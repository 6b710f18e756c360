/** Faults of typing: what is refused, accepted, ignored and listed. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, refuseAlso, uponRefusal } from '../../operations/change.ts'
import type { Seen } from '../../operations/stage.ts'
import { scriptOf } from '../call.ts'
import { deliver } from '../deliver.ts'
import { registration } from '../register-settings.ts'
import { readTyping, setMessageEditTypingStatus, setTypingStatus, typingEvent } from '../typing.ts'
import { fault, type More } from './fault.ts'

type Typing = Seen<typeof setTypingStatus>

/** Refuses requests that have to be accepted. */
const refuses = (id: string, describes: string, where: (it: Typing) => boolean, more: More = {}): Fault => {
  const change = refuseAlso(setTypingStatus, 'Not like this', { where })
  return fault(`typing.${id}`, describes, change, more)
}

const ofType =
  (type: string) =>
  ({ params }: Typing): boolean =>
    params.text('type') === type

const inTopic =
  (topic: string) =>
  ({ inChannel, params }: Typing): boolean =>
    inChannel && params.raw('topic') === topic

const topics = [
  ['empty-topic', ''],
  ['no-topic', '(no topic)'],
  ['display-name-topic', 'general chat'],
] as const

const accepted: readonly Fault[] = [
  refuses('direct.refused-direct', 'setTypingStatus refuses type (direct)', ofType('direct')),
  refuses('stream.refused-stream', 'setTypingStatus refuses type (stream)', ofType('stream')),
  refuses('channel.refused-channel', 'setTypingStatus refuses type (channel)', ofType('channel')),
  refuses('private.refused-private', 'setTypingStatus refuses type (private)', ofType('private')),
  fault(
    'typing.stream.other-scripts',
    'Topics of other scripts are refused',
    refuseAlso(setTypingStatus, 'Invalid topic', {
      where: ({ inChannel, params }) => inChannel && scriptOf(params.text('topic')) === 'other',
    }),
    { breaches: ['typing.stream', 'typing.channel'] },
  ),
  ...topics.flatMap(([requirement, topic]) => [
    refuses(`${requirement}.refused`, `Typing in the topic '${topic}' is refused`, inTopic(topic), { until: 416 }),
    refuses(`${requirement}-allowed.refused`, `Typing in the topic '${topic}' is refused`, inTopic(topic)),
  ]),
  ...(['start', 'stop'] as const).flatMap(op => [
    refuses(`op-values.refused-${op}`, `Typing refuses op '${op}'`, ({ params }) => params.text('op') === op),
    fault(
      `typing.edit-op-values.refused-${op}`,
      `Typing while editing refuses op '${op}'`,
      refuseAlso(setMessageEditTypingStatus, 'Invalid op', { where: ({ params }) => params.text('op') === op }),
    ),
  ]),
  fault(
    'typing.edit.refused',
    'setMessageEditTypingStatus is refused',
    refuseAlso(setMessageEditTypingStatus, 'Not today'),
    { breaches: ['typing.edit', 'properties.accepts-edit-typing'] },
  ),
]

/** The users in `to`, which is ignored in a channel. */
const usersIn = ({ params }: Typing): readonly unknown[] => [params.raw('to')].flat()
const isKnown = ({ org }: Typing, id: unknown): boolean => org.users.has(Number(id)) || org.channels.has(Number(id))

type Ignored = readonly [
  name: 'to' | 'stream_id' | 'topic',
  word: string,
  describes: string,
  where: (it: Typing) => boolean,
]

const refusedIgnored: readonly Ignored[] = [
  ['to', 'refused', 'Typing in a channel refuses to', () => true],
  ['to', 'empty-refused', 'Typing in a channel refuses an empty list of users', it => usersIn(it).length === 0],
  [
    'to',
    'unknown-refused',
    'Typing in a channel looks up the users in to',
    it => !usersIn(it).every(id => isKnown(it, id)),
  ],
  ['to', 'several-refused', 'Typing in a channel refuses several users in to', it => usersIn(it).length > 1],
  ['stream_id', 'refused', 'Direct typing refuses stream_id', () => true],
  ['stream_id', 'zero-refused', 'Direct typing refuses the stream_id 0', ({ params }) => params.raw('stream_id') === 0],
  [
    'stream_id',
    'unknown-refused',
    'Direct typing looks up the channel in stream_id',
    it => !isKnown(it, it.params.raw('stream_id')),
  ],
  ['topic', 'refused', 'Direct typing refuses topic', () => true],
  ['topic', 'empty-refused', 'Direct typing refuses an empty topic', ({ params }) => params.raw('topic') === ''],
]

const isIgnored = ({ inChannel, modern, params }: Typing, name: string): boolean =>
  params.has(name) && (name === 'to' ? inChannel && modern : !inChannel)

const ignored: readonly Fault[] = [
  ...refusedIgnored.map(([name, word, describes, where]) =>
    refuses(`${name.replace('_', '-')}-ignored.${word}`, describes, it => isIgnored(it, name) && where(it)),
  ),
  ...(['to', 'stream_id', 'topic'] as const).map(name =>
    fault(
      `typing.${name.replace('_', '-')}-ignored.listed`,
      name === 'to' ? 'Typing in a channel lists to as unsupported' : `Direct typing lists ${name}`,
      alter(setTypingStatus, 'reply', () => ({ ignored_parameters_unsupported: [name] }), {
        where: it => isIgnored(it, name),
      }),
    ),
  ),
  fault(
    'typing.ignored-tells-nobody.users',
    'Typing in a channel is also reported to the users in to',
    alter(setTypingStatus, 'effect', (_made, it) => tellsUsers(it), { where: it => isIgnored(it, 'to') }),
  ),
  fault(
    'typing.ignored-tells-nobody.channel',
    'Direct typing is also reported to the channel in stream_id',
    alter(
      setTypingStatus,
      'effect',
      (_made, it) => {
        const named = it.org.channels.get(it.params.integer('stream_id') ?? -1)
        tells(it, [...(named?.subscribers ?? [])])
      },
      { where: ({ inChannel }) => !inChannel },
    ),
  ),
]

/** Delivers the event to users as if it were a direct message. */
const tellsUsers = (it: Typing): void => tells({ ...it, inChannel: false }, it.to)

const tells = (it: Typing, ids: readonly number[]): void =>
  deliver(
    it.org,
    ids.filter(id => id !== it.caller.id),
    typingEvent(it),
  )

const refused: readonly Fault[] = [
  fault(
    'typing.type-default.channel',
    'Typing without a type is taken as in a channel',
    alter(setTypingStatus, 'given', (_given, call) => readTyping(call, 'stream'), {
      where: ({ params }) => !params.has('type'),
    }),
  ),
  fault('typing.to-unknown.accepted', 'Typing to nobody known is accepted', drop(setTypingStatus, 'users-known')),
  fault(
    'typing.stream-id-unknown.accepted',
    'Typing in an unknown channel is accepted',
    drop(setTypingStatus, 'channel-known'),
  ),
  fault(
    'typing.edit-unknown-message.accepted',
    'Editing an unknown message is accepted',
    drop(setMessageEditTypingStatus, 'message-known'),
  ),
  fault(
    'typing.refused-tells-nobody.no-channel',
    'A typing that is refused for want of a channel is reported to the users in to',
    uponRefusal(setTypingStatus, 'stream-id-given', tellsUsers),
  ),
  fault(
    'typing.refused-tells-nobody.known-users',
    'A typing that is refused for an unknown user is reported to the known ones',
    uponRefusal(setTypingStatus, 'users-known', tellsUsers),
  ),
]

const periods: readonly Fault[] = (['started_wait', 'stopped_wait', 'started_expiry'] as const).map(name =>
  fault(
    `typing.${name.replace('_', '-')}-period.zero`,
    `The period ${name} is 0`,
    alter(registration, 'settings', was => ({ ...was, [`server_typing_${name}_period_milliseconds`]: 0 })),
  ),
)

export const typingFaults: readonly Fault[] = [...accepted, ...ignored, ...refused, ...periods]
