/** The model of marking all as read: messaging contract, "Messages", POST /mark_all_as_read. */
import { isShown, type Reply, type Row, type Ruling, valueAt } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { isWrittenTo, rememberRead, replyListingUnread, writtenTo } from '../messages/left-unread.ts'
import { COUNT_WAITS, endsComplete, MAX_REQUESTS } from '../messages/read-state.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { othersOf } from './before.ts'
import { callers, type Done, type OperationModel, orNull, type Params } from './operation-model.ts'
import { type RequestContext, thoroughOnly, value } from './values.ts'

/** The rounds of each caller in order, with the number of messages unread before each. */
const ROUNDS: Readonly<Record<string, number>> = { 'some unread': 24, 'some unread again': 7, 'nothing unread': 0 }

/** The rounds of one caller, whose second round has as many messages as the first. */
const MANY: typeof ROUNDS = { ...ROUNDS, 'some unread again': 24 }
const BUSY = 'owner'

/** New accounts: the second request of IDLE finds nothing unread; that of NEWCOMER does, and is really its second. */
const IDLE = 'new moderator'
const NEWCOMER = 'new member'

const MARKING = ['owner', 'admin', 'moderator', 'guest', 'bot'] as const

const people = callers('user', ...MARKING, IDLE, NEWCOMER)

export const markAllAsRead: OperationModel = {
  operation: 'markAllAsRead',
  needs: { actors: ['user'], fixtures: ['unread', 'unread-of'], allow: 'write' },
  accepted: 'messaging.read-state.accepted',
  decides: ['messaging.read-state.ends', 'messaging.read-state.nothing-left', 'messaging.read-state.others-unread'],
  factors: () => [
    { ...people, values: people.values.map(one => (one.name === NEWCOMER ? thoroughOnly(one) : one)) },
    { name: 'round', parameter: null, values: Object.keys(ROUNDS).map(round => value(round, undefined)) },
  ],
  exclusions: [
    {
      reason: 'the second request of one newcomer finds nothing to mark',
      excludes: row => row['caller'] === IDLE && row['round'] === 'some unread again',
    },
  ],
  arranged: rows => rows.toSorted((one, other) => placeOf(one) - placeOf(other)),
  request: unread,
  settled,
  review,
  isolation: 'exclusive',
  rows: { quick: 0, standard: 30, thorough: 40 },
}

/** Sorts rows by round. */
const placeOf = ({ round = '' }: Row): number => Object.keys(ROUNDS).indexOf(round)

/** Somebody who never marks anything, and how many messages they have unread; null if there is nobody. */
const bystander = shared(async (world): Promise<{ email: string; count: number } | null> => {
  const second = await world.someone('second')
  // If one person stands in for others, there may be nobody left who marks nothing.
  const marking = await Promise.all(MARKING.map(word => world.someone(word)))
  if (!second || marking.some(one => one?.email === second.email)) return null
  if (!(await orNull(world.provide('unread', { as: second.email, count: 2 })))) return null
  const found = await orNull(world.provide('unread-of', { as: second.email }))
  return found && found.count >= 2 ? { email: second.email, count: found.count } : null
})

async function unread({ world, caller, row, notes }: RequestContext): Promise<Params> {
  await bystander(world)
  const count = row['caller'] === BUSY ? MANY[row['round'] ?? ''] : ROUNDS[row['round'] ?? '']
  if (!count) return {}
  // The oldest unread message is in a channel, and its id is known.
  const author = await authorFor(world, caller)
  const inChannel = author && (await writtenTo(world, [author, caller]))
  if (!(await orNull(world.provide('unread', { as: caller.email, count })))) return {}
  notes.set('count', count)
  if (inChannel !== null && (await areUnread(world, caller, count + 1))) notes.set('in channel', inChannel)
  return {}
}

const authorFor = async (world: World, reader: Actor): Promise<Actor | null> =>
  (await othersOf(world, reader, ['user', 'second', 'member']))[0] ?? null

/** Waits until this many messages are unread: channel messages may reach subscribers after a moment. */
async function areUnread(world: World, { email }: Actor, count: number): Promise<boolean> {
  for (const wait of [0, ...COUNT_WAITS]) {
    await world.clock.sleep(wait)
    const found = await orNull(world.provide('unread-of', { as: email }))
    if (!found || found.count >= count) return found !== null
  }
  return false
}

/** Repeats the request while `complete` is false, as a client does. */
async function repeated(caller: Actor, first: Reply): Promise<Reply[]> {
  const replies = [first]
  while (replies.length < MAX_REQUESTS && valueAt(replies.at(-1)?.json, '/complete') === false) {
    const next = await caller.sends('markAllAsRead', {})
    if (outcomeOf(next) !== 'success') break
    replies.push(next)
  }
  return replies
}

/**
 * A message may have arrived after the last reply, so a round that left some unread is repeated. If the repetition leaves
 * none, the first round still counts if the target itself reported a known message as unread after it, but no longer does.
 */
async function settled({ reply, caller, outcome, notes }: Done, world: World): Promise<void> {
  const noted = notes as Map<string, unknown>
  const replies = outcome === 'success' ? await repeated(caller, reply) : [reply]
  noted.set('replies', replies).set('last', replies)
  if (!notes.has('count')) return
  const unreadOf = () => orNull(world.provide('unread-of', { as: caller.email }))
  const count = Number(notes.get('count'))
  const left = await unreadOf()
  noted.set('left', left)
  if (outcome !== 'success' || !left) return
  const known = notes.get('in channel')
  if (left.count === 0) {
    if (typeof known === 'number') await rememberRead(world, caller, known)
    return
  }
  const shown = async (): Promise<Reply | null> => {
    const author = typeof known === 'number' ? await authorFor(world, caller) : null
    return author && orNull(replyListingUnread(world, [author, caller], known as number))
  }
  const shows = await shown()
  if (!(await orNull(world.provide('unread', { as: caller.email, count })))) return
  const again = await caller.sends('markAllAsRead', {})
  if (outcomeOf(again) !== 'success') return
  const afterAgain = await repeated(caller, again)
  const leftNow = await unreadOf()
  if (leftNow?.count === 0 && shows !== null && (await shown()) === null) noted.set('last', [...replies, shows])
  else {
    const isLeft = leftNow && (leftNow.count === 0 || !(await isWrittenTo(world, caller, leftNow.count)))
    noted.set('last', afterAgain).set('left', isLeft ? leftNow : null)
  }
}

/** Judges that nothing is left unread after completion, and that another user's unread messages are unchanged. */
async function review(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const served = all.filter(({ outcome }) => outcome === 'success')
  return [...(await othersUnread(world, served)), ...served.flatMap(completed)]
}

async function othersUnread(world: World, served: readonly Done[]): Promise<readonly Ruling[]> {
  const known = await bystander(world)
  // A provisioner may return an existing person as a new account.
  const last = served.some(({ caller }) => caller.email === known?.email) ? undefined : served.at(-1)
  const found = last && known && (await orNull(world.provide('unread-of', { as: known.email })))
  if (!found) return []
  // Messages sent to others may have reached this person as well: only a decrease is evidence.
  const args = { what: 'what another user has unread', found, has: { count: Math.max(known.count, found.count) } }
  known.count = found.count
  const replies = served.map(({ reply }) => reply)
  return [
    { requirement: 'messaging.read-state.others-unread', row: last.row, replies, predicate: isShown as never, args },
  ]
}

const completed = ({ row, notes }: Done): Ruling[] => {
  const replies = notes.get('replies') as Reply[]
  const last = notes.get('last') as Reply[]
  const done = last.some(({ json }) => valueAt(json, '/complete') === true)
  const found = notes.get('left')
  return [
    { requirement: 'messaging.read-state.ends', row, replies, predicate: endsComplete as never, args: {} },
    ...(done && found
      ? [
          {
            requirement: 'messaging.read-state.nothing-left',
            row,
            replies: last,
            predicate: isShown as never,
            args: { what: 'what is left unread', found, has: { count: 0 } },
          },
        ]
      : []),
  ]
}
