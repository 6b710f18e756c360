/** APNs device tokens: messaging contract, DELETE /users/me/apns_device_token. */
import { oneByOne, type Reply, Undecided } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { nearlyNamed, nearMisses } from '../controls/near-misses.ts'
import { unlessMissing } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { deviceToken, severalTokens } from './device-tokens.ts'

interface Sequence {
  readonly removed: Promise<Reply>
  readonly removedAgain: Promise<Reply>
  readonly unknown: Promise<Reply>
  readonly empty: Promise<Reply>
  readonly invalidLength: Promise<Reply>
  readonly missing: Promise<Reply>
  /** Tokens similar to the other one: half of it, and it twice in a row. */
  readonly nearly: Promise<readonly Reply[]>
  /** The replies to removing further tokens, each three times. */
  readonly further: Promise<readonly (readonly Reply[])[]>
  /** Another registered token, removed after all the refusals; null if only one can be registered. */
  readonly other: Promise<Reply | null>
}

/** Removes one token twice; then, with another one registered, sends all requests to be refused; then removes that one. */
const sequence = shared(async (world): Promise<Sequence> => {
  // A fresh account if possible, since no other check registers tokens for it: a new token may replace an earlier one.
  const fresh = await world.fresh('member').catch(unlessMissing)
  if (!fresh && !(await severalTokens(world)))
    throw new Undecided('fixture-missing', 'it needs somebody whom nothing else gives device tokens', false)
  const user = fresh ?? world.user
  const token = await deviceToken(world, user)
  let other = ''
  const isMore = (): boolean => other !== token && world.budget !== 'quick'
  const removals = async (count: number): Promise<Reply[][]> => {
    const all: Reply[][] = []
    for (let made = 0; made < count; made++) {
      const one = { token: await deviceToken(world, user) }
      const replies: Reply[] = []
      for (let again = 0; again < 3; again++) replies.push(await user.removeApnsToken(one))
      all.push(replies)
    }
    return all
  }
  return oneByOne({
    removed: () => user.removeApnsToken({ token }),
    removedAgain: () => user.removeApnsToken({ token }),
    unknown: async () => {
      other = await deviceToken(world, user)
      return user.removeApnsToken({ token: unlike(other, token) })
    },
    empty: () => user.removeApnsToken({ token: '' }),
    invalidLength: () => user.removeApnsToken({ token: other.repeat(200) }),
    missing: () => user.sends('removeApnsToken', {}),
    nearly: async () => (isMore() ? nearlyNamed(other, near => user.removeApnsToken({ token: near })) : []),
    // Before further tokens are registered: a deployment may keep only one token for each user.
    other: async () => (other === token ? null : user.removeApnsToken({ token: other })),
    further: async () => (isMore() ? removals(4) : []),
  })
})

/** An unregistered token similar to this one, with its characters reversed or one changed, and different from both. */
function unlike(token: string, removed: string): string {
  const others = [[...token].reverse().join(''), nearMisses['one character off'](token)]
  const found = others.find(one => one !== null && one !== token && one !== removed)
  if (found) return found
  throw new Undecided('fixture-missing', 'the tokens are such that no other can be made of them', false)
}

/** Claims that this step of the sequence is refused; it differs from the accepted removal in one thing. */
const refuses =
  (step: 'removedAgain' | 'unknown' | 'empty' | 'invalidLength') =>
  async (world: World): Promise<void> => {
    const replies = await sequence(world)
    const removed = await replies.removed
    world.requireAccepted(removed)
    world
      .claim(await replies[step])
      .against(removed)
      .isRefused('BAD_REQUEST')
    const also =
      step === 'removedAgain'
        ? (await replies.further).flatMap(([, ...again]) => again)
        : step === 'unknown'
          ? await replies.nearly
          : []
    for (const reply of also) world.claim(reply).against(removed).isRefused('BAD_REQUEST')
  }

export default area('messaging.apns', ({ check, watch }) => [
  check('messaging.apns.removed', 'Removing a registered device token is accepted', async world => {
    const { removed, further } = await sequence(world)
    world.claim(await removed).succeeds()
    for (const [reply] of await further) if (reply) world.claim(reply).succeeds()
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
    const steps = await sequence(world)
    const removed = await steps.removed
    world.requireAccepted(removed)
    world
      .claim(await steps.missing)
      .against(removed)
      .isRefusedPreferably('BAD_REQUEST')
  }),

  check('messaging.apns.refused-stays', 'A refused removal leaves the registered token in place', async world => {
    const { removed, other: removedLast, nearly, ...steps } = await sequence(world)
    world.requireAccepted(await removed)
    const other = await removedLast
    if (other === null) return world.lacks('there is only one device token')
    const wrong = await Promise.all([steps.unknown, steps.empty, steps.invalidLength, steps.missing])
    const refused = [...wrong, ...(await nearly)].every(reply => outcomeOf(reply) === 'error')
    if (refused) world.claim(other).succeeds()
    else world.cannotJudge('not all of them were refused')
  }),

  watch(
    'open-points',
    async world => {
      const token = await deviceToken(world, world.user)
      const doubled = await world.user.removeApnsToken({ token: `${token}${token}` }, { observed: true })
      world.observe('messaging.apns.lengths', `${2 * token.length} characters: ${inWords(doubled)}`, doubled)
      await world.user.removeApnsToken({ token }, { observed: true })
    },
    { needs: { actors: ['user'], fixtures: ['apns-token'], allow: 'write' } },
  ),
])
