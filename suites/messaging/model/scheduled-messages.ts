/** The model of editing scheduled messages: messaging contract, "Scheduled messages". */
import { isShown, type Row, type Ruling } from '../../../harness/index.ts'
import { NO_SUCH_ID } from '../fixtures.ts'
import { expectedDelivery, inDays } from '../scheduled-messages/scheduled-message-makers.ts'
import { goesTo } from '../scheduled-messages/scheduled-messages.predicates.ts'
import type { World } from '../world.ts'
import { type Done, everybody, firstIn, type OperationModel, type Params } from './operation-model.ts'
import { type RequirementId, refused, refusedPreferably } from './rules.ts'
import { type Origin, type Scheduled, type State, scheduledFor, stateOf } from './scheduled-things.ts'
import { oneOf, several } from './things.ts'
import {
  absent,
  type ModelValue,
  missing,
  ofAnotherKind,
  outside,
  type RequestContext,
  texts,
  value,
  wrong,
} from './values.ts'

const CHANNEL: readonly unknown[] = ['stream', 'channel']

/** The kind of the message after an accepted edit. */
const kindOf = (row: Row): 'channel' | 'direct' | null => {
  const { type, was } = row
  if (type === undefined || was === undefined) return null
  if (type === 'absent') return was === 'in a channel' ? 'channel' : 'direct'
  return CHANNEL.includes(type) ? 'channel' : 'direct'
}

const keepsType = (row: Row): boolean => row['type'] === 'absent'
const turnsIntoChannel = (row: Row): boolean => kindOf(row) === 'channel' && !keepsType(row)

const recipients =
  (turn: number) =>
  async (context: RequestContext): Promise<unknown> =>
    kindOf(context.row) === 'channel' ? oneOf('channel', context, turn) : several('another', context, 1 + 2 * turn)

/** Ids of existing users and of an unknown one. */
const withNobody = async (context: RequestContext): Promise<number[]> => [
  ...(await several('another', context, 2)),
  NO_SUCH_ID,
]

/** A value that begins like valid recipients and ends with text. */
const nearlyRecipients = async (context: RequestContext): Promise<unknown> =>
  kindOf(context.row) === 'channel'
    ? `${await oneOf('channel', context)}abc`
    : [...(await several('another', context, 2)), 'text']

const types = (level: number): ModelValue[] => [
  absent,
  ...['direct', 'private', 'stream'].map(type => value(type, type, 'messaging.scheduled-messages.type-values')),
  ...(level >= 248 ? [value('channel', 'channel', 'messaging.scheduled-messages.type-channel')] : []),
  outside(refused('messaging.scheduled-messages.type-outside'), 'direct'),
]

export const updateScheduledMessage: OperationModel = {
  operation: 'updateScheduledMessage',
  needs: { actors: ['user'], fixtures: ['channel', 'scheduled-message'], allow: 'write' },
  accepted: 'messaging.scheduled-messages.content',
  decides: [
    'messaging.scheduled-messages.content-changed',
    'messaging.scheduled-messages.topic-changed',
    'messaging.scheduled-messages.type-changed',
    'messaging.scheduled-messages.timestamp-changed',
    'messaging.scheduled-messages.rest-kept',
    'messaging.scheduled-messages.any-refused-unchanged',
    'messaging.scheduled-messages.failed-unchanged',
    'messaging.scheduled-messages.failed-with-timestamp',
  ],
  factors: level => [
    everybody,
    {
      name: 'was',
      parameter: null,
      values: ['direct', 'in a channel', 'failed'].map(was => value(was, undefined)),
    },
    {
      name: 'before',
      parameter: null,
      values: ['an edit', 'a refused edit'].map(before => value(before, undefined)),
    },
    { name: 'type', values: types(level) },
    {
      name: 'to',
      values: [
        absent,
        value('first', recipients(0)),
        value('later', recipients(1)),
        missing(refusedPreferably('messaging.scheduled-messages.to-required')),
        ofAnotherKind(
          refused('messaging.scheduled-messages.to-kind'),
          nearlyRecipients,
          () => ({}),
          async context => [...(await several('another', context, 1)), null],
        ),
        wrong(
          'unknown channel',
          NO_SUCH_ID,
          refused('messaging.scheduled-messages.unknown-channel', 'STREAM_DOES_NOT_EXIST'),
        ),
        wrong('unknown user', withNobody, refused('messaging.scheduled-messages.unknown-user', 'BAD_REQUEST')),
      ],
    },
    {
      name: 'content',
      values: [...texts('later', { limit: 'max_message_length', most: 3000 }), absent],
    },
    {
      name: 'topic',
      values: [
        absent,
        ...texts('topic', { limit: 'max_topic_length' }).slice(0, 3),
        missing(refusedPreferably('messaging.scheduled-messages.topic-required')),
      ],
    },
    {
      name: 'scheduled_delivery_timestamp',
      values: [
        absent,
        value('in days', ({ world }: RequestContext) => inDays(world, 3), 'messaging.scheduled-messages.timestamp'),
        missing(refusedPreferably('messaging.scheduled-messages.failed-needs-timestamp')),
        ofAnotherKind(refused('messaging.scheduled-messages.timestamp-kind'), ({ world }) => `${inDays(world, 3)}abc`),
      ],
    },
    firstIn('to', 'content', 'topic', 'scheduled_delivery_timestamp'),
  ],
  exclusions: [
    {
      reason: 'repeating the type is open',
      excludes: ({ type, was }) =>
        was === 'in a channel'
          ? CHANNEL.includes(type)
          : was !== undefined && (type === 'direct' || type === 'private'),
    },
    {
      reason: 'a changed type needs recipients, and a channel a topic',
      excludes: row =>
        (row['to'] === 'absent' && row['type'] !== undefined && !keepsType(row)) ||
        (row['topic'] === 'absent' && turnsIntoChannel(row)),
    },
    {
      reason: 'only a changed type needs recipients, and only a channel a topic',
      excludes: row =>
        (row['to'] === 'missing' && keepsType(row)) ||
        (row['topic'] === 'missing' && !(turnsIntoChannel(row) || kindOf(row) === null)),
    },
    {
      reason: 'the recipients are of the other kind',
      excludes: row =>
        (row['to'] === 'unknown channel' && kindOf(row) === 'direct') ||
        (row['to'] === 'unknown user' && kindOf(row) === 'channel'),
    },
    {
      reason: 'a failed message needs a new time, any other does not',
      excludes: row =>
        (row['was'] === 'failed' && row['scheduled_delivery_timestamp'] === 'absent') ||
        (row['was'] !== undefined && row['was'] !== 'failed' && row['scheduled_delivery_timestamp'] === 'missing'),
    },
    {
      reason: 'whether an edited message is still a failed one is open',
      excludes: row => row['was'] === 'failed' && row['before'] === 'an edit',
    },
    {
      reason: 'an edit of nothing is open',
      excludes: row =>
        row['content'] === 'absent' &&
        ['type', 'to', 'topic', 'scheduled_delivery_timestamp'].every(
          name => row[name] === 'absent' || row[name] === 'missing',
        ),
    },
    {
      reason: 'a topic alone is ignored for a direct message, so that nothing is edited',
      excludes: row =>
        row['content'] === 'absent' &&
        kindOf(row) === 'direct' &&
        ['type', 'to', 'scheduled_delivery_timestamp'].every(name => row[name] === 'absent' || row[name] === 'missing'),
    },
  ],
  risky: ['caller', 'was', 'type', 'topic', 'content'],
  beyond: row => {
    const needed = [
      ...(keepsType(row) ? [] : ['to']),
      ...(turnsIntoChannel(row) ? ['topic'] : []),
      ...(row['was'] === 'failed' ? ['scheduled_delivery_timestamp'] : []),
    ]
    return ['to', 'topic', 'scheduled_delivery_timestamp'].filter(
      name => row[name] !== 'absent' && !needed.includes(name),
    ).length
  },
  request,
  settled,
  review,
  rows: { quick: 0, standard: 96, thorough: 700 },
}

/** The parameters, for a message with the kind and the past of the row; an existing one is reused. */
async function request(context: RequestContext, params: Params): Promise<Params> {
  const { was = 'direct', before = 'an edit' } = context.row
  const thing = await scheduledFor(context, was, before)
  context.notes.set('thing', thing)
  context.notes.set('origin', thing.origin)
  const { was: _was, before: _before, ...sent } = params
  return { scheduled_message_id: thing.id, ...sent }
}

/** Records the state of the message after each edit, since the next edit starts from it. */
async function settled(done: Done, world: World): Promise<void> {
  const thing = done.notes.get('thing') as Scheduled
  thing.past.add(done.outcome === 'success' ? 'an edit' : 'a refused edit')
  if (done.outcome !== 'success') return
  const found = await stateOf(world, thing)
  if (!found) return void thing.forget()
  ;(done.notes as Map<string, unknown>).set('found', found)
  thing.recordState(found, kindOf(done.row) ?? thing.origin.kind)
}

/** Judges that edits keep the values sent and leave the others unchanged, and that refused edits change nothing. */
async function review(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = []
  for (const done of all) {
    const found = done.notes.get('found') as State | undefined
    if (found) rulings.push(...edited(done, done.notes.get('origin') as Origin, found))
  }
  const refusals = all.filter(({ outcome }) => outcome === 'error')
  for (const thing of new Set(refusals.map(({ notes }) => notes.get('thing') as Scheduled))) {
    const of = refusals.filter(({ notes }) => notes.get('thing') === thing && notes.get('origin') === thing.origin)
    const found = of.length > 0 && (await stateOf(world, thing))
    if (found) for (const done of of) rulings.push(...unchanged(done, thing.origin, found))
  }
  return rulings
}

function edited({ row, reply, params, caller }: Done, origin: Origin, found: State): Ruling[] {
  const on = (requirement: RequirementId, predicate: unknown, args: object): Ruling =>
    ({ requirement, row, replies: [reply], predicate, args }) as Ruling
  const shows = (changed: RequirementId, name: string, sent: unknown, before: unknown): Ruling =>
    on(sent === undefined ? REST : changed, isShown, {
      what: 'the scheduled message',
      found,
      has: { [name]: sent ?? before },
    })
  const kind = kindOf(row) ?? origin.kind
  const to = params['to'] === undefined ? origin.to : [params['to']].flat()
  const goes = { found, kind, to, sender: kind === 'direct' ? caller.userId : null }
  return [
    shows('messaging.scheduled-messages.content-changed', 'content', params['content'], origin.content),
    on(params['to'] === undefined ? REST : 'messaging.scheduled-messages.type-changed', goesTo, goes),
    ...(kind === 'channel'
      ? [shows('messaging.scheduled-messages.topic-changed', 'topic', params['topic'], origin.topic)]
      : []),
    ...((params['scheduled_delivery_timestamp'] ?? origin.deliverAt) === undefined
      ? []
      : [
          shows(
            'messaging.scheduled-messages.timestamp-changed',
            'deliverAt',
            params['scheduled_delivery_timestamp'],
            expectedDelivery(origin.deliverAt, found['deliverAt']),
          ),
        ]),
  ]
}

const REST = 'messaging.scheduled-messages.rest-kept'

function unchanged({ row, reply, caller }: Done, origin: Origin, found: State): Ruling[] {
  const requirement =
    row['was'] === 'failed'
      ? 'messaging.scheduled-messages.failed-unchanged'
      : 'messaging.scheduled-messages.any-refused-unchanged'
  const base = { requirement, row, replies: [reply] }
  const has = { content: origin.content, ...(origin.kind === 'channel' && { topic: origin.topic }) }
  const goes = { found, kind: origin.kind, to: origin.to, sender: origin.kind === 'direct' ? caller.userId : null }
  return [
    { ...base, predicate: isShown as never, args: { what: 'the scheduled message', found, has } },
    { ...base, predicate: goesTo as never, args: goes },
  ]
}
