/** The model of marking all as read: messaging contract, "Messages", POST /mark_all_as_read. */
import { isShown, type Reply, type Row, type Ruling, valueAt } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { shownUnread, wasRead, writtenTo } from '../left-unread.ts'
import { outcomeOf } from '../outcome.ts'
import { COUNT_WAITS, endsComplete, MOST } from '../read-state.predicates.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { othersOf } from './before.ts'
import { callers, type Done, type OperationModel, orNull, type Params } from './operation-model.ts'
import { type Asked, thoroughly, value } from './values.ts'

/** What each caller does, in this order, and how much is unread then. */
const ROUNDS: Readonly<Record<string, number>> = { 'some unread': 24, 'some unread again': 7, 'nothing unread': 0 }

/** One of them has as many again. */
const MANY: typeof ROUNDS = { ...ROUNDS, 'some unread again': 24 }
const BUSY = 'owner'

/** The second request of one newcomer finds nothing to mark; that of another one does, and nothing else was their second. */
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
    { ...people, values: people.values.map(one => (one.name === NEWCOMER ? thoroughly(one) : one)) },
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

/** Round by round. */
const placeOf = ({ round = '' }: Row): number => Object.keys(ROUNDS).indexOf(round)

/** Somebody who marks nothing, and how much they have unread. */
const bystander = shared(async (world): Promise<{ email: string; count: number } | null> => {
  const second = await world.someone('second')
  // Where one person stands in for another, nobody may be left who marks nothing.
  const marking = await Promise.all(MARKING.map(word => world.someone(word)))
  if (!second || marking.some(one => one?.email === second.email)) return null
  if (!(await orNull(world.provide('unread', { as: second.email, count: 2 })))) return null
  const found = await orNull(world.provide('unread-of', { as: second.email }))
  return found && found.count >= 2 ? { email: second.email, count: found.count } : null
})

async function unread({ world, caller, row, notes }: Asked): Promise<Params> {
  await bystander(world)
  const count = row['caller'] === BUSY ? MANY[row['round'] ?? ''] : ROUNDS[row['round'] ?? '']
  if (!count) return {}
  // The oldest one is in a channel, and known by its id.
  const author = await authorFor(world, caller)
  const inChannel = author && (await writtenTo(world, [author, caller]))
  if (!(await orNull(world.provide('unread', { as: caller.email, count })))) return {}
  notes.set('count', count)
  if (inChannel !== null && (await areUnread(world, caller, count + 1))) notes.set('in channel', inChannel)
  return {}
}

const authorFor = async (world: World, reader: Actor): Promise<Actor | null> =>
  (await othersOf(world, reader, ['user', 'second', 'member']))[0] ?? null

/** Messages of a channel may reach its subscribers after a moment. */
async function areUnread(world: World, { email }: Actor, count: number): Promise<boolean> {
  for (const wait of [0, ...COUNT_WAITS]) {
    await world.clock.sleep(wait)
    const found = await orNull(world.provide('unread-of', { as: email }))
    if (!found || found.count >= count) return found !== null
  }
  return false
}

/** Asks on while there is more to do, as a client does. */
async function repeated(caller: Actor, first: Reply): Promise<Reply[]> {
  const replies = [first]
  while (replies.length < MOST && valueAt(replies.at(-1)?.json, '/complete') === false) {
    const next = await caller.sends('markAllAsRead', {})
    if (outcomeOf(next) !== 'success') break
    replies.push(next)
  }
  return replies
}

/**
 * A message may have come after the last reply: a round that left some is done once more. Where nothing is left then, the
 * first one counts if it left a message that is known, and that is no longer said to be unread.
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
    if (typeof known === 'number') await wasRead(world, caller, known)
    return
  }
  const shown = async (): Promise<Reply | null> => {
    const author = typeof known === 'number' ? await authorFor(world, caller) : null
    return author && orNull(shownUnread(world, [author, caller], known as number))
  }
  const shows = await shown()
  if (!(await orNull(world.provide('unread', { as: caller.email, count })))) return
  const again = await caller.sends('markAllAsRead', {})
  if (outcomeOf(again) !== 'success') return
  const afterAgain = await repeated(caller, again)
  const leftNow = await unreadOf()
  if (leftNow?.count === 0 && shows !== null && (await shown()) === null) noted.set('last', [...replies, shows])
  else noted.set('last', afterAgain).set('left', leftNow)
}

/** When all is done nothing is left unread, and what others have is as it was. */
async function review(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const served = all.filter(({ outcome }) => outcome === 'success')
  return [...(await othersUnread(world, served)), ...served.flatMap(completed)]
}

async function othersUnread(world: World, served: readonly Done[]): Promise<readonly Ruling[]> {
  const known = await bystander(world)
  // A provisioner may give the same person for somebody new.
  const last = served.some(({ caller }) => caller.email === known?.email) ? undefined : served.at(-1)
  const found = last && known && (await orNull(world.provide('unread-of', { as: known.email })))
  if (!found) return []
  // What was made unread for others may have reached them too: only less than before shows anything.
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
