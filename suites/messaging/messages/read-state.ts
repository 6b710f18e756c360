/** Marking all as read: messaging contract, "Messages", POST /mark_all_as_read, and "States and transitions". */
import { type CheckOptions, type Reply, valueAt } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { area } from '../area.ts'
import { acceptsControl, control, controlReply } from '../controls/variations.ts'
import { unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { isWrittenTo, replyListingUnread, unreadOf, writtenTo } from './left-unread.ts'
import { COUNT_WAITS, endsComplete, MAX_REQUESTS } from './read-state.predicates.ts'

/** Repeats the request while `complete` is false, as a client does. */
async function repeated(world: World, first: Reply): Promise<Reply[]> {
  const replies = [first]
  while (replies.length < MAX_REQUESTS && valueAt(replies.at(-1)?.json, '/complete') === false) {
    const reply = await world.user.markAllAsRead()
    world.requireAccepted(reply)
    replies.push(reply)
  }
  return replies
}

/** The number of messages to mark in each round; several rounds reveal intermittent failures. */
const roundsOf = (world: World): readonly [number, ...number[]] => (world.budget === 'quick' ? [25] : [25, 3, 1])
const OF_ANOTHER = 2

/** Sends messages in two topics of a channel, since unread messages are not only direct ones; returns the ids of those sent. */
async function writeInChannel(world: World, other: Actor): Promise<number[]> {
  const written: number[] = []
  for (const topic of ['assay', 'assay 2']) {
    const id = await writtenTo(world, [other, world.user], topic)
    if (id !== null) written.push(id)
  }
  return written
}

interface Counts {
  readonly own: number | null
  readonly ofAnother: number | null
}

interface Marked {
  /** The error because of which a count is unknown; null if there is none. */
  readonly missing: unknown
  /** How many channel messages were not yet counted before, and may have arrived afterwards. */
  readonly late: number
  readonly before: Counts
  readonly replies: readonly Reply[]
  readonly after: Counts
  /** A reply that lists one of these messages as unread. */
  readonly shows: Reply | null
  /** Whether that message is still listed as unread. */
  readonly isStillShown: () => Promise<boolean>
}

/** Two people have unread messages, and one of them marks all as read: counts the unread messages of both before and after. */
const marked = shared(async (world, count: number, _turn: 'first' | 'again' = 'first'): Promise<Marked> => {
  const other = await world.someone('second')
  let missing: unknown = null
  const orNull = <T>(wanted: Promise<T>): Promise<T | null> =>
    wanted.catch(error => {
      missing ??= error
      return unlessMissing(error)
    })
  const give = (as: string, most: number) => orNull(world.provide('unread', { as, count: most }))
  // The control comes first, so that this is not the first marking: on a faulty server only that one may work.
  await controlReply(world, 'markAllAsRead')
  const known = other && count === roundsOf(world)[0] ? await writeInChannel(world, other) : []
  const written = known.length
  await Promise.all([give(world.user.email, count), other && give(other.email, OF_ANOTHER)])
  const counts = async (): Promise<Counts> => {
    const [own, ofAnother] = await Promise.all([world.user, other].map(one => one && orNull(unreadOf(world, one))))
    return { own: own ?? null, ofAnother: ofAnother ?? null }
  }
  const lacking = ({ own }: Counts): number => Math.min(written, Math.max(0, count + written - (own ?? 0)))
  let before = await counts()
  for (const wait of COUNT_WAITS) {
    if (missing !== null || lacking(before) === 0) break
    await world.clock.sleep(wait)
    before = await counts()
  }
  const first = await world.user.markAllAsRead()
  const replies = outcomeOf(first) === 'success' ? await repeated(world, first) : [first]
  const after = await counts()
  // If a message that was unread before still is, the remaining count is not due to a new one.
  const isLeft = other && (after.own ?? 0) > 0 && lacking(before) === 0 && outcomeOf(first) === 'success'
  const [oldest] = known
  const shown = async (): Promise<Reply | null> =>
    other && oldest !== undefined ? replyListingUnread(world, [other, world.user], oldest) : null
  const shows = isLeft ? await shown() : null
  const isStillShown = async (): Promise<boolean> => (await shown()) !== null
  return { missing, late: lacking(before), before, replies, after, shows, isStillShown }
})

/**
 * A message may have arrived after the last reply, so a round that left some unread is repeated. If the repetition leaves
 * none, the first round still counts if the target itself reported a known message as unread after it, but no longer does.
 */
async function settled(world: World, count: number): Promise<Marked> {
  const round = await marked(world, count)
  if (!round.after.own) return round
  const again = await marked(world, count, 'again')
  const isDone = again.missing === null && again.after.own === 0
  return isDone && round.shows !== null && !(await round.isStillShown()) ? round : again
}

/** The replies of one round; its first request must have been accepted. */
const accepted = (world: World, { replies }: Marked): readonly Reply[] => {
  world.requireAccepted(replies[0] as Reply)
  return replies
}

/** These checks run before others, whose messages somebody would then have unread. */
const BEFORE_OTHERS: CheckOptions = { isolation: 'first', resource: 'unread' }

export default area('messaging.read-state', ({ check, visit, watch }) => [
  visit(
    'markAllAsRead',
    { actors: ['user'], allow: 'write' },
    async world => void (await control(world, 'markAllAsRead')),
  ),

  check(
    'messaging.read-state.accepted',
    'Marking all messages as read is still offered and accepted',
    acceptsControl('markAllAsRead'),
  ),

  check(
    'messaging.read-state.ends',
    'Repeating the request while complete is false ends in true within forty requests',
    async world => {
      world.claim(...accepted(world, await marked(world, roundsOf(world)[0]))).keeps(endsComplete, {})
      const withNothingLeft = await world.user.markAllAsRead()
      world.requireAccepted(withNothingLeft)
      world.claim(...(await repeated(world, withNothingLeft))).keeps(endsComplete, {})
    },
    { ...BEFORE_OTHERS, plans: { 'messaging.read-state.ends': 2 } },
  ),

  check(
    'messaging.read-state.nothing-left',
    'When complete is true no unread message is left',
    async world => {
      for (const count of roundsOf(world)) {
        const round = await settled(world, count)
        if (round.missing !== null) throw round.missing
        if ((round.before.own ?? 0) < count) return world.cannotJudge('the provisioner left no messages unread')
        const left = round.after.own ?? 0
        if (left > 0 && left <= round.late) return world.cannotJudge('messages of a channel may have come afterwards')
        const replies = accepted(world, round)
        if (valueAt(replies.at(-1)?.json, '/complete') !== true) return world.cannotJudge('complete never became true')
        if (left > 0 && round.shows === null && (await isWrittenTo(world, world.user, left)))
          return world.lacks('others write to this user all the time')
        world
          .claim(...replies, ...(round.shows ? [round.shows] : []))
          .isShown(`what is left unread of ${count}`, { count: round.after.own }, { count: 0 })
      }
    },
    BEFORE_OTHERS,
  ),

  check(
    'messaging.read-state.others-unread',
    'Marking all as read leaves the unread messages of another user unread',
    async world => {
      const round = await marked(world, roundsOf(world)[0])
      if (round.missing !== null) throw round.missing
      const { ofAnother: before } = round.before
      if (before === null || before < OF_ANOTHER) return world.cannotJudge('the provisioner left no messages unread')
      const [reply] = accepted(world, round)
      const after = round.after.ofAnother ?? 0
      // Messages of other checks may have arrived meanwhile: only a decrease is evidence.
      const expected = { count: Math.max(before, after) }
      world.claim(reply as Reply).isShown('what another user has unread', { count: after }, expected)
    },
    BEFORE_OTHERS,
  ),

  watch(
    'left-when-incomplete',
    async world => {
      await world.provide('unread', { as: world.user.email, count: 3 })
      const reply = await world.user.markAllAsRead({}, { observed: true })
      const whole = outcomeOf(reply) === 'success' && valueAt(reply.json, '/complete') === true
      const left = `${await unreadOf(world, world.user)} left with complete ${JSON.stringify(valueAt(reply.json, '/complete'))}`
      world.observe('messaging.read-state.left-when-incomplete', whole ? `complete at once: ${left}` : left, reply)
    },
    { isolation: 'exclusive', needs: { actors: ['user'], fixtures: ['unread', 'unread-of'], allow: 'write' } },
  ),
])
