/** Typing during message editing, and the typing events that others receive: messaging contract, "Typing". */
import { type CheckOptions, type Reply, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { area } from '../area.ts'
import { acceptsControl, refusesEach, vary, withoutParameter } from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { anotherOf, channelOf, editableToOneself, NO_SUCH_ID, unlessMissing } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import { channel, closedChannel, direct, editing, type Op, othersTyping, type TypingEvents } from './typing-events.ts'
import { startBeforeStop } from './typing-starts.ts'

/** Claims that each status with this op reached every listener. */
const claimEvents = (world: World, seen: TypingEvents, op: Op, where = '', claim = world.claim): void => {
  for (const { reply, events } of seen[op]) {
    world.requireAccepted(reply)
    for (const event of events) claim(reply).isShown(`a typing event with op '${op}'${where}`, event)
  }
}

const shows = (sequence: (world: World) => Promise<TypingEvents>, op: Op) => async (world: World) =>
  claimEvents(world, await sequence(world), op)

/** For both names of the type, if the level has both. Only clients that declare support get these events. */
const showsInChannel = (op: Op) => async (world: World) => {
  const types =
    world.budget !== 'quick' && world.level >= 248 ? (['stream', 'channel'] as const) : (['stream'] as const)
  for (const type of types) {
    const seen = await channel(type)(world)
    if (!seen.declared)
      throw new Undecided(
        'fixture-missing',
        'the event-queue fixture does not say that stream_typing_notifications was declared',
        false,
      )
    claimEvents(world, seen, op, ` for type '${type}'`)
  }
}

/** Claims the events while a direct message is edited. */
const showsEditing = (op: Op) => async (world: World) =>
  claimEvents(world, await editing('direct')(world), op, ' while a direct message is edited')

/** Claims the events while a channel message is edited, if clients declare support for channel typing. */
async function showsEditingInChannel(world: World): Promise<void> {
  const seen = await editing('channel')(world)
  if (!seen.declared) return
  for (const op of ['start', 'stop'] as const)
    claimEvents(world, seen, op, ' while a channel message is edited', (...replies) =>
      world.claimFor(`messaging.typing.edit-${op}-event`, ...replies),
    )
}

/** A typing status that must be refused although one of its recipients exists. */
interface RefusedStart {
  readonly somebody: Actor
  readonly changes: Readonly<Record<string, unknown>>
}

/** Statuses that must be refused, from the user; with the thorough budget from everybody. */
async function refusedStarts(world: World): Promise<RefusedStart[]> {
  const to = [world.second.userId]
  const wrong = [
    { to, type: 'nonsense' },
    { to: [...to, NO_SUCH_ID] },
    { to, type: 'stream', topic: 'assay' },
    { to: [...to, 'text'] },
    { to, op: 'nonsense' },
  ]
  const others = world.budget === 'thorough' ? await othersTyping(world) : []
  return [world.user, ...others].flatMap(somebody =>
    world.tries(wrong, 2).map(changes => ({ somebody, changes: { type: 'direct', op: 'start', ...changes } })),
  )
}

/**
 * Claims that none of these requests caused a start event for `second`. If one came although `unasked` causes one too, it proves
 * nothing.
 */
const causesNoEvent = async (
  world: World,
  what: string,
  sends: () => Promise<readonly Reply[]>,
  unasked?: () => Promise<readonly Reply[]>,
) => {
  const { replies, start, arrived } = await startBeforeStop(world, sends)
  if (!arrived) return world.cannotJudge('the event of an accepted stop never came')
  if (start && unasked && (await startBeforeStop(world, unasked)).start)
    return world.lacks('users are told of what is typed in channels that are closed to them')
  world.claim(...replies).isNotShown(`typing event for ${what}`, start)
}

/** Claims that refused statuses cause no event. Accepted ones may cause one; other checks say that they must be refused. */
async function refusedCauseNoEvent(world: World): Promise<void> {
  const all = await refusedStarts(world)
  const sent = new Map<RefusedStart, Reply>()
  const sending = (some: readonly RefusedStart[]) => async () => {
    for (const one of some) sent.set(one, await one.somebody.sends('setTypingStatus', one.changes))
    return some.flatMap(one => sent.get(one) ?? [])
  }
  const isRefused = (one: RefusedStart): boolean => outcomeOf(sent.get(one) as Reply) === 'error'
  const { start, arrived } = await startBeforeStop(world, sending(all))
  if (!arrived) return world.cannotJudge('the event of an accepted stop never came')
  const refused = all.filter(isRefused)
  if (refused.length === 0) throw new Undecided('prerequisite-failed', 'nothing was refused')
  if (refused.length < all.length) return causesNoEvent(world, 'a refused status', sending(refused))
  world.claim(...sent.values()).isNotShown('typing event for a refused status', start)
}

/** No other check types meanwhile; these checks take turns among themselves. */
const IN_TURNS: CheckOptions = { isolation: 'exclusive', resource: 'typing', takesTurns: true }

const editStopped = unsupportedCarrier('setMessageEditTypingStatus', async (world, besides) => ({
  reply: await vary(world, 'setMessageEditTypingStatus', { op: 'stop', ...besides }),
}))

export default area('messaging.typing', ({ check, scenario, watch }) => [
  check(
    'messaging.typing.direct-start-event',
    "A direct typing 'start' reaches the other recipient as a typing event with op 'start'",
    shows(direct, 'start'),
    IN_TURNS,
  ),

  check(
    'messaging.typing.direct-stop-event',
    "A direct typing 'stop' reaches the other recipient as a typing event with op 'stop'",
    shows(direct, 'stop'),
    IN_TURNS,
  ),

  check(
    'messaging.typing.channel-start-event',
    "A channel typing 'start' reaches another subscriber as a typing event with op 'start'",
    showsInChannel('start'),
    IN_TURNS,
  ),

  check(
    'messaging.typing.channel-stop-event',
    "A channel typing 'stop' reaches another subscriber as a typing event with op 'stop'",
    showsInChannel('stop'),
    IN_TURNS,
  ),

  check(
    'messaging.typing.refused-tells-nobody',
    'A typing status that is refused is told to nobody',
    refusedCauseNoEvent,
    IN_TURNS,
  ),

  check(
    'messaging.typing.ignored-tells-nobody',
    'Users named in to of a typing in a channel, and a channel named for a direct typing, are told nothing',
    async world => {
      const elsewhere = await closedChannel(world)
      const to = [world.second.userId]
      const third = world.budget === 'quick' ? null : await anotherOf(world, 'member')
      const theirs = third && (await channelOf(world, world.user, world.second))
      const inChannel = { type: 'stream', op: 'start', stream_id: elsewhere, topic: 'assay' }
      const withIgnored = async (): Promise<readonly Reply[]> => {
        const replies = [await world.user.sends('setTypingStatus', { ...inChannel, to })]
        world.requireAccepted(replies[0] as Reply)
        if (third) {
          const ignored = { stream_id: theirs, topic: 'assay' }
          const reply = await vary(world, 'setTypingStatus', { to: [third.userId], ...ignored })
          world.requireAccepted(reply)
          replies.push(reply)
        }
        return replies
      }
      const without = async (): Promise<readonly Reply[]> => [await world.user.sends('setTypingStatus', inChannel)]
      await causesNoEvent(world, 'what is ignored', withIgnored, without)
      if (world.budget === 'quick') return
      for (const sequence of [direct, channel('stream')]) {
        const { bystanderEvent } = (await sequence(world).catch(unlessMissing)) ?? {}
        if (bystanderEvent)
          world.claim(...bystanderEvent.replies).isNotShown('typing event for what others ignore', bystanderEvent.event)
      }
    },
    IN_TURNS,
  ),

  check(
    'messaging.typing.edit',
    'Typing while editing a message is accepted at the path of that message',
    acceptsControl('setMessageEditTypingStatus'),
  ),

  check(
    'messaging.typing.edit-ahead',
    'Before feature level 361 the path of a message takes no typing status',
    async world => {
      world.claim(await vary(world, 'setMessageEditTypingStatus', {}, { observed: true })).isNotOffered()
    },
  ),

  check(
    'messaging.typing.edit-op-values',
    "Typing while editing accepts both 'start' and 'stop' as op",
    async world => {
      await acceptsControl('setMessageEditTypingStatus')(world)
      world.claim((await editStopped(world)).reply).succeeds()
      if (world.budget === 'quick') return
      // A client repeats the start while the user goes on typing.
      for (const _time of [1, 2]) world.claim(await vary(world, 'setMessageEditTypingStatus', {})).succeeds()
    },
  ),

  check(
    'messaging.typing.edit-op-required',
    'Typing while editing without op is refused',
    withoutParameter('setMessageEditTypingStatus', 'op'),
  ),

  check(
    'messaging.typing.edit-op-outside',
    "Typing while editing with an op other than 'start' and 'stop' is refused",
    refusesEach('setMessageEditTypingStatus', 'op', ['nonsense']),
  ),

  check(
    'messaging.typing.edit-unknown-message',
    'Typing while editing a message that does not exist is refused',
    refusesEach('setMessageEditTypingStatus', 'message_id', [NO_SUCH_ID]),
  ),

  check(
    'messaging.typing.edit-start-event',
    "Starting to edit a message reaches another reader as an event of a typing kind with op 'start'",
    showsEditing('start'),
    IN_TURNS,
  ),

  check(
    'messaging.typing.edit-stop-event',
    "Stopping to edit a message reaches another reader as an event of a typing kind with op 'stop'",
    showsEditing('stop'),
    IN_TURNS,
  ),

  scenario(
    'edit-events-in-channel',
    {
      'messaging.typing.edit-start-event':
        "Starting to edit a message reaches another reader as an event of a typing kind with op 'start'",
      'messaging.typing.edit-stop-event':
        "Stopping to edit a message reaches another reader as an event of a typing kind with op 'stop'",
    },
    showsEditingInChannel,
    { ...IN_TURNS, plans: { 'edit-start-event': 0, 'edit-stop-event': 0 } },
  ),

  watch(
    'old-edit-path',
    async world => {
      const message_id = await editableToOneself(world, world.user)
      const reply = await world.user.asks('POST', '/message_edit_typing', { message_id, op: 'start' })
      world.observe('messaging.typing.old-edit-path', `status ${reply.status}, ${inWords(reply)}`, reply)
    },
    { needs: { actors: ['user'], fixtures: ['message'], allow: 'write' } },
  ),
])
