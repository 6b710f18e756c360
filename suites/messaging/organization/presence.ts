/** Presence of all users: messaging contract, "Presence entry" and GET /realm/presence. */
import { type Exchange, isObject, type Reply, valueAt } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { askUntil } from '../ask-until.ts'
import { vary } from '../controls/variations.ts'
import { anotherOf } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { identical, isSeen, keyedByEmail, notPushable, PRESENCE_WAITS, seenJustNow } from './presence.predicates.ts'

const readAnyhow = shared((world): Promise<Reply> => vary(world, 'getPresence', {}))

/** The reply after the user was active; that may take a moment to appear. */
const readAfterActivity = shared(async (world): Promise<Reply> => {
  await world.provide('presence', { as: world.user.email })
  return readUntil(world, [world.user.email])
})

/** The reply as soon as it shows these people as active, or after a few seconds. */
const readUntil = (world: World, emails: readonly string[]): Promise<Reply> =>
  askUntil(
    world,
    () => vary(world, 'getPresence', {}),
    reply => outcomeOf(reply) !== 'success' || emails.every(email => isSeen(reply, { email, now: world.clock.now() })),
    PRESENCE_WAITS,
  )

/** The reply after up to two other people were active. */
const readAfterOthers = shared(async world => {
  const emails: string[] = []
  for (const role of ['member', 'moderator'] as const) {
    const other = await anotherOf(world, role)
    if (!other) continue
    await world.provide('presence', { as: other.email })
    emails.push(other.email)
  }
  return { emails, after: await readUntil(world, emails) }
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

  always('messaging.presence.keyed-by-email', 'Each key of presences is an email address', listsUsers, keyedByEmail),

  always(
    'messaging.presence.identical',
    "The entries 'website' and 'aggregated' of a user hold the same status and timestamp",
    listsUsers,
    identical,
  ),

  always(
    'messaging.presence.pushable-aggregated',
    "The entry 'aggregated' of a user has no pushable",
    listsUsers,
    notPushable,
  ),

  check(
    'messaging.presence.recent',
    'A user who was active just now has an entry with a timestamp of that moment in seconds',
    async world => {
      const reply = await readAfterActivity(world)
      world.claim(reply).succeeds().keeps(seenJustNow, { email: world.user.email, now: world.clock.now() })
      if (world.budget === 'quick') return
      const { after, emails } = await readAfterOthers(world)
      for (const email of emails) world.claim(after).keeps(seenJustNow, { email, now: world.clock.now() })
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
