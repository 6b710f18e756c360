/** Presence of all users: messaging contract, "Presence entry" and GET /realm/presence. */
import { area, type Exchange, isObject, outcomeOf, type Reply, valueAt, type World } from '../../harness/index.ts'
import { identical, keyedByEmail, notPushable, seenJustNow } from './presence.predicates.ts'
import { vary } from './variations.ts'

const readAnyhow = (world: World): Promise<Reply> => world.once('presence: read', () => vary(world, 'getPresence', {}))

/** The reply after the user was active, which may take a moment to be known. */
const readAfterActivity = (world: World): Promise<Reply> =>
  world.once('presence: read after activity', async () => {
    await world.provide('presence', { as: world.user.email })
    let reply = await vary(world, 'getPresence', {})
    for (const wait of [500, 2000, 5000]) {
      const seen = seenJustNow.judge([reply.exchange], { email: world.user.email, now: world.clock.now() })
      if (outcomeOf(reply) !== 'success' || seen.outcome === 'holds') break
      await world.clock.sleep(wait)
      reply = await vary(world, 'getPresence', {})
    }
    return reply
  })

const listsUsers = ({ operation, json }: Exchange): boolean =>
  operation === 'getPresence' && isObject(valueAt(json, '/presences'))

export default area('messaging.presence', ({ always, check, visit, watch }) => [
  visit('getPresence', { actors: ['user'] }, async world => {
    await readAnyhow(world)
  }),
  visit('getPresence', { actors: ['user'], fixtures: ['presence'], allow: 'write' }, async world => {
    await readAfterActivity(world)
  }),

  always('keyed-by-email', 'Each key of presences is an email address', listsUsers, keyedByEmail),

  always(
    'identical',
    "The entries 'website' and 'aggregated' of a user hold the same status and timestamp",
    listsUsers,
    identical,
  ),

  always('pushable-aggregated', "The entry 'aggregated' of a user has no pushable", listsUsers, notPushable),

  check(
    'recent',
    'A user who was active just now has an entry with a timestamp of that moment in seconds',
    async world => {
      const reply = await readAfterActivity(world)
      world.claim(reply).succeeds().keeps(seenJustNow, { email: world.user.email, now: world.clock.now() })
    },
  ),

  watch(
    'who-is-listed',
    async world => {
      const reply = await readAnyhow(world)
      const users = Object.keys((valueAt(reply.json, '/presences') ?? {}) as Record<string, unknown>)
      world.observe('messaging.presence.limited', `${users.length} users are listed to a ${world.user.name}`, reply)
    },
    { needs: { actors: ['user'] } },
  ),
])
