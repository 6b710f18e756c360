/** The model of creating drafts: messaging contract, "Drafts". Each row is about one draft, alone or in a batch. */
import {
  elementsWhere,
  integers,
  isNotShown,
  isObject,
  isShown,
  type Ruling,
  Undecided,
  valueAt,
  verbatim,
} from '../../../harness/index.ts'
import { type Draft, NULL_BYTE } from '../drafts/draft-makers.ts'
import { distinctIds, keptAs } from '../drafts/drafts.predicates.ts'
import { NO_SUCH_ID } from '../fixtures.ts'
import type { World } from '../world.ts'
import { DRAFTS, EVENT_ARRIVED, eventArrived, listeningFor } from './draft-events.ts'
import { type Done, everybody, type OperationModel, orNull, type Params, times } from './operation-model.ts'
import { refused } from './rules.ts'
import { oneOf, several } from './things.ts'
import { absent, inTurn, missing, outside, type RequestContext, texts, value, wrong } from './values.ts'

/** A day in seconds: clocks are assumed to differ by less. */
const DAY = 86_400

/** The draft's place in its batch, as the number of drafts before and after it. */
const PLACES: Readonly<Record<string, readonly [before: number, after: number]>> = {
  alone: [0, 0],
  'second of three': [1, 1],
  'eleventh of many': [10, 12],
}

/** The batch has the same draft twice. */
const TWICE = 'twice'

/** The request has no parameter at all. */
const NONE = 'no drafts'
const BARE = 'a bare draft'
const TEXT = 'a text for drafts'

const PLAINEST = [
  ['type', 'unaddressed'],
  ['to', 'the first'],
  ['topic', 'due'],
  ['content', 'plain'],
  ['timestamp', 'absent'],
] as const

const isOf = (row: RequestContext['row'], ...types: readonly string[]): boolean =>
  row['type'] === undefined || types.includes(row['type'])

const recipientsDue = (context: RequestContext, turn: number): Promise<unknown> | unknown => {
  if (context.row['type'] === 'stream') return oneOf('channel', context, turn).then(id => [id])
  if (context.row['type'] === 'private') return several('another', context, 1 + 2 * turn)
  return []
}

/** A list that begins with valid recipients and ends with text. */
const nearlyRecipients = async (context: RequestContext): Promise<unknown> => [
  ...(await several(context.row['type'] === 'stream' ? 'channel' : 'user', context, 2)),
  'text',
]

/** The first valid recipient as a number, not in a list. */
const firstRecipient = async (context: RequestContext): Promise<unknown> =>
  (await several(context.row['type'] === 'stream' ? 'channel' : 'user', context, 1))[0]

const channels =
  (count: number) =>
  async (context: RequestContext): Promise<number[]> => {
    const ids = await several('channel', context, count)
    if (ids.length < 2) throw new Undecided('fixture-missing', 'there is one channel alone', false)
    return ids
  }

export const createDrafts: OperationModel = {
  operation: 'createDrafts',
  needs: { actors: ['user'], allow: 'write' },
  accepted: 'messaging.drafts.unaddressed',
  decides: [
    'messaging.drafts.one-id-each',
    'messaging.drafts.ids-distinct',
    'messaging.drafts.kept',
    'messaging.drafts.channel-kept',
    'messaging.drafts.direct-kept',
    'messaging.drafts.refused-creates-nothing',
    'messaging.drafts.event',
  ],
  factors: () => [
    everybody,
    {
      name: 'type',
      values: [
        value('unaddressed', '', 'messaging.drafts.unaddressed'),
        value('stream', 'stream', 'messaging.drafts.channel'),
        value('private', 'private', 'messaging.drafts.direct'),
        missing(refused('messaging.drafts.type-required')),
        outside(refused('messaging.drafts.type-outside'), 'private'),
        wrong('null', null, refused('messaging.drafts.type-outside')),
      ],
    },
    {
      name: 'to',
      values: [
        value('the first', (context: RequestContext) => recipientsDue(context, 0)),
        value('others', (context: RequestContext) => recipientsDue(context, 1)),
        missing(refused('messaging.drafts.to-required')),
        wrong('no channel', [], refused('messaging.drafts.one-channel', 'BAD_REQUEST')),
        wrong(
          'several channels',
          inTurn('messaging.drafts.one-channel', channels(2), channels(3)),
          refused('messaging.drafts.one-channel', 'BAD_REQUEST'),
        ),
        wrong(
          'of another kind',
          inTurn('messaging.drafts.to-kind', () => 'text', nearlyRecipients, firstRecipient),
          refused('messaging.drafts.to-kind'),
        ),
        wrong('unknown channel', [NO_SUCH_ID], refused('messaging.drafts.to-unknown-channel')),
      ],
    },
    {
      name: 'topic',
      values: [
        value('due', ({ row }: RequestContext) => (row['type'] === 'stream' ? 'assay' : '')),
        ...texts('topic', { limit: 'max_topic_length' }).slice(1, 3),
        missing(refused('messaging.drafts.topic-required')),
        wrong('null byte', `as${NULL_BYTE}say`, refused('messaging.drafts.topic-null-byte')),
      ],
    },
    {
      name: 'content',
      values: [
        ...texts('draft', { limit: 'max_message_length', most: 3000 }).filter(
          ({ name }) => name !== 'reserved characters',
        ),
        missing(refused('messaging.drafts.content-required')),
        wrong(
          'null byte',
          ({ world }: RequestContext) => `${world.name('draft')}${NULL_BYTE}`,
          refused('messaging.drafts.content-null-byte'),
        ),
      ],
    },
    {
      name: 'timestamp',
      values: [
        absent,
        value(
          'past',
          ({ world }: RequestContext) => Math.floor(world.clock.now() / 1000) - DAY,
          'messaging.drafts.timestamp-sent',
        ),
        wrong(
          'of another kind',
          inTurn(
            'messaging.drafts.timestamp-kind',
            () => 'text',
            ({ world }) => `${Math.floor(world.clock.now() / 1000)}abc`,
          ),
          refused('messaging.drafts.timestamp-kind'),
        ),
      ],
    },
    {
      name: 'place',
      parameter: null,
      values: [
        ...[...Object.keys(PLACES), TWICE].map(place => value(place, undefined)),
        value(NONE, undefined, 'messaging.drafts.drafts-optional'),
        ...[BARE, TEXT].map(place => wrong(place, undefined, refused('messaging.drafts.drafts-kind'))),
      ],
    },
    times(),
  ],
  exclusions: [
    {
      reason: 'what is not sent is of no kind',
      excludes: row =>
        row['place'] === NONE && PLAINEST.some(([name, plain]) => row[name] !== undefined && row[name] !== plain),
    },
    {
      reason: 'only a channel draft needs this',
      excludes: row =>
        !isOf(row, 'stream') &&
        (['no channel', 'several channels', 'unknown channel'].includes(row['to'] ?? '') ||
          ['missing', 'null byte'].includes(row['topic'] ?? '')),
    },
    {
      reason: 'what is ignored may be missing or of any kind',
      excludes: row => !isOf(row, 'stream', 'private') && ['missing', 'of another kind'].includes(row['to'] ?? ''),
    },
  ],
  risky: ['caller', 'type', 'to', 'content', 'place'],
  request: async (context, params) => {
    await listeningFor(context.world, context.caller)
    return request(context, params)
  },
  settled: async (done, world) => {
    if (done.outcome === 'success' && draftsIn(done).length > 0)
      (done.notes as Map<string, unknown>).set(EVENT_ARRIVED, await eventArrived(world, done.caller))
  },
  judge,
  review,
  rows: { quick: 0, standard: 136, thorough: 500 },
}

/** Contents of the other drafts of a batch: long, of any script, and plain; their length varies only by a number in the name. */
const OTHER_CONTENTS = texts('beside', { limit: 'max_message_length', most: 400 })
  .filter(({ name }) => name !== 'reserved characters')
  .toReversed()

/** A long text without the last words, which may have been cut. */
const inWholeWords = (text: unknown): string => String(text).replace(/ and(?:(?! and)[a-z ])*\.?$/, '')

/** The other drafts of a batch: channel drafts beside a channel draft, else unaddressed ones. */
async function addressed(context: RequestContext): Promise<Omit<Draft, 'content'>> {
  if (context.row['type'] !== 'stream') return { type: '', to: [], topic: '' }
  return { type: 'stream', to: await recipientsDue(context, 0), topic: 'assay' }
}

async function request(context: RequestContext, { type, to, topic, content, timestamp }: Params): Promise<Params> {
  const { row } = context
  const draft = Object.fromEntries(
    Object.entries({ type, to, topic, content, timestamp }).filter(([, one]) => one !== undefined),
  )
  const others = async (count: number): Promise<Draft[]> => {
    const drafts: Draft[] = []
    for (const turn of Array.from({ length: count }).keys())
      drafts.push({
        ...(await addressed(context)),
        content: inWholeWords(await OTHER_CONTENTS[turn % OTHER_CONTENTS.length]?.make(context)),
      })
    return drafts
  }
  if (row['place'] === NONE) return {}
  if (row['place'] === TWICE) return { drafts: [draft, draft] }
  if (row['place'] === BARE) return { drafts: draft }
  if (row['place'] === TEXT) return { drafts: verbatim('text') }
  const [before = 0, after = 0] = PLACES[row['place'] ?? 'alone'] ?? []
  return { drafts: [...(await others(before)), draft, ...(await others(after))] }
}

const draftsIn = ({ params: { drafts } }: Done): Draft[] => (isObject(drafts) ? [drafts] : (drafts ?? [])) as Draft[]

/** Whether the ids must be distinct: it is open whether a deployment keeps equal drafts apart. */
const hasDistinctIds = ({ row, reply }: Done): boolean =>
  row['place'] !== TWICE && Array.isArray(valueAt(reply.json, '/ids'))

function judge(done: Done): Ruling[] {
  const { row, reply, outcome, notes } = done
  if (outcome !== 'success') return []
  const count = draftsIn(done).length
  const args = { pointer: '/ids', count }
  const hasArrived = notes.get(EVENT_ARRIVED) as boolean | null | undefined
  return [
    ...(typeof hasArrived === 'boolean'
      ? [
          {
            requirement: 'messaging.drafts.event',
            row,
            replies: [reply],
            predicate: isShown as never,
            args: {
              what: `an event of type drafts for ${count} created at once`,
              found: hasArrived ? { type: DRAFTS } : null,
            },
          },
        ]
      : []),
    { requirement: 'messaging.drafts.one-id-each', row, replies: [reply], predicate: integers as never, args },
    ...(hasDistinctIds(done)
      ? [
          {
            requirement: 'messaging.drafts.ids-distinct',
            row,
            replies: [reply],
            predicate: distinctIds as never,
            args: {},
          },
        ]
      : []),
  ]
}

/** Judges that each created draft exists as sent, for its user, and that none of the refused ones exists. */
async function review(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = []
  // Ids may be counted for each user separately.
  for (const caller of new Set(all.map(one => one.caller))) {
    const made = all.filter(done => done.caller === caller && done.outcome === 'success' && hasDistinctIds(done))
    const last = made.at(-1)
    if (last)
      rulings.push({
        requirement: 'messaging.drafts.ids-distinct',
        row: last.row,
        replies: made.map(({ reply }) => reply),
        predicate: distinctIds as never,
        args: {},
      })
  }
  for (const caller of new Set(all.filter(one => draftsIn(one).length > 0).map(one => one.caller))) {
    const value = await orNull(world.provide('drafts-of', { as: caller.email }))
    if (!value) continue
    for (const done of all)
      if (done.caller === caller)
        rulings.push(...(done.outcome === 'success' ? kept(done, value['drafts']) : notKept(done, value['drafts'])))
  }
  return rulings
}

const KEPT = {
  '': 'messaging.drafts.kept',
  stream: 'messaging.drafts.channel-kept',
  private: 'messaging.drafts.direct-kept',
} as const

const kept = (done: Done, drafts: unknown): Ruling[] =>
  draftsIn(done).map(({ type, to, topic, content }) => ({
    requirement: KEPT[type as keyof typeof KEPT] ?? KEPT[''],
    row: done.row,
    replies: [done.reply],
    predicate: keptAs as never,
    args: { found: elementsWhere(drafts, { content })[0] ?? null, type, to, topic, sender: done.caller.userId },
  }))

function notKept(done: Done, drafts: unknown): Ruling[] {
  if (done.outcome !== 'error') return []
  const there = Array.isArray(drafts) ? drafts.map(draft => String(isObject(draft) ? draft['content'] : '')) : []
  const marks = draftsIn(done).flatMap(({ content }) =>
    typeof content === 'string' ? [content.replace(NULL_BYTE, '')] : [],
  )
  return marks.map(mark => ({
    requirement: 'messaging.drafts.refused-creates-nothing',
    row: done.row,
    replies: [done.reply],
    predicate: isNotShown as never,
    args: { what: 'draft of a refused request', found: there.find(text => text.includes(mark)) ?? null },
  }))
}
