/** Predicates about message histories. One snapshot may stand for several edits; only what the contract states is judged. */
import { isDeepStrictEqual } from 'node:util'
import {
  bodyOf,
  broken,
  type Exchange,
  holds,
  isObject,
  type Judgement,
  predicate,
  presentIn,
  shown,
  vacuous,
  valueAt,
} from '../../../harness/index.ts'
import { hasBareText, placeOf, textOfHtml } from './html.ts'

type Snapshot = Readonly<Record<string, unknown>>

/** The state of a message when it was sent, or after an edit. */
export interface State {
  readonly content: string
  readonly topic: string
  readonly channel: number
}

type Thing = keyof State

const CONTENT_FIELDS = ['prev_content', 'prev_rendered_content', 'content_html_diff'] as const
const EDIT_FIELDS = ['prev_topic', 'stream', 'prev_stream', ...CONTENT_FIELDS] as const

const judgeEach = (exchanges: readonly Exchange[], judge: (snapshots: readonly Snapshot[]) => Judgement): Judgement => {
  let last: Judgement = vacuous('there is no exchange')
  for (const exchange of exchanges) {
    const list = valueAt(exchange.json, '/message_history')
    if (!Array.isArray(list)) return broken('message_history to be an array', bodyOf(exchange))
    last = judge(list.filter(isObject))
    if (last.outcome !== 'holds') return last
  }
  return last
}

interface Found {
  readonly snapshot: Snapshot
  readonly state: State
  readonly before: State | null
}

/** Assigns snapshots to known states, in the order of the states. Of equal states, the first is taken for a non-edit. */
function matchedToStates(snapshots: readonly Snapshot[], states: readonly State[]): Found[] {
  const left = [...states.keys()]
  const found: { snapshot: Snapshot; at: number }[] = []
  for (const snapshot of snapshots.toReversed()) {
    const fits = (index: number): boolean =>
      states[index]?.content === snapshot['content'] && states[index]?.topic === snapshot['topic']
    const isEdit = EDIT_FIELDS.some(name => Object.hasOwn(snapshot, name))
    const at = isEdit ? left.findLastIndex(fits) : left.findIndex(fits)
    if (at >= 0) found.push({ snapshot, at: left.splice(at, 1)[0] as number })
  }
  found.sort((one, other) => one.at - other.at)
  return found.map(({ snapshot, at }, index) => {
    const earlier = found[index - 1]
    // Between two that are not neighbours stands the edit of somebody else, which may have changed anything.
    const follows = earlier && snapshots.indexOf(snapshot) - snapshots.indexOf(earlier.snapshot) === 1
    return { snapshot, state: states[at] as State, before: follows ? (states[earlier.at] as State) : null }
  })
}

/** Judges each edit that changed the content, topic or channel, or each edit that left it unchanged. */
const judgeEdits = (
  exchanges: readonly Exchange[],
  { states, thing, changed }: { states: readonly State[]; thing: Thing; changed: boolean },
  judge: (snapshot: Snapshot, state: State, before: State) => Judgement,
): Judgement =>
  judgeEach(exchanges, snapshots => {
    let judged = 0
    for (const { snapshot, state, before } of matchedToStates(snapshots, states)) {
      if (!before || (state[thing] !== before[thing]) !== changed) continue
      judged++
      const one = judge(snapshot, state, before)
      if (one.outcome !== 'holds') return one
    }
    return judged > 0 ? holds : vacuous(`no snapshot is of an edit that ${changed ? 'changed' : 'left'} the ${thing}`)
  })

const described = (snapshot: Snapshot): string => `the snapshot with content ${shown(snapshot['content'], 60)}`

/** The history has this many snapshots. */
export const hasSnapshots = predicate('messaging.history.count', (exchanges, args: { count: number }) =>
  judgeEach(exchanges, ({ length }) =>
    length === args.count ? holds : broken(`${args.count} in message_history`, `there are ${length}`),
  ),
)

/** A field of the snapshots has only values that it really had, the first and the last of them included. */
export const hadValues = predicate(
  'messaging.history.had-values',
  (exchanges, args: { field: string; values: readonly unknown[] }) =>
    judgeEach(exchanges, snapshots => {
      const actual = snapshots.map(snapshot => snapshot[args.field])
      const odd = actual.find(value => !args.values.includes(value))
      if (odd !== undefined || actual.length === 0)
        return broken(`each ${args.field} to be one of ${shown(args.values)}`, shown(odd ?? actual))
      const missing = [args.values[0], args.values.at(-1)].find(value => !actual.includes(value))
      return missing === undefined ? holds : broken(`a snapshot with ${args.field} ${shown(missing)}`, shown(actual))
    }),
)

/** The values of a field come in the order in which the message had them. */
export const inOrder = predicate(
  'messaging.history.ordered',
  (exchanges, args: { field: string; values: readonly unknown[] }) =>
    judgeEach(exchanges, snapshots => {
      const actual = snapshots.map(snapshot => snapshot[args.field])
      const places = actual.map(value => args.values.indexOf(value)).filter(place => place >= 0)
      if (places.length < 2) return vacuous('there are no two snapshots of known edits')
      const back = places.some((place, index) => index > 0 && place < (places[index - 1] as number))
      return back ? broken(`the ${args.field} of snapshots in the order ${shown(args.values)}`, shown(actual)) : holds
    }),
)

/** No snapshot is listed twice: of edits with different contents no two are alike. */
export const listedOnce = predicate('messaging.history.listed-once', exchanges =>
  judgeEach(exchanges, snapshots => {
    const twice = snapshots.find((one, at) => snapshots.slice(0, at).some(other => isDeepStrictEqual(one, other)))
    return twice === undefined ? holds : broken('each snapshot to be listed once', `twice: ${shown(twice)}`)
  }),
)

/** Snapshots of edits of a thing have a field: with the value before, with the value after, or with any string. */
export const editShows = predicate(
  'messaging.history.edit-shows',
  (exchanges, args: { states: readonly State[]; thing: Thing; field: string; value: 'before' | 'after' | 'string' }) =>
    judgeEdits(exchanges, { ...args, changed: true }, (snapshot, state, before) => {
      const actual = snapshot[args.field]
      if (args.value === 'string')
        return typeof actual === 'string'
          ? holds
          : broken(`${described(snapshot)} to have ${args.field}`, shown(actual))
      const wanted = (args.value === 'before' ? before : state)[args.thing]
      return isDeepStrictEqual(actual, wanted)
        ? holds
        : broken(`${described(snapshot)} to have ${args.field} ${shown(wanted)}`, shown(actual))
    }),
)

/** Snapshots of edits that left a thing unchanged have none of these fields. */
export const editOmits = predicate(
  'messaging.history.edit-omits',
  (exchanges, args: { states: readonly State[]; thing: Thing; fields: readonly string[] }) =>
    judgeEdits(exchanges, { ...args, changed: false }, snapshot => {
      const odd = args.fields.find(name => Object.hasOwn(snapshot, name))
      return odd === undefined ? holds : broken(`${described(snapshot)} to have no ${odd}`, shown(snapshot[odd]))
    }),
)

/** A snapshot that reports a move reports one that happened: from this channel to that one. */
export const movesHappened = predicate(
  'messaging.history.told-moves',
  (exchanges, args: { moves: readonly (readonly [from: number, to: number])[] }) =>
    judgeEach(exchanges, snapshots => {
      const moved = snapshots.filter(
        snapshot => Object.hasOwn(snapshot, 'stream') && Object.hasOwn(snapshot, 'prev_stream'),
      )
      if (moved.length === 0) return vacuous('no snapshot tells of a move')
      const odd = moved.find(
        ({ stream, prev_stream }) => !args.moves.some(([from, to]) => from === prev_stream && to === stream),
      )
      return odd === undefined
        ? holds
        : broken(`moves among ${shown(args.moves)}`, `from ${shown(odd['prev_stream'])} to ${shown(odd['stream'])}`)
    }),
)

/** Each snapshot of a message made just now names its author or editor. */
export const editorsNamed = predicate('messaging.history.editors-named', (exchanges, _args: Record<string, never>) =>
  judgeEach(exchanges, snapshots => {
    if (snapshots.length === 0) return vacuous('there is no snapshot')
    const odd = snapshots.find(({ user_id }) => !Number.isInteger(user_id))
    return odd === undefined ? holds : broken(`${described(odd)} to have user_id, integer`, shown(odd['user_id']))
  }),
)

/** The timestamp of each edit is within a day of our clock. */
export const editsRecent = predicate('messaging.history.edits-recent', (exchanges, args: { now: number }) =>
  judgeEach(exchanges, ([, ...edits]) => {
    if (edits.length === 0) return vacuous('there is no snapshot of an edit')
    const odd = edits.find(
      ({ timestamp }) => !Number.isInteger(timestamp) || Math.abs(Number(timestamp) - args.now / 1000) >= 86_400,
    )
    return odd === undefined ? holds : broken(`each timestamp to be ${presentIn(args.now)}`, shown(odd['timestamp']))
  }),
)

/** The last of these edits, made in a later second, has a later timestamp, unless edits share a snapshot. */
export const lastEditLater = predicate('messaging.history.last-edit-later', (exchanges, args: { edits: number }) =>
  judgeEach(exchanges, ([, ...edits]) => {
    const [first, last] = [edits[0]?.['timestamp'], edits.at(-1)?.['timestamp']]
    return edits.length < args.edits || first !== last
      ? holds
      : broken('the last edit to have a timestamp of its own', `all of them are of ${shown(last)}`)
  }),
)

/** No timestamp is so large that it must be in milliseconds: as seconds it would be three thousand years ahead. */
export const timesInSeconds = predicate('messaging.history.times-in-seconds', exchanges =>
  judgeEach(exchanges, snapshots => {
    const times = snapshots.map(({ timestamp }) => timestamp).filter(time => typeof time === 'number')
    if (times.length === 0) return vacuous('no snapshot has a timestamp')
    const odd = times.find(time => time > 1e11)
    return odd === undefined ? holds : broken('timestamps in UNIX seconds', shown(odd))
  }),
)

/** The `prev_content` of an edit is the content of the snapshot before it. Edits of the same second may be combined. */
export const contentsFollow = predicate('messaging.history.contents-follow', exchanges =>
  judgeEach(exchanges, snapshots => {
    const edits = snapshots.slice(1).map((edit, at) => ({ edit, before: snapshots[at] ?? {} }))
    const following = edits.filter(
      ({ edit, before }) =>
        typeof edit['prev_content'] === 'string' &&
        typeof before['content'] === 'string' &&
        edit['timestamp'] !== before['timestamp'],
    )
    if (following.length === 0) return vacuous('no snapshot has prev_content')
    const odd = following.find(({ edit, before }) => edit['prev_content'] !== before['content'])
    return odd === undefined
      ? holds
      : broken(
          `${described(odd.edit)} to have prev_content ${shown(odd.before['content'])}`,
          shown(odd.edit['prev_content']),
        )
  }),
)

/** The first snapshot has no field of an edit. */
export const firstIsPlain = predicate('messaging.history.first-is-plain', exchanges =>
  judgeEach(exchanges, ([first]) => {
    const odd = EDIT_FIELDS.find(name => first !== undefined && Object.hasOwn(first, name))
    return odd === undefined ? holds : broken(`the first snapshot to have no ${odd}`, shown(first))
  }),
)

/** Timestamps never decrease from one snapshot to the next. */
export const timesOrdered = predicate('messaging.history.times-ordered', exchanges =>
  judgeEach(exchanges, snapshots => {
    const times = snapshots.map(({ timestamp }) => Number(timestamp))
    if (times.length < 2) return vacuous('there is one snapshot')
    const back = times.some((time, index) => index > 0 && time < (times[index - 1] as number))
    return back ? broken('timestamps that never decrease', shown(times)) : holds
  }),
)

/** Each snapshot has all or none of the fields that belong together. */
export const fieldsTogether = predicate(
  'messaging.history.fields-together',
  (exchanges, args: { fields: readonly string[] }) =>
    judgeEach(exchanges, snapshots => {
      const having = snapshots.filter(snapshot => args.fields.some(name => Object.hasOwn(snapshot, name)))
      if (having.length === 0) return vacuous(`no snapshot has any of ${args.fields.join(', ')}`)
      for (const snapshot of having) {
        const missing = args.fields.find(name => !Object.hasOwn(snapshot, name))
        if (missing !== undefined)
          return broken(`all of ${args.fields.join(', ')} in one snapshot`, `${described(snapshot)} has no ${missing}`)
      }
      return holds
    }),
)

type EmptyTopic = {
  readonly as: unknown
  readonly never: unknown
  /** The last edit made the topic empty again. */
  readonly again?: boolean
}

/**
 * The first snapshot shows the empty topic as `as`, and none shows it as `never`. If the last edit made the topic empty again,
 * the last snapshot shows `as` too, unless it has a `prev_topic`: edits may share a snapshot.
 */
export const emptyTopicShown = predicate('messaging.history.empty-topic-shown', (exchanges, args: EmptyTopic) =>
  judgeEach(exchanges, snapshots => {
    const topics = snapshots.map(({ topic }) => topic)
    const last = snapshots.at(-1)
    const isLost = args.again && last?.['topic'] !== args.as && last !== undefined && !Object.hasOwn(last, 'prev_topic')
    return topics[0] === args.as && !topics.includes(args.never) && !isLost
      ? holds
      : broken(`the empty topic to be shown as ${shown(args.as)}`, shown(topics))
  }),
)

const isEmpty = (topic: unknown, { as, never }: EmptyTopic): boolean => topic === as || topic === never

/** `prev_topic` shows the empty topic as `as`, never as `never`; it must be there if a named topic follows the empty one. */
export const emptyPreviousShown = predicate('messaging.history.empty-previous-shown', (exchanges, args: EmptyTopic) =>
  judgeEach(exchanges, snapshots => {
    const before = snapshots.filter(one => Object.hasOwn(one, 'prev_topic')).map(({ prev_topic }) => prev_topic)
    const isNamed = isEmpty(snapshots[0]?.['topic'], args) && snapshots.some(({ topic }) => !isEmpty(topic, args))
    if (before.length === 0 && !isNamed) return vacuous('no snapshot has prev_topic')
    return before.includes(args.as) && !before.includes(args.never)
      ? holds
      : broken(`the empty topic before an edit to be shown as ${shown(args.as)}`, shown(before))
  }),
)

/** A snapshot with another topic than the one before it has `prev_topic`. */
export const topicEditsReported = predicate('messaging.history.topic-edits-told', exchanges =>
  judgeEach(exchanges, snapshots => {
    const edits = snapshots.slice(1).filter(({ topic }, at) => topic !== snapshots[at]?.['topic'])
    if (edits.length === 0) return vacuous('no snapshot shows another topic')
    const odd = edits.find(({ prev_topic }) => typeof prev_topic !== 'string')
    return odd === undefined
      ? holds
      : broken(`the snapshot with topic ${shown(odd['topic'])} to have prev_topic`, shown(odd))
  }),
)

/** Each `rendered_content` (or `prev_rendered_content`) is HTML with the words of the content that it renders. */
export const rendersEach = predicate('messaging.history.renders-each', (exchanges, args: { before?: boolean }) =>
  judgeEach(exchanges, snapshots => {
    const [from, to] = args.before ? ['prev_content', 'prev_rendered_content'] : ['content', 'rendered_content']
    const having = snapshots.filter(one => !args.before || (Object.hasOwn(one, from) && Object.hasOwn(one, to)))
    if (having.length === 0) return vacuous(`no snapshot has ${from} and ${to}`)
    for (const { [from]: content, [to]: html } of having) {
      const text = textOfHtml(html)
      if (text === null || placeOf(wordsOf(content), wordsOf(text)) < 0)
        return broken(`${to} to be HTML of ${shown(content)}`, shown(html))
    }
    return holds
  }),
)

/** The HTML of bold Markdown words has no asterisks. */
export const rendersEmphasis = predicate('messaging.history.renders-emphasis', exchanges =>
  judgeEach(exchanges, snapshots => {
    const bold = snapshots.filter(({ content }) => String(content).includes('**bold**'))
    if (bold.length === 0) return vacuous('no content has bold words')
    const odd = bold.find(({ rendered_content: html }) => String(html).includes('**'))
    return odd === undefined ? holds : broken('bold words without their asterisks', shown(odd['rendered_content']))
  }),
)

/** Every `<` of the content is escaped in the HTML. */
export const escapesEach = predicate('messaging.history.escapes-each', exchanges =>
  judgeEach(exchanges, snapshots => {
    const odd = snapshots.find(({ rendered_content: html }) => hasBareText(html))
    return odd === undefined ? holds : broken('rendered_content with < escaped', shown(odd['rendered_content']))
  }),
)

/** The text without emphasis, repeated spaces and invisible characters such as soft hyphens and direction marks. */
const wordsOf = (text: unknown): string =>
  String(text)
    .replaceAll(/\*|\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
