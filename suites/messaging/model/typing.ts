/** The models of typing indicators: messaging contract, "Typing". */
import { messageToOneself } from '../fixtures.ts'
import { parameters } from './derive.ts'
import { anyOrder, callers, type OperationModel } from './operation-model.ts'
import { refused, refusedPreferably } from './rules.ts'
import { oneOf, several } from './things.ts'
import {
  type Asked,
  listed,
  type ModelValue,
  missing,
  ofAnotherKind,
  outside,
  texts,
  unknown,
  value,
  wrong,
} from './values.ts'

/** Not sent, where the contract ignores the parameter or has a default for it. */
const leftOut = (by?: Parameters<typeof value>[2]): ModelValue => value('left out', undefined, by)

const IN_CHANNEL: readonly unknown[] = ['stream', 'channel']
const DIRECT: readonly unknown[] = ['direct', 'left out', 'private']

const everybody = callers('user', 'owner', 'guest', 'bot')

const types = (level: number): ModelValue[] => [
  value('direct', 'direct', 'messaging.typing.direct'),
  leftOut('messaging.typing.type-default'),
  ...(level < 215
    ? [value('private', 'private', 'messaging.typing.private')]
    : [value('stream', 'stream', 'messaging.typing.stream')]),
  ...(level >= 248 ? [value('channel', 'channel', 'messaging.typing.channel')] : []),
  ...(level >= 215 ? [wrong('private', 'private', refused('messaging.typing.private-dropped'))] : []),
  outside(refused('messaging.typing.type-outside')),
]

const forChannels = (level: number) =>
  level < 215
    ? []
    : [
        {
          name: 'stream_id',
          values: [
            leftOut(),
            value('first', (asked: Asked) => oneOf('channel', asked)),
            value('later', (asked: Asked) => oneOf('channel', asked, 1)),
            missing(refused('messaging.typing.stream-id-required', 'BAD_REQUEST')),
            ofAnotherKind(refused('messaging.typing.stream-id-kind')),
            unknown(refused('messaging.typing.stream-id-unknown')),
          ],
        },
        {
          name: 'topic',
          values: [
            leftOut(),
            ...texts('topic', { limit: 'max_topic_length' }).slice(0, 3),
            missing(refusedPreferably('messaging.typing.topic-required')),
          ],
        },
      ]

export const setTypingStatus: OperationModel = {
  operation: 'setTypingStatus',
  needs: { actors: ['user'], fixtures: ['channel'], allow: 'write' },
  accepted: 'messaging.typing.direct',
  factors: level => [
    everybody,
    { name: 'type', values: types(level) },
    {
      name: 'op',
      values: [
        ...listed(['start', 'stop'], 'messaging.typing.op-values'),
        missing(refusedPreferably('messaging.typing.op-required')),
        outside(refused('messaging.typing.op-outside')),
      ],
    },
    {
      name: 'to',
      values: [
        value('one', (asked: Asked) => several('another', asked, 1)),
        value('several', (asked: Asked) => several('another', asked, 3)),
        ...(level < 215 ? [] : [leftOut()]),
        missing(refusedPreferably('messaging.typing.to-required')),
        wrong('a bare id', (asked: Asked) => oneOf('another', asked), refused('messaging.typing.to-kind')),
        ofAnotherKind(refused('messaging.typing.to-kind')),
      ],
    },
    ...forChannels(level),
    anyOrder,
  ],
  exclusions: [
    {
      reason: 'typing in a channel needs a channel and a topic',
      excludes: row =>
        IN_CHANNEL.includes(row['type']) && (row['stream_id'] === 'left out' || row['topic'] === 'left out'),
    },
    {
      reason: 'typing directly needs recipients',
      excludes: row => [...DIRECT, 'outside the set'].includes(row['type']) && row['to'] === 'left out',
    },
    {
      reason: 'typing directly ignores channel and topic',
      excludes: row =>
        DIRECT.includes(row['type']) &&
        (['missing', 'of another kind', 'unknown'].includes(row['stream_id'] ?? '') || row['topic'] === 'missing'),
    },
    {
      reason: 'typing in a channel ignores recipients',
      excludes: row =>
        IN_CHANNEL.includes(row['type']) && ['missing', 'a bare id', 'of another kind'].includes(row['to'] ?? ''),
    },
  ],
  risky: ['type', 'op', 'topic'],
  rows: { quick: 0, standard: 56, thorough: 300 },
}

export const setMessageEditTypingStatus: OperationModel = {
  operation: 'setMessageEditTypingStatus',
  since: 361,
  needs: { actors: ['user'], fixtures: ['message'], allow: 'write' },
  accepted: 'messaging.typing.edit',
  factors: level => [
    everybody,
    ...parameters('setMessageEditTypingStatus', level, {
      message_id: {
        values: [value('own', ({ world, caller }: Asked) => messageToOneself(world, caller))],
        unknown: refused('messaging.typing.edit-unknown-message'),
      },
      op: {
        by: 'messaging.typing.edit-op-values',
        missing: refusedPreferably('messaging.typing.edit-op-required'),
        outside: refused('messaging.typing.edit-op-outside'),
      },
    }),
    anyOrder,
  ],
  rows: { quick: 0, standard: 18, thorough: 60 },
}
