/** Event queues: messaging contract, DELETE /events and the states of an event queue. */
import { oneByOne, type Reply, shown, valueAt } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { nearlyNamed } from '../controls/near-misses.ts'
import { unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

/** An id in the usual shape of queue ids, in letters of both cases, of a queue that never existed. */
const NO_SUCH_QUEUE = '7d1F3a00-0000-4000-8000-000000000007'
/** What makes of any id one that names nothing, although it begins like that of an existing queue. */
const lengthened = (id: string): string => `${id}NoSuchQueue`

interface Sequence {
  readonly id: string
  readonly deleted: Promise<Reply>
  readonly deletedAgain: Promise<Reply>
  /** The id of the other queue with letters after it, or one that never existed. */
  readonly unknownId: string
  readonly unknown: Promise<Reply>
  readonly missing: Promise<Reply>
  /** Ids similar to that of an existing queue: half of it, and it twice in a row. */
  readonly nearly: Promise<readonly Reply[]>
  /** Another queue, deleted after all of these; null if only one can be registered. */
  readonly other: Promise<Reply | null>
  /** Two more ids that never existed, deleted concurrently: a faulty server may mix up their replies. */
  readonly concurrent: Promise<readonly Reply[]>
}

const queueOf = async (world: World, as: string): Promise<string> =>
  (await world.provide('event-queue', { as, eventTypes: ['message'] })).queueId

/** While another queue stays registered, deletes one queue twice, then queues that never existed. */
const sequence = shared(async (world): Promise<Sequence> => {
  const { user } = world
  const id = await queueOf(world, user.email)
  const other = await queueOf(world, user.email).catch(unlessMissing)
  const unknownId = other === null ? NO_SUCH_QUEUE : lengthened(other)
  const steps = oneByOne({
    deleted: () => user.deleteEventQueue({ queue_id: id }),
    deletedAgain: () => user.deleteEventQueue({ queue_id: id }),
    unknown: () => user.deleteEventQueue({ queue_id: unknownId }),
    missing: () => user.sends('deleteEventQueue', {}),
    nearly: async () =>
      other === null || world.budget === 'quick'
        ? []
        : nearlyNamed(other, near => user.deleteEventQueue({ queue_id: near })),
    other: async () => (other === null ? null : user.deleteEventQueue({ queue_id: other })),
    concurrent: () =>
      Promise.all([world.name('queue'), world.name('queue')].map(queue_id => user.deleteEventQueue({ queue_id }))),
  })
  return { id, unknownId, ...steps }
})

const isRefusal = (reply: Reply): boolean => outcomeOf(reply) === 'error'

/** Whether the reply has this code: only such a reply must carry the extra field. */
const isBadQueue = (reply: Reply): boolean => isRefusal(reply) && valueAt(reply.json, '/code') === BAD

const BAD = 'BAD_EVENT_QUEUE_ID'

/** More queues, each deleted three times: a server may intermittently forget that a queue was deleted. */
const further = shared(async (world): Promise<Reply[][]> => {
  const all: Reply[][] = []
  for (let count = 0; count < (world.budget === 'quick' ? 0 : 4); count++) {
    const queue_id = await queueOf(world, world.user.email)
    const replies: Reply[] = []
    for (let again = 0; again < 3; again++) replies.push(await world.user.deleteEventQueue({ queue_id }))
    all.push(replies)
  }
  return all
})

export default area('messaging.event-queues', ({ check, watch }) => [
  check('messaging.event-queues.deleted', 'Deleting an own event queue is accepted', async world => {
    world.claim(await (await sequence(world)).deleted).succeeds()
    for (const [deleted] of await further(world)) if (deleted) world.claim(deleted).succeeds()
  }),

  check(
    'messaging.event-queues.deleted-twice',
    'Deleting a deleted event queue is refused with BAD_EVENT_QUEUE_ID',
    async world => {
      const steps = await sequence(world)
      const deleted = await steps.deleted
      world.requireAccepted(deleted)
      world
        .claim(await steps.deletedAgain)
        .against(deleted)
        .isRefused(BAD)
      for (const [first, ...later] of await further(world))
        for (const reply of later) if (first) world.claim(reply).against(first).isRefused(BAD)
    },
  ),

  check(
    'messaging.event-queues.unknown',
    'Deleting an event queue that never existed is refused with BAD_EVENT_QUEUE_ID',
    async world => {
      const { unknown, nearly, concurrent, ...steps } = await sequence(world)
      const deleted = await steps.deleted
      world.requireAccepted(deleted)
      world
        .claim(await unknown)
        .against(deleted)
        .isRefused(BAD)
      for (const reply of [...(await nearly), ...(await concurrent)]) world.claim(reply).against(deleted).isRefused(BAD)
    },
  ),

  check(
    'messaging.event-queues.error-queue-id',
    'BAD_EVENT_QUEUE_ID carries queue_id, the string that was sent',
    async world => {
      const { id, unknownId, deletedAgain, unknown } = await sequence(world)
      const tried: [Reply, string][] = [
        [await deletedAgain, id],
        [await unknown, unknownId],
      ]
      if (world.budget !== 'quick') {
        for (const queue_id of [NO_SUCH_QUEUE, world.name('Очередь & 队列'), '2147483640'])
          tried.push([await world.user.deleteEventQueue({ queue_id }), queue_id])
      }
      const refused = tried.filter(([reply]) => isBadQueue(reply))
      if (refused.length === 0) return world.cannotJudge(`nothing was refused with ${BAD}`)
      for (const [reply, sent] of refused) world.claim(reply).equals('/queue_id', sent)
    },
  ),

  check(
    'messaging.event-queues.queue-id-required',
    'Deleting an event queue without queue_id is refused',
    async world => {
      const steps = await sequence(world)
      const deleted = await steps.deleted
      world.requireAccepted(deleted)
      world
        .claim(await steps.missing)
        .against(deleted)
        .isRefusedPreferably('BAD_REQUEST')
    },
  ),

  check(
    'messaging.event-queues.others-stay',
    'Deleting one event queue, or refusing to, leaves another registered',
    async world => {
      const steps = await sequence(world)
      world.requireAccepted(await steps.deleted)
      const other = await steps.other
      if (other === null) world.lacks('there is only one event queue')
      else if (isRefusal(await steps.missing) && isRefusal(await steps.unknown)) world.claim(other).succeeds()
      else world.cannotJudge('a request that names no queue was not refused')
    },
  ),

  watch(
    'open-points',
    async world => {
      const settings = await world.provide('register', { as: world.user.email })
      world.observe('messaging.event-queues.register', `settings answered: ${shown(Object.keys(settings))}`)
      const queueId = await queueOf(world, world.user.email)
      await world.provide('message', { as: world.user.email, to: [world.user.userId], content: world.name('message') })
      const { events } = await world.provide('events', { queueId })
      world.observe('messaging.event-queues.fetching', `after a message to oneself: ${shown(events)}`)
      const types = (events as readonly { type: unknown }[]).map(({ type }) => type)
      world.observe('messaging.event-queues.event-types', `types seen: ${shown(types)}`)
      await world.user.deleteEventQueue({ queue_id: queueId }, { observed: true })
    },
    { needs: { actors: ['user'], fixtures: ['register', 'event-queue', 'events', 'message'], allow: 'write' } },
  ),
])
