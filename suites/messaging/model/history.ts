/** The model of reading histories: messaging contract, "Messages", GET /messages/{message_id}/history. */
import { type Row, type Ruling, Undecided, verbatim } from '../../../harness/index.ts'
import { newlyMade, registered, unlessMissing } from '../fixtures.ts'
import {
  editOmits,
  editorsNamed,
  editShows,
  emptyPreviousShown,
  emptyTopicShown,
  hadValues,
  hasSnapshots,
  inOrder,
  movesHappened,
  rendersEach,
  type State,
  topicEditsReported,
} from '../messages/history.predicates.ts'
import { nameFor } from '../names.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { parameters } from './derive.ts'
import { type Done, everybody, type OperationModel, times } from './operation-model.ts'
import { room } from './rooms.ts'
import { type RequirementId, refused } from './rules.ts'
import { type RequestContext, value } from './values.ts'

const THINGS = ['content', 'topic', 'channel'] as const

const TO_EMPTY = 'the empty name'

/** The sequences of edits that messages go through. */
const EDITS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  content: ['content', 'content', 'content', 'content', 'content'],
  'topic, then channel': ['topic', 'channel'],
  'topic, content, topic': ['topic', 'content', 'topic'],
  'content and topic at once, then all': ['content and topic', 'content, topic and channel'],
  'from the empty topic': ['content', 'topic', TO_EMPTY],
}

const FROM_EMPTY = 'from the empty topic'

export const getMessageHistory: OperationModel = {
  operation: 'getMessageHistory',
  needs: { actors: ['user'], fixtures: ['channel', 'message', 'edit'], allow: 'write' },
  accepted: 'messaging.history.list',
  decides: [
    'messaging.history.never-edited',
    'messaging.history.user-id-recent',
    'messaging.history.rendered-after',
    'messaging.history.oldest-first',
    'messaging.history.content-after',
    'messaging.history.topic-after',
    'messaging.history.prev-topic',
    'messaging.history.stream',
    'messaging.history.prev-stream',
    'messaging.history.prev-content',
    'messaging.history.content-html-diff',
    'messaging.history.prev-rendered-content',
    'messaging.history.prev-rendered-html',
    'messaging.history.no-prev-topic',
    'messaging.history.no-streams',
    'messaging.history.no-prev-content',
    'messaging.history.empty-topic-default',
    'messaging.history.empty-topic-replaced',
    'messaging.history.empty-topic-allowed',
    'messaging.history.empty-prev-topic-replaced',
    'messaging.history.empty-prev-topic-allowed',
  ],
  factors: level => [
    everybody,
    {
      name: 'edits',
      parameter: null,
      values: Object.keys(EDITS)
        .filter(edits => level >= 334 || edits !== FROM_EMPTY)
        .map(edits => value(edits, undefined)),
    },
    ...parameters('getMessageHistory', level, {
      message_id: {
        values: [value('made', made)],
        unknown: refused('messaging.history.unknown', 'BAD_REQUEST'),
      },
      allow_empty_topic_name: level >= 334 ? { kind: refused('messaging.history.empty-topic-kind') } : {},
    }),
    times(),
  ],
  arranged,
  judge: done => (done.outcome === 'success' ? histories(done) : []),
  rows: { quick: 0, standard: 90, thorough: 300 },
}

/** Sorts rows so that every caller reads each message, each time another one first; adds rows for all reads of an empty topic. */
function arranged(all: readonly Row[]): readonly Row[] {
  const ways = new Set(all.map(row => row['allow_empty_topic_name']))
  const further = all
    .filter(row => row['edits'] === FROM_EMPTY)
    .flatMap(row => [...ways].map(way => ({ ...row, allow_empty_topic_name: way })))
    .filter(row => !all.some(one => Object.entries(row).every(([name, value]) => one[name] === value)))
  const rows: readonly Row[] = [...all, ...new Map(further.map(row => [JSON.stringify(row), row])).values()]
  const callers = [...new Set(rows.map(({ caller }) => caller))]
  const edits = Object.keys(EDITS)
  const placeOf = ({ caller, edits: made = '' }: Row): number => {
    const turn = edits.indexOf(made)
    return turn * callers.length + ((callers.indexOf(caller) + turn) % callers.length)
  }
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

interface Edited {
  readonly id: number
  readonly states: readonly State[]
}

interface Read extends Edited {
  /** How the reader's register settings show the empty topic; null if unknown. */
  readonly emptyAs: unknown
}

const EMPTY_NAME = 'realm_empty_topic_display_name'

async function made(context: RequestContext): Promise<number> {
  const rooms = [await room(context, 1), await room(context, 2), await room(context, 3)]
  if (new Set(rooms).size < rooms.length) throw new Undecided('fixture-missing', 'there is one channel alone', false)
  const edited = await editedMessage(context.world, context.row['edits'] ?? 'none', rooms)
  const emptyAs = await registered(context.world, EMPTY_NAME, context.caller.email).catch(unlessMissing)
  context.notes.set('edited', { ...edited, emptyAs })
  return edited.id
}

/** A message with these edits, made once for all readers. */
const editedMessage = shared.by(
  (edits: string, rooms: readonly number[]) => `${edits} ${rooms.join(' ')}`,
  async (world: World, edits, rooms): Promise<Edited> => {
    const as = world.user.email
    const states: State[] = [
      {
        content: `${world.name('before')} **bold**`,
        topic: edits === FROM_EMPTY ? '' : await nameFor(world, 'topic', 'max_topic_length'),
        channel: rooms[0] as number,
      },
    ]
    const { content, topic, channel } = states[0] as State
    const id = await newlyMade(world, 'message', { as, channelId: channel, topic, content })
    for (const [turn, edit] of (EDITS[edits] ?? []).entries()) {
      const change = {
        ...(edit.includes('content') && { content: `${world.name('after')} **bold**` }),
        ...(edit.includes('topic') && { topic: await nameFor(world, 'moved', 'max_topic_length') }),
        ...(edit === TO_EMPTY && { topic: '' }),
        ...(edit.includes('channel') && { channelId: rooms[turn + 1] ?? rooms[1] }),
      }
      const made = world.provide('edit', { as, messageId: id, ...change })
      // It is open whether a topic may become empty again.
      if (!(await (edit === TO_EMPTY ? made.catch(unlessMissing) : made))) break
      const before = states.at(-1) as State
      states.push({
        content: change.content ?? before.content,
        topic: change.topic ?? before.topic,
        channel: change.channelId ?? before.channel,
      })
    }
    // A read that should be refused comes before all others.
    if (world.level >= 334)
      await world.user.sends('getMessageHistory', { message_id: id, allow_empty_topic_name: verbatim('text') })
    return { id, states }
  },
)

const SHOWN = [
  ['topic', 'prev_topic', 'before', 'messaging.history.prev-topic'],
  ['channel', 'stream', 'after', 'messaging.history.stream'],
  ['channel', 'prev_stream', 'before', 'messaging.history.prev-stream'],
  ['content', 'prev_content', 'before', 'messaging.history.prev-content'],
  ['content', 'prev_rendered_content', 'string', 'messaging.history.prev-rendered-content'],
  ['content', 'content_html_diff', 'string', 'messaging.history.content-html-diff'],
] as const

const OMITTED = {
  topic: ['messaging.history.no-prev-topic', ['prev_topic']],
  channel: ['messaging.history.no-streams', ['stream', 'prev_stream']],
  content: ['messaging.history.no-prev-content', ['prev_content', 'prev_rendered_content', 'content_html_diff']],
} as const

/** Judges the fields that the history must and must not have for each edit. */
function histories({ row, reply, notes }: Done): Ruling[] {
  const edited = notes.get('edited') as Read | undefined
  if (!edited) return []
  const { states } = edited
  const on = (requirement: RequirementId, predicate: unknown, args: object): Ruling =>
    ({ requirement, row, replies: [reply], predicate, args }) as Ruling
  if (states.length === 1) return [on('messaging.history.never-edited', hasSnapshots, { count: 1 })]
  const rendered = on('messaging.history.rendered-after', rendersEach, {})
  const named = on('messaging.history.user-id-recent', editorsNamed, {})
  if (row['edits'] === FROM_EMPTY) return [rendered, named, ...emptyTopics(row, edited, on)]
  const valuesOf = (thing: 'content' | 'topic'): string[] => states.map(state => state[thing])
  const changes = states.slice(1).map((state, at) => THINGS.filter(thing => state[thing] !== states[at]?.[thing]))
  // One snapshot may stand for several edits.
  const moves = states.flatMap(({ channel: from }, at) =>
    states.slice(at + 1).flatMap(({ channel: to }) => (from === to ? [] : [[from, to]])),
  )
  const values = [
    rendered,
    named,
    on('messaging.history.oldest-first', inOrder, { field: 'content', values: valuesOf('content') }),
    on('messaging.history.content-after', hadValues, { field: 'content', values: valuesOf('content') }),
    on('messaging.history.topic-after', hadValues, { field: 'topic', values: valuesOf('topic') }),
    ...(moves.length > 0 ? [on('messaging.history.stream', movesHappened, { moves })] : []),
  ]
  // An edit of several things may appear as several snapshots: which fields each has is then open, but one with another topic
  // than the one before it has prev_topic.
  if (changes.some(change => change.length > 1))
    return [...values, on('messaging.history.prev-topic', topicEditsReported, {})]
  const ever = (thing: (typeof THINGS)[number]): boolean => changes.some(change => change.includes(thing))
  const always = (thing: (typeof THINGS)[number]): boolean => changes.every(change => change.includes(thing))
  return [
    ...values,
    ...SHOWN.filter(([thing]) => ever(thing)).map(([thing, field, when, requirement]) =>
      on(requirement, editShows, { states, thing, field, value: when }),
    ),
    ...(ever('content') ? [on('messaging.history.prev-rendered-html', rendersEach, { before: true })] : []),
    ...THINGS.filter(thing => !always(thing)).map(thing => {
      const [requirement, fields] = OMITTED[thing]
      return on(requirement, editOmits, { states, thing, fields })
    }),
  ]
}

type On = (requirement: RequirementId, predicate: unknown, args: object) => Ruling

/** Judges how the empty topic is shown, in a snapshot and before an edit. */
function emptyTopics({ allow_empty_topic_name: allow }: Row, { emptyAs, states }: Read, on: On): Ruling[] {
  const allowed = allow === 'true'
  if (!allowed && emptyAs === null) return []
  const again = states.length > 2 && states.at(-1)?.topic === ''
  const args = { ...(allowed ? { as: '', never: emptyAs } : { as: emptyAs, never: '' }), again }
  const replaced =
    allow === 'absent' ? 'messaging.history.empty-topic-default' : 'messaging.history.empty-topic-replaced'
  return [
    ...(again ? [on('messaging.history.prev-topic', topicEditsReported, {})] : []),
    on(allowed ? 'messaging.history.empty-topic-allowed' : replaced, emptyTopicShown, args),
    on(
      allowed ? 'messaging.history.empty-prev-topic-allowed' : 'messaging.history.empty-prev-topic-replaced',
      emptyPreviousShown,
      args,
    ),
  ]
}
