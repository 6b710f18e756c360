/** The model of editing scheduled messages: messaging contract, "Scheduled messages". */
import { isShown, type Row, type Ruling, Undecided } from '../../../harness/index.ts'
import { NO_SUCH_ID, newlyMade } from '../fixtures.ts'
import { inDays } from '../scheduled-message-makers.ts'
import { goesTo } from '../scheduled-messages.predicates.ts'
import type { World } from '../world.ts'
import { anyOrder, callers, type Done, type OperationModel, orNull, type Params } from './operation-model.ts'
import { type RequirementId, refused, refusedPreferably } from './rules.ts'
import { oneOf, several } from './things.ts'
import { type Asked, absent, type ModelValue, missing, ofAnotherKind, outside, texts, value, wrong } from './values.ts'

const CHANNEL: readonly unknown[] = ['stream', 'channel']

/** What the message is after an accepted edit. */
const kindOf = (row: Row): 'channel' | 'direct' | null => {
  const { type, was } = row
  if (type === undefined || was === undefined) return null
  if (type === 'absent') return was === 'in a channel' ? 'channel' : 'direct'
  return CHANNEL.includes(type) ? 'channel' : 'direct'
}

const keepsType = (row: Row): boolean => row['type'] === 'absent'
const turnsInto = (row: Row, kind: 'channel' | 'direct'): boolean => kindOf(row) === kind && !keepsType(row)

const recipients =
  (turn: number) =>
  async (asked: Asked): Promise<unknown> =>
    kindOf(asked.row) === 'channel' ? oneOf('channel', asked, turn) : several('user', asked, turn + 1)

const types = (level: number): ModelValue[] => [
  absent,
  ...['direct', 'private', 'stream'].map(type => value(type, type, 'messaging.scheduled-messages.type-values')),
  ...(level >= 248 ? [value('channel', 'channel', 'messaging.scheduled-messages.type-channel')] : []),
  outside(refused('messaging.scheduled-messages.type-outside')),
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
    callers('user', 'owner'),
    {
      name: 'was',
      parameter: null,
      values: ['direct', 'in a channel', 'failed'].map(was => value(was, undefined)),
    },
    {
      name: 'before',
      parameter: null,
      values: ['nothing', 'an edit', 'a refused edit'].map(before => value(before, undefined)),
    },
    { name: 'type', values: types(level) },
    {
      name: 'to',
      values: [
        absent,
        value('first', recipients(0)),
        value('later', recipients(1)),
        missing(refusedPreferably('messaging.scheduled-messages.to-required')),
        ofAnotherKind(refused('messaging.scheduled-messages.to-kind')),
        wrong(
          'unknown channel',
          NO_SUCH_ID,
          refused('messaging.scheduled-messages.unknown-channel', 'STREAM_DOES_NOT_EXIST'),
        ),
        wrong('unknown user', [NO_SUCH_ID], refused('messaging.scheduled-messages.unknown-user', 'BAD_REQUEST')),
      ],
    },
    {
      name: 'content',
      values: [
        ...texts('later', { limit: 'max_message_length', most: 3000 }).filter(
          ({ name }) => name !== 'reserved characters',
        ),
        absent,
      ],
    },
    {
      name: 'topic',
      values: [
        absent,
        ...texts('topic', { limit: 'max_topic_length' }).slice(0, 2),
        missing(refusedPreferably('messaging.scheduled-messages.topic-required')),
      ],
    },
    {
      name: 'scheduled_delivery_timestamp',
      values: [
        absent,
        value('in days', ({ world }: Asked) => inDays(world, 3), 'messaging.scheduled-messages.timestamp'),
        missing(refusedPreferably('messaging.scheduled-messages.failed-needs-timestamp')),
        ofAnotherKind(refused('messaging.scheduled-messages.timestamp-kind')),
      ],
    },
    anyOrder,
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
        (row['topic'] === 'absent' && turnsInto(row, 'channel')),
    },
    {
      reason: 'only a changed type needs recipients, and only a channel a topic',
      excludes: row =>
        (row['to'] === 'missing' && keepsType(row)) ||
        (row['topic'] === 'missing' && !(turnsInto(row, 'channel') || kindOf(row) === null)),
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
  risky: ['was', 'type', 'topic', 'content'],
  beyond: row => {
    const needed = [
      ...(keepsType(row) ? [] : ['to']),
      ...(turnsInto(row, 'channel') ? ['topic'] : []),
      ...(row['was'] === 'failed' ? ['scheduled_delivery_timestamp'] : []),
    ]
    return ['to', 'topic', 'scheduled_delivery_timestamp'].filter(
      name => row[name] !== 'absent' && !needed.includes(name),
    ).length
  },
  request,
  review,
  rows: { quick: 0, standard: 33, thorough: 300 },
}

interface Origin {
  readonly id: number
  readonly kind: 'channel' | 'direct'
  readonly to: readonly number[]
  readonly topic: string | null
  readonly content: string
}

/** A message of its own for each edit, with what happened to it before. */
async function request(asked: Asked, params: Params): Promise<Params> {
  const { world, caller, row, notes } = asked
  const inChannel = row['was'] === 'in a channel'
  const first = inChannel ? await oneOf('channel', asked) : caller.userId
  const to = [first]
  let content = world.name('scheduled')
  const wish = {
    as: caller.email,
    type: inChannel ? 'stream' : 'direct',
    to: inChannel ? first : to,
    content,
    ...(inChannel && { topic: 'assay' }),
    ...(row['was'] === 'failed' && { failed: true }),
  }
  const id = await newlyMade(world, 'scheduled-message', wish)
  if (row['was'] === 'failed') await requireFailed(world, caller.email, id)
  if (row['before'] === 'an edit') {
    content = world.name('edited')
    world.requireAccepted(await caller.sends('updateScheduledMessage', { scheduled_message_id: id, content }))
  }
  if (row['before'] === 'a refused edit')
    await caller.sends('updateScheduledMessage', {
      scheduled_message_id: id,
      to: 'text',
      content: world.name('unsent'),
    })
  const origin: Origin = { id, kind: inChannel ? 'channel' : 'direct', to, topic: inChannel ? 'assay' : null, content }
  notes.set('origin', origin)
  const { was: _was, before: _before, ...sent } = params
  return { scheduled_message_id: id, ...sent }
}

/** A message that is not marked as failed shows nothing about failed ones. */
async function requireFailed(world: World, as: string, id: number): Promise<void> {
  const state = await orNull(world.provide('scheduled-state', { as, id }))
  if (state?.['failed'] === false)
    throw new Undecided('fixture-missing', 'the provisioner made a scheduled message whose sending had not failed')
}

/** How many refused edits are looked after. */
const LOOKED_AFTER = 8

/** What was sent is kept, what was not is as before; a refused edit changed nothing. */
async function review(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const refusedOnes = all.filter(({ outcome }) => outcome === 'error').slice(0, LOOKED_AFTER)
  const rulings: Ruling[] = []
  for (const done of [...all.filter(({ outcome }) => outcome === 'success'), ...refusedOnes]) {
    const origin = done.notes.get('origin') as Origin | undefined
    const found = origin && (await orNull(world.provide('scheduled-state', { as: done.caller.email, id: origin.id })))
    if (origin && found)
      rulings.push(...(done.outcome === 'success' ? edited(done, origin, found) : unchanged(done, origin, found)))
  }
  return rulings
}

type State = Readonly<Record<string, unknown>>

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
    ...(params['scheduled_delivery_timestamp'] === undefined
      ? []
      : [
          shows(
            'messaging.scheduled-messages.timestamp-changed',
            'deliverAt',
            params['scheduled_delivery_timestamp'],
            null,
          ),
        ]),
  ]
}

const REST = 'messaging.scheduled-messages.rest-kept'

function unchanged({ row, reply }: Done, origin: Origin, found: State): Ruling[] {
  const requirement =
    row['was'] === 'failed'
      ? 'messaging.scheduled-messages.failed-unchanged'
      : 'messaging.scheduled-messages.any-refused-unchanged'
  const base = { requirement, row, replies: [reply] }
  const has = { content: origin.content, ...(origin.kind === 'channel' && { topic: origin.topic }) }
  const goes = { found, kind: origin.kind, to: origin.to, sender: origin.kind === 'direct' ? origin.to[0] : null }
  return [
    { ...base, predicate: isShown as never, args: { what: 'the scheduled message', found, has } },
    { ...base, predicate: goesTo as never, args: goes },
  ]
}
