/** What the history of a message shows of its edits. Snapshots are found by what they hold, not by where they stand. */
import { isDeepStrictEqual } from 'node:util'
import {
  bodyOf,
  broken,
  type Exchange,
  elementsWhere,
  holds,
  isObject,
  type Judgement,
  predicate,
  shown,
  vacuous,
  valueAt,
} from '../../harness/index.ts'

type Snapshot = Readonly<Record<string, unknown>>
type Where = Readonly<Record<string, unknown>>

const EDIT_FIELDS = [
  'prev_topic',
  'stream',
  'prev_stream',
  'prev_content',
  'prev_rendered_content',
  'content_html_diff',
] as const

const snapshotsOf = (exchange: Exchange | undefined): unknown[] | null => {
  const list = valueAt(exchange?.json, '/message_history')
  return Array.isArray(list) ? list : null
}

const ofEvery = (exchanges: readonly Exchange[], judge: (snapshots: unknown[]) => Judgement): Judgement => {
  for (const exchange of exchanges) {
    const snapshots = snapshotsOf(exchange)
    const one = snapshots ? judge(snapshots) : broken('message_history to be an array', bodyOf(exchange))
    if (one.outcome !== 'holds') return one
  }
  return holds
}

/** The last of those that hold this: an edit of another thing leaves it as the one before it did. */
const ofEdit = (exchanges: readonly Exchange[], where: Where, judge: (snapshot: Snapshot) => Judgement): Judgement =>
  ofEvery(exchanges, snapshots => {
    const found = elementsWhere(snapshots, where).at(-1)
    return found === undefined ? vacuous(`no snapshot has ${shown(where)}`) : judge(found as Snapshot)
  })

/** There are this many snapshots. */
export const hasSnapshots = predicate('messaging.history.count', (exchanges, args: { count: number }) =>
  ofEvery(exchanges, ({ length }) =>
    length === args.count ? holds : broken(`${args.count} in message_history`, `there are ${length}`),
  ),
)

/** A field of the snapshots goes through exactly these values, whatever the order. */
export const goesThrough = predicate(
  'messaging.history.goes-through',
  (exchanges, args: { field: string; values: readonly unknown[] }) =>
    ofEvery(exchanges, snapshots => {
      const actual = snapshots.map(snapshot => (isObject(snapshot) ? snapshot[args.field] : snapshot))
      return isDeepStrictEqual([...actual].sort(), [...args.values].sort())
        ? holds
        : broken(`the ${args.field} of each snapshot to be ${shown(args.values)}`, shown(actual))
    }),
)

/** A field goes through these values in this order, and time never goes back. */
export const inOrder = predicate(
  'messaging.history.in-order',
  (exchanges, args: { field: string; values: readonly unknown[] }) =>
    ofEvery(exchanges, snapshots => {
      const actual = snapshots.map(snapshot => (snapshot as Snapshot)?.[args.field])
      if (!isDeepStrictEqual(actual, args.values))
        return broken(`the ${args.field} of the snapshots to be ${shown(args.values)}`, shown(actual))
      const times = snapshots.map(snapshot => Number((snapshot as Snapshot)['timestamp']))
      const back = times.some((time, index) => index > 0 && time < (times[index - 1] as number))
      return back ? broken('timestamps that never go back', shown(times)) : holds
    }),
)

/** The snapshot of an edit says this. */
export const editSays = predicate('messaging.history.edit-says', (exchanges, args: { where: Where; says: Where }) =>
  ofEdit(exchanges, args.where, snapshot => {
    const odd = Object.entries(args.says).find(([name, value]) => !isDeepStrictEqual(snapshot[name], value))
    return odd === undefined
      ? holds
      : broken(`the snapshot with ${shown(args.where)} to have ${odd[0]} ${shown(odd[1])}`, shown(snapshot[odd[0]]))
  }),
)

/** The snapshot of an edit has these fields, of these kinds. */
export const editHas = predicate(
  'messaging.history.edit-has',
  (exchanges, args: { where: Where; fields: Readonly<Record<string, 'string' | 'integer'>> }) =>
    ofEdit(exchanges, args.where, snapshot => {
      for (const [name, kind] of Object.entries(args.fields)) {
        const value = snapshot[name]
        const right = kind === 'string' ? typeof value === 'string' : Number.isInteger(value)
        if (!right) return broken(`the snapshot with ${shown(args.where)} to have ${name}, ${kind}`, shown(value))
      }
      return holds
    }),
)

/** The snapshot of an edit has none of these fields. */
export const editLacks = predicate(
  'messaging.history.edit-lacks',
  (exchanges, args: { where: Where; fields: readonly string[] }) =>
    ofEdit(exchanges, args.where, snapshot => {
      const odd = args.fields.find(name => Object.hasOwn(snapshot, name))
      return odd === undefined
        ? holds
        : broken(`the snapshot with ${shown(args.where)} to have no ${odd}`, shown(snapshot[odd]))
    }),
)

/** The first snapshot tells of no edit. */
export const firstIsPlain = predicate('messaging.history.first-is-plain', exchanges =>
  ofEvery(exchanges, ([first]) => {
    const odd = EDIT_FIELDS.find(name => isObject(first) && Object.hasOwn(first, name))
    return odd === undefined ? holds : broken(`the first snapshot to have no ${odd}`, shown(first))
  }),
)

/** The snapshot of an edit is of this moment, within a day of our clock. */
export const editIsRecent = predicate(
  'messaging.history.edit-is-recent',
  (exchanges, args: { where: Where; now: number }) =>
    ofEdit(exchanges, args.where, ({ timestamp }) =>
      Number.isInteger(timestamp) && Math.abs(Number(timestamp) - args.now / 1000) < 86_400
        ? holds
        : broken('the timestamp of the edit to be the present in UNIX seconds', shown(timestamp)),
    ),
)

/** Each rendered_content is HTML, with a tag for the emphasis in that snapshot's content, and has the content's words. */
export const rendersEach = predicate('messaging.history.renders-each', exchanges =>
  ofEvery(exchanges, snapshots => {
    for (const snapshot of snapshots) {
      const { content, rendered_content: html } = isObject(snapshot) ? snapshot : {}
      if (!/<[a-z][^>]*>/i.test(String(html)) || !wordsOf(html).includes(wordsOf(content)))
        return broken(`rendered_content to be HTML of ${shown(content)}`, shown(html))
    }
    return holds
  }),
)

/** Text without tags, emphasis and runs of space. */
const wordsOf = (text: unknown): string =>
  String(text)
    .replaceAll(/<[^>]*>|\*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
