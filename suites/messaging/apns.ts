/** APNs device tokens: messaging contract, DELETE /users/me/apns_device_token. */
import type { Reply } from '../../harness/index.ts'
import { area } from './area.ts'
import { inWords } from './in-words.ts'
import { nearMisses } from './nearly-named.ts'
import { outcomeOf } from './outcome.ts'
import { shared } from './shared.ts'
import type { World } from './world.ts'

interface Sequence {
  readonly removed: Reply
  readonly removedAgain: Reply
  readonly unknown: Reply
  readonly empty: Reply
  readonly invalidLength: Reply
  readonly missing: Reply
  /** Nearly the other token: half of it, and twice as long. */
  readonly nearly: readonly Reply[]
  /** Further tokens, each removed three times. */
  readonly further: readonly (readonly Reply[])[]
  /** Another registered token, removed after all the refusals; null where there is only one. */
  readonly other: Reply | null
}

/** One token is removed twice; then, with another in place, all that is refused; then that one is removed. */
const sequence = shared(async (world): Promise<Sequence> => {
  const { user } = world
  const provided = async (as: string): Promise<string> => (await world.provide('apns-token', { as })).token
  const token = await provided(user.email)
  const removed = await user.removeApnsToken({ token })
  const removedAgain = await user.removeApnsToken({ token })
  const other = await provided(user.email)
  const removals = async (count: number): Promise<Reply[][]> => {
    const all: Reply[][] = []
    for (let made = 0; made < count; made++) {
      const one = { token: await provided(user.email) }
      const replies: Reply[] = []
      for (let again = 0; again < 3; again++) replies.push(await user.removeApnsToken(one))
      all.push(replies)
    }
    return all
  }
  const more = other !== token && world.budget !== 'quick'
  return {
    nearly: more ? await nearlyNamed(user, other) : [],
    further: more ? await removals(4) : [],
    removed,
    removedAgain,
    unknown: await user.removeApnsToken({ token: [...other].reverse().join('') }),
    empty: await user.removeApnsToken({ token: '' }),
    invalidLength: await user.removeApnsToken({ token: other.repeat(200) }),
    missing: await user.sends('removeApnsToken', {}),
    other: other === token ? null : await user.removeApnsToken({ token: other }),
  }
})

async function nearlyNamed(user: World['user'], id: string): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const token of [nearMisses.halved(id), nearMisses.doubled(id)])
    if (token !== null) replies.push(await user.removeApnsToken({ token }))
  return replies
}

/** This step of the sequence differs from the accepted removal in one thing. */
const refuses =
  (step: 'removedAgain' | 'unknown' | 'empty' | 'invalidLength') =>
  async (world: World): Promise<void> => {
    const replies = await sequence(world)
    world.requireAccepted(replies.removed)
    const also =
      step === 'removedAgain'
        ? replies.further.flatMap(([, ...again]) => again)
        : step === 'unknown'
          ? replies.nearly
          : []
    for (const reply of [replies[step], ...also]) world.claim(reply).against(replies.removed).isRefused('BAD_REQUEST')
  }

export default area('messaging.apns', ({ check, watch }) => [
  check('messaging.apns.removed', 'Removing a registered device token is accepted', async world => {
    const { removed, further } = await sequence(world)
    for (const reply of [removed, ...further.flatMap(([first]) => first ?? [])]) world.claim(reply).succeeds()
  }),

  check(
    'messaging.apns.removed-twice',
    'Removing a removed token is refused with BAD_REQUEST',
    refuses('removedAgain'),
  ),

  check(
    'messaging.apns.unknown',
    'Removing a token that was never registered is refused with BAD_REQUEST',
    refuses('unknown'),
  ),

  check('messaging.apns.empty', 'Removing an empty token is refused with BAD_REQUEST', refuses('empty')),

  check(
    'messaging.apns.invalid-length',
    'Removing a token of an impossible length is refused with BAD_REQUEST',
    refuses('invalidLength'),
  ),

  check('messaging.apns.token-required', 'Removing a token without naming it is refused', async world => {
    const { removed, missing } = await sequence(world)
    world.requireAccepted(removed)
    world.claim(missing).against(removed).isRefusedPreferably('BAD_REQUEST')
  }),

  check('messaging.apns.refused-stays', 'A refused removal leaves the registered token in place', async world => {
    const { removed, other, unknown, empty, invalidLength, missing, nearly } = await sequence(world)
    world.requireAccepted(removed)
    if (other === null) return world.cannotJudge('there is only one device token')
    const refused = [unknown, empty, invalidLength, missing, ...nearly].every(reply => outcomeOf(reply) === 'error')
    if (refused) world.claim(other).succeeds()
    else world.cannotJudge('not all of them were refused')
  }),

  watch(
    'open-points',
    async world => {
      const { token } = await world.provide('apns-token', { as: world.user.email })
      const doubled = await world.user.removeApnsToken({ token: `${token}${token}` }, { observed: true })
      world.observe('messaging.apns.lengths', `${2 * String(token).length} characters: ${inWords(doubled)}`, doubled)
      await world.user.removeApnsToken({ token: String(token) }, { observed: true })
    },
    { needs: { actors: ['user'], fixtures: ['apns-token'], allow: 'write' } },
  ),
])
