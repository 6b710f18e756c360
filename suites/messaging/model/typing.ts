import { type Ruling, verbatim } from '../../../harness/index.ts'
import { listsNoneOf } from '../conventions/parameters.predicates.ts'
import { NO_SUCH_ID } from '../fixtures.ts'
import { type Done, everybody, firstIn, type OperationModel, times } from './operation-model.ts'
import { refused, refusedPreferably } from './rules.ts'
import { oneOf, several } from './things.ts'
import {
  listed,
  type ModelValue,
  missing,
  ofAnotherKind,
  outside,
  type RequestContext,
  texts,
  unknown,
  value,
  wrong,
} from './values.ts'

/** Leaves a parameter out that the contract ignores or has a default for. */
const leftOut = (by?: Parameters<typeof value>[2]): ModelValue => value('left out', undefined, by)

const IN_CHANNEL: readonly unknown[] = ['stream', 'channel']
const DIRECT: readonly unknown[] = ['direct', 'left out', 'private']

const types = (level: number): ModelValue[] => [
  value('direct', 'direct', 'messaging.typing.direct'),
  leftOut('messaging.typing.type-default'),
  ...(level < 215
    ? [value('private', 'private', 'messaging.typing.private')]
    : [value('stream', 'stream', 'messaging.typing.stream')]),
  ...(level >= 248 ? [value('channel', 'channel', 'messaging.typing.channel')] : []),
  ...(level >= 215 ? [wrong('private', 'private', refused('messaging.typing.private-dropped'))] : []),
  outside(refused('messaging.typing.type-outside'), 'direct'),
]

const forChannels = (level: number) =>
  level < 215
    ? []
    : [
        {
          name: 'stream_id',
          values: [
            leftOut(),
            value('first', (context: RequestContext) => oneOf('channel', context)),
            value('later', (context: RequestContext) => oneOf('channel', context, 1)),
            value('of no channel', NO_SUCH_ID, 'messaging.typing.stream-id-ignored'),
            missing(refused('messaging.typing.stream-id-required', 'BAD_REQUEST')),
            ofAnotherKind(
              refused('messaging.typing.stream-id-kind'),
              async context => `${await oneOf('channel', context)}abc`,
            ),
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

const withNobody = async (context: RequestContext) => [...(await several('another', context, 2)), NO_SUCH_ID]

const IGNORED_IN_CHANNEL: readonly unknown[] = ['empty', 'of some and nobody']

/** Judges that parameters ignored for this type are not listed as unsupported. */
function judge({ row, reply, params, outcome }: Done): Ruling[] {
  const ignored = IN_CHANNEL.includes(row['type']) ? (['to'] as const) : (['stream_id', 'topic'] as const)
  return ignored
    .filter(name => outcome === 'success' && params[name] !== undefined)
    .map(name => ({
      requirement: IGNORED[name],
      row,
      replies: [reply],
      predicate: listsNoneOf as never,
      args: { supported: [name] },
    }))
}

const IGNORED = {
  to: 'messaging.typing.to-ignored',
  stream_id: 'messaging.typing.stream-id-ignored',
  topic: 'messaging.typing.topic-ignored',
} as const

export const setTypingStatus: OperationModel = {
  operation: 'setTypingStatus',
  needs: { actors: ['user'], fixtures: ['channel'], allow: 'write' },
  accepted: 'messaging.typing.direct',
  decides: ['messaging.typing.to-ignored', 'messaging.typing.stream-id-ignored', 'messaging.typing.topic-ignored'],
  factors: level => [
    everybody,
    { name: 'type', values: types(level) },
    {
      name: 'op',
      values: [
        ...listed(['start', 'stop'], 'messaging.typing.op-values'),
        missing(refusedPreferably('messaging.typing.op-required')),
        outside(refused('messaging.typing.op-outside'), 'start'),
      ],
    },
    {
      name: 'to',
      values: [
        value('one', (context: RequestContext) => several('another', context, 1)),
        value('several', (context: RequestContext) => several('another', context, 3)),
        ...(level < 215
          ? []
          : [
              leftOut(),
              value('empty', [], 'messaging.typing.to-ignored'),
              value('of some and nobody', withNobody, 'messaging.typing.to-ignored'),
            ]),
        missing(refusedPreferably('messaging.typing.to-required')),
        wrong('a bare id', (context: RequestContext) => oneOf('another', context), refused('messaging.typing.to-kind')),
        ofAnotherKind(
          refused('messaging.typing.to-kind'),
          async context => [...(await several('another', context, 2)), 'text'],
          () => ({}),
          () => verbatim('"text"'),
          async context => [...(await several('another', context, 1)), null],
        ),
      ],
    },
    ...forChannels(level),
    firstIn('op', 'to', 'stream_id', 'topic'),
    times(),
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
      reason: 'only what is ignored may be of nobody or of no channel',
      excludes: row =>
        (IN_CHANNEL.includes(row['type']) && row['stream_id'] === 'of no channel') ||
        ([...DIRECT, 'outside the set'].includes(row['type']) && IGNORED_IN_CHANNEL.includes(row['to'])),
    },
    {
      reason: 'typing in a channel ignores recipients',
      excludes: row =>
        IN_CHANNEL.includes(row['type']) && ['missing', 'a bare id', 'of another kind'].includes(row['to'] ?? ''),
    },
  ],
  risky: ['caller', 'type', 'op', 'to', 'topic'],
  judge,
  rows: { quick: 0, standard: 119, thorough: 400 },
}
