/** Marking all as read: messaging contract, "Messages", POST /mark_all_as_read, and "States and transitions". */
import { broken, holds, predicate, type Reply, shown, valueAt } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import { area } from './area.ts'
import { unlessMissing } from './fixtures.ts'
import { outcomeOf } from './outcome.ts'
import { acceptsControl, control } from './variations.ts'
import type { World } from './world.ts'

const MOST = 20

/** The last reply of a series says that everything is done. */
const endsComplete = predicate('messaging.read-state.ends-complete', exchanges => {
  const complete = valueAt(exchanges.at(-1)?.json, '/complete')
  return complete === true
    ? holds
    : broken(`complete to be true after at most ${MOST} requests`, `${shown(complete)} after ${exchanges.length}`)
})

/** Repeats the request while `complete` is false, as a client does. */
async function repeated(world: World, first: Reply): Promise<Reply[]> {
  const replies = [first]
  while (replies.length < MOST && valueAt(replies.at(-1)?.json, '/complete') === false) {
    const reply = await world.user.markAllAsRead()
    world.requireAccepted(reply)
    replies.push(reply)
  }
  return replies
}

const unreadOf = async (world: World, of: Actor = world.user): Promise<number> =>
  (await world.provide('unread-of', { as: of.email })).count

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
    'Repeating the request while complete is false ends in true within twenty requests',
    async world => {
      const unread = { as: world.user.email, count: world.budget === 'quick' ? 7 : 12 }
      await world.provide('unread', unread).catch(unlessMissing)
      const withSomeLeft = await world.user.markAllAsRead()
      world.requireAccepted(withSomeLeft)
      world.claim(...(await repeated(world, withSomeLeft))).keeps(endsComplete, {})
      const withNothingLeft = await world.user.markAllAsRead()
      world.requireAccepted(withNothingLeft)
      world.claim(...(await repeated(world, withNothingLeft))).keeps(endsComplete, {})
    },
    { isolation: 'exclusive', plans: { 'messaging.read-state.ends': 2 } },
  ),

  check(
    'messaging.read-state.nothing-left',
    'When complete is true no unread message is left',
    async world => {
      // Several rounds: that nothing is marked may happen now and then only.
      for (const count of world.budget === 'quick' ? [7] : [25, 3, 1]) {
        await world.provide('unread', { as: world.user.email, count })
        if ((await unreadOf(world)) < count) return world.cannotJudge('the provisioner left no messages unread')
        const first = await world.user.markAllAsRead()
        world.requireAccepted(first)
        const replies = await repeated(world, first)
        if (valueAt(replies.at(-1)?.json, '/complete') !== true) return world.cannotJudge('complete never became true')
        const what = `what is left unread of ${count}`
        world.claim(...replies).isShown(what, { count: await unreadOf(world) }, { count: 0 })
      }
    },
    { isolation: 'exclusive' },
  ),

  check(
    'messaging.read-state.others-unread',
    'Marking all as read leaves the unread messages of another user unread',
    async world => {
      await world.provide('unread', { as: world.second.email, count: 2 })
      const before = await unreadOf(world, world.second)
      if (before < 2) return world.cannotJudge('the provisioner left no messages unread')
      const reply = await world.user.markAllAsRead()
      world.requireAccepted(reply)
      const after = { count: await unreadOf(world, world.second) }
      world.claim(reply).isShown('what another user has unread', after, { count: before })
    },
    { isolation: 'exclusive' },
  ),

  watch(
    'left-when-incomplete',
    async world => {
      await world.provide('unread', { as: world.user.email, count: 3 })
      const reply = await world.user.markAllAsRead({}, { observed: true })
      const whole = outcomeOf(reply) === 'success' && valueAt(reply.json, '/complete') === true
      const left = `${await unreadOf(world)} left with complete ${JSON.stringify(valueAt(reply.json, '/complete'))}`
      world.observe('messaging.read-state.left-when-incomplete', whole ? `complete at once: ${left}` : left, reply)
    },
    { isolation: 'exclusive', needs: { actors: ['user'], fixtures: ['unread', 'unread-of'], allow: 'write' } },
  ),
])
