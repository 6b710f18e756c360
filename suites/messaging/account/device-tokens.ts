/** Device tokens that a provisioner registers for somebody. */
import type { Actor } from '../actor.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

export const deviceToken = async (world: World, { email }: Pick<Actor, 'email'>): Promise<string> =>
  String((await world.provide('apns-token', { as: email })).token)

/** Whether a user can have two tokens: a provisioner may return the same one again, or a deployment keep only one. */
export const severalTokens = shared(async (world): Promise<boolean> => {
  const [first, second] = [await deviceToken(world, world.user), await deviceToken(world, world.user)]
  return first !== second && outcomeOf(await world.user.removeApnsToken({ token: first })) === 'success'
})
