/** The push service: whether it works is configuration, and without it no accepted request can be observed. */
import { isTransient, type Reply, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { unlessMissing } from '../fixtures.ts'
import { codeOf, outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

/** The codes of a deployment whose push service is not set up, or not working at the moment. */
const NOT_WORKING = ['ADMIN_ACTION_REQUIRED', 'FAILED_TO_CONNECT_BOUNCER', 'INTERNAL_SERVER_ERROR_ON_BOUNCER']

/** Whether the reply has one of the two codes about the relay. */
export const isRelayDown = (reply: Reply): boolean =>
  outcomeOf(reply) === 'error' && NOT_WORKING.slice(1).includes(String(codeOf(reply)))

/** Why a refusal proves nothing: the push service does not work; null for any other reply. */
export const whyNotWorking = (reply: Reply): string | null => {
  const code = String(codeOf(reply))
  return outcomeOf(reply) === 'error' && NOT_WORKING.includes(code) ? `push is not at work here: ${code}` : null
}

export const requireWorking = (reply: Reply): Reply => throwIf(whyNotWorking(reply), reply)

export const stillWorking = (reply: Reply): Reply => throwIf(whyForgotten(reply), requireWorking(reply))

const throwIf = (why: string | null, reply: Reply): Reply => {
  if (why) throw new Undecided('prerequisite-failed', why, false)
  return reply
}

/** Why a device may be gone, if it was registered and sent a notification before; null if it is not. */
export const whyForgotten = (reply: Reply): string | null =>
  outcomeOf(reply) === 'error' && String(codeOf(reply)) === 'NO_ACTIVE_PUSH_DEVICE'
    ? 'the device may be forgotten, since it was told something before'
    : null

/** The legal codes for somebody without a device; the second only if push is not set up. */
export const WITHOUT_DEVICE: readonly string[] = ['NO_ACTIVE_PUSH_DEVICE', 'ADMIN_ACTION_REQUIRED']

/** Requires that the relay works, by a new device that gets a notification: if the relay is down, its codes are legal. */
export const relayWorks = async (world: World): Promise<void> => {
  const device = await world.fresh('member')
  await world.provide('push-device', { as: device.email })
  world.requireAccepted(requireWorking(await device.sendTestPush()))
}

const isSetUp = shared(async (world): Promise<boolean> => (await relayWorks(world).catch(unlessMissing)) !== null)

/** The reply to somebody without a device, and its legal codes: if others are accepted, push is set up. */
export async function testWithoutDevice(
  world: World,
  newcomer: Actor,
): Promise<{ reply: Reply; codes: readonly string[] }> {
  const reply = await newcomer.sendTestPush()
  if (String(codeOf(reply)) !== 'ADMIN_ACTION_REQUIRED' || !(await isSetUp(world)))
    return { reply, codes: WITHOUT_DEVICE }
  return { reply: await newcomer.sendTestPush(), codes: WITHOUT_DEVICE.slice(0, 1) }
}

/** Runs in which a change of the push service got no reply: it may still take effect later, and end or replace another. */
const withLostChange = new WeakSet<object>()

/** Puts the push service into this state; throws if an earlier change may still take effect, since the state is then unknown. */
export async function setPushState(world: World, wanted: { state: string; forSeconds?: number }): Promise<void> {
  if (wanted.state !== 'none' && withLostChange.has(world.combined))
    throw new Undecided('prerequisite-failed', 'an earlier change of the push service was not answered', true)
  try {
    await world.provide('push-fault', wanted)
  } catch (error) {
    const isRefusal = error instanceof Undecided && !isTransient(error) && error.because.kind !== 'provisioning-error'
    if (!isRefusal) withLostChange.add(world.combined)
    throw error
  }
}
