/** Typing while editing a message, and the events by which others see somebody type: messaging contract, "Typing". */
import { type Actor, area, outcomeOf, type Reply, type World } from '../../harness/index.ts'
import { anotherOf, channelOf, type Event, eventsOf, messageToOneself, NO_SUCH_ID, newQueue } from './fixtures.ts'
import { told } from './told.ts'
import { acceptsControl, refusesEach, vary, withoutParameter } from './variations.ts'

type Op = 'start' | 'stop'

/** A typing, and what each of those who listened was told of it. */
interface Sighting {
  readonly reply: Reply
  readonly events: readonly (Event | null)[]
}

type Seen = Readonly<Record<Op, Sighting>>

/** Typing starts and stops while the queues of others listen. Whoever asks second shares what was seen. */
const seenByOthers = (
  world: World,
  what: string,
  typing: () => Promise<(op: Op) => Promise<Reply>>,
  isOfType: (type: string) => boolean,
  eventTypes?: readonly string[],
): Promise<Seen> =>
  world.once(`typing: ${what} seen by others`, async () => {
    const types = await typing()
    // An indicator that earlier requests left showing is hidden first: a start that changes nothing need not be told.
    await types('stop')
    const queues: unknown[] = []
    for (const { email } of await listeners(world))
      queues.push(await newQueue(world, { as: email, ...(eventTypes && { eventTypes }) }))
    const seen = async (op: Op): Promise<Sighting> => {
      const reply = await types(op)
      const wanted = (event: Event): boolean => isOfType(event.type) && event.op === op
      const events: (Event | null)[] = []
      for (const queueId of outcomeOf(reply) === 'success' ? queues : [])
        events.push((await eventsOf(world, queueId, wanted)) ?? null)
      return { reply, events }
    }
    return { start: await seen('start'), stop: await seen('stop') }
  })

/** The other person, and a third one where there is one to be had: neither the first nor the last told is alone. */
const listeners = async (world: World): Promise<Actor[]> => {
  const third = world.budget === 'quick' ? null : await anotherOf(world, 'member')
  return third ? [third, world.second] : [world.second]
}

const direct = (world: World): Promise<Seen> =>
  seenByOthers(
    world,
    'direct',
    async () => {
      const to = (await listeners(world)).map(({ userId }) => userId)
      return op => vary(world, 'setTypingStatus', { op, to })
    },
    type => type === 'typing',
    ['typing'],
  )

const channel = (type: 'stream' | 'channel') => (world: World) =>
  seenByOthers(
    world,
    type,
    async () => {
      const stream_id = await channelOf(world, world.user, ...(await listeners(world)))
      return op => world.user.sends('setTypingStatus', { type, op, stream_id, topic: 'assay' })
    },
    event => event === 'typing',
    ['typing'],
  )

const editing = (world: World): Promise<Seen> =>
  seenByOthers(
    world,
    'editing',
    async () => {
      const channelId = await channelOf(world, world.user, ...(await listeners(world)))
      const message = { as: world.user.email, channelId, topic: 'assay', content: world.name('message') }
      const { id } = await world.provide('message', message)
      return op => vary(world, 'setMessageEditTypingStatus', { message_id: Number(id), op })
    },
    type => type.includes('typing'),
  )

const shows = (course: (world: World) => Promise<Seen>, op: Op) => async (world: World) => {
  const { reply, events } = (await course(world))[op]
  world.requireAccepted(reply)
  for (const event of events) world.claim(reply).isShown(`a typing event with op '${op}'`, event)
}

/** By either name of its type, where both are known. */
const showsInChannel = (op: Op) => async (world: World) => {
  await shows(channel('stream'), op)(world)
  if (world.budget !== 'quick' && world.level >= 248) await shows(channel('channel'), op)(world)
}

export default area('messaging.typing', ({ check, watch }) => [
  check(
    'direct-start-event',
    "A direct typing 'start' reaches the other recipient as a typing event with op 'start'",
    shows(direct, 'start'),
    { company: 'alone' },
  ),

  check(
    'direct-stop-event',
    "A direct typing 'stop' reaches the other recipient as a typing event with op 'stop'",
    shows(direct, 'stop'),
    { company: 'alone' },
  ),

  check(
    'channel-start-event',
    "A channel typing 'start' reaches another subscriber as a typing event with op 'start'",
    showsInChannel('start'),
    { company: 'alone' },
  ),

  check(
    'channel-stop-event',
    "A channel typing 'stop' reaches another subscriber as a typing event with op 'stop'",
    showsInChannel('stop'),
    { company: 'alone' },
  ),

  check(
    'edit',
    'Typing while editing a message is accepted at the path of that message',
    acceptsControl('setMessageEditTypingStatus'),
  ),

  check('edit-ahead', 'Before feature level 361 the path of a message takes no typing status', async world => {
    world.claim(await vary(world, 'setMessageEditTypingStatus', {}, { observed: true })).isNotOffered()
  }),

  check('edit-op-values', "Typing while editing accepts both 'start' and 'stop' as op", async world => {
    await acceptsControl('setMessageEditTypingStatus')(world)
    world.claim(await vary(world, 'setMessageEditTypingStatus', { op: 'stop' })).succeeds()
  }),

  check(
    'edit-op-required',
    'Typing while editing without op is refused',
    withoutParameter('setMessageEditTypingStatus', 'op'),
  ),

  check(
    'edit-op-outside',
    "Typing while editing with an op other than 'start' and 'stop' is refused",
    refusesEach('setMessageEditTypingStatus', 'op', ['nonsense']),
  ),

  check(
    'edit-unknown-message',
    'Typing while editing a message that does not exist is refused',
    refusesEach('setMessageEditTypingStatus', 'message_id', [NO_SUCH_ID]),
  ),

  check(
    'edit-start-event',
    "Starting to edit a message reaches another reader as an event of a typing kind with op 'start'",
    shows(editing, 'start'),
    { company: 'alone' },
  ),

  check(
    'edit-stop-event',
    "Stopping to edit a message reaches another reader as an event of a typing kind with op 'stop'",
    shows(editing, 'stop'),
    { company: 'alone' },
  ),

  watch(
    'old-edit-path',
    async world => {
      const message_id = await messageToOneself(world, world.user)
      const reply = await world.user.asks('POST', '/message_edit_typing', { message_id, op: 'start' })
      world.observe('messaging.typing.old-edit-path', `status ${reply.status}, ${told(reply)}`, reply)
    },
    { needs: { actors: ['user'], fixtures: ['message'], allow: 'write' } },
  ),
])
