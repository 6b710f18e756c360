/** Event queues: messaging contract, DELETE /events and the states of an event queue. */
import { area, outcomeOf, type Reply, shown, type World } from '../../harness/index.ts'

/** In the shape that queue ids often have, of a queue that never was. */
const NO_SUCH_QUEUE = '7d1f3a00-0000-4000-8000-000000000007'

interface Course {
  readonly id: string
  readonly deleted: Reply
  readonly deletedAgain: Reply
  readonly unknown: Reply
  readonly missing: Reply
  /** Another queue, deleted after all that; null where there is only one. */
  readonly other: Reply | null
}

const queueOf = async (world: World, as: string): Promise<string> =>
  String((await world.provide('event-queue', { as, eventTypes: ['message'] }))['queueId'])

/** With another queue registered all along, one is deleted twice; then what was never there. */
const course = (world: World): Promise<Course> =>
  world.once('event queues: course', async () => {
    const { user } = world
    const id = await queueOf(world, user.email)
    const other = await queueOf(world, user.email)
    return {
      id,
      deleted: await user.deleteEventQueue({ queue_id: id }),
      deletedAgain: await user.deleteEventQueue({ queue_id: id }),
      unknown: await user.deleteEventQueue({ queue_id: NO_SUCH_QUEUE }),
      missing: await user.sends('deleteEventQueue', {}),
      other: other === id ? null : await user.deleteEventQueue({ queue_id: other }),
    }
  })

const isRefusal = (reply: Reply): boolean => outcomeOf(reply) === 'error'

export default area('messaging.event-queues', ({ check, watch }) => [
  check('deleted', 'Deleting an own event queue is accepted', async world => {
    world.claim((await course(world)).deleted).succeeds()
  }),

  check('deleted-twice', 'Deleting a deleted event queue is refused with BAD_EVENT_QUEUE_ID', async world => {
    const { deleted, deletedAgain } = await course(world)
    world.requireAccepted(deleted)
    world.claim(deletedAgain).against(deleted).isRefused('BAD_EVENT_QUEUE_ID')
  }),

  check('unknown', 'Deleting an event queue that never existed is refused with BAD_EVENT_QUEUE_ID', async world => {
    const { deleted, unknown } = await course(world)
    world.requireAccepted(deleted)
    world.claim(unknown).against(deleted).isRefused('BAD_EVENT_QUEUE_ID')
  }),

  check('error-queue-id', 'BAD_EVENT_QUEUE_ID carries queue_id, the string that was sent', async world => {
    const { id, deletedAgain, unknown } = await course(world)
    if (isRefusal(deletedAgain)) world.claim(deletedAgain).equals('/queue_id', id)
    if (isRefusal(unknown)) world.claim(unknown).equals('/queue_id', NO_SUCH_QUEUE)
    if (world.budget === 'quick') return
    const words = world.name('Очередь 队列')
    const strange = await world.user.deleteEventQueue({ queue_id: words })
    if (isRefusal(strange)) world.claim(strange).equals('/queue_id', words)
  }),

  check('queue-id-required', 'Deleting an event queue without queue_id is refused', async world => {
    const { deleted, missing } = await course(world)
    world.requireAccepted(deleted)
    world.claim(missing).against(deleted).isRefusedPreferably('BAD_REQUEST')
  }),

  check('others-stay', 'Deleting one event queue, or refusing to, leaves another registered', async world => {
    const { deleted, missing, other } = await course(world)
    world.requireAccepted(deleted)
    if (other === null) world.cannotJudge('there is only one event queue')
    else if (isRefusal(missing)) world.claim(other).succeeds()
    else world.cannotJudge('a request that names no queue was not refused')
  }),

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
