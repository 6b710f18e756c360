/** Test notifications: messaging contract, POST /mobile_push/e2ee/test_notification. */
import { type Reply, Undecided, verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { newPushDevice } from '../controls/controls-organization.ts'
import { controlReply, vary } from '../controls/variations.ts'
import { isRefused } from '../conventions/envelope.predicates.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { NO_SUCH_ID } from '../fixtures.ts'
import type { World } from '../world.ts'
import {
  isRelayDown,
  relayWorks,
  requireWorking,
  setPushState,
  testWithoutDevice,
  whyForgotten,
} from './push-service.ts'

const toAllDevices = async (world: World): Promise<Reply> => requireWorking(await controlReply(world, 'sendTestPush'))

const toOneDevice = async (world: World): Promise<Reply> => requireWorking((await sentToOne(world)).reply)

/** A test that somebody sent to all devices meanwhile may have removed the new device, so another one is tried. */
const TRIES = 3

const sentToOne = unsupportedCarrier('sendTestPush', async (world, besides) => {
  const sent = async (): Promise<Reply> =>
    vary(world, 'sendTestPush', { push_account_id: await newPushDevice(world), ...besides })
  let reply = await sent()
  for (let tries = 1; tries < TRIES && whyForgotten(reply); tries++) reply = await sent()
  return { reply }
})

/** How long the push service stays in a state, in seconds. */
const SECONDS = 60

/** Waits before the state is set again: somebody else may have ended or replaced it. */
const AGAIN_MS = [500, 2000]

/** Claims that while the push service is in this state, an otherwise accepted request is refused with the code. */
const refusedWhile =
  (state: string, code: string) =>
  async (world: World): Promise<void> => {
    const accepted = await toAllDevices(world)
    world.requireAccepted(accepted)
    const asked = async (toOne: boolean): Promise<Reply> => {
      const device = await newPushDevice(world)
      await setPushState(world, { state, forSeconds: SECONDS })
      const until = world.clock.now() + SECONDS * 1000
      const reply = await vary(world, 'sendTestPush', toOne ? { push_account_id: device } : {})
      if (world.clock.now() >= until) throw new Undecided('prerequisite-failed', 'the reply came too late', true)
      return reply
    }
    const refuses = async (toOne: boolean): Promise<void> => {
      let reply = await asked(toOne)
      for (const wait of AGAIN_MS) {
        if (isRefused.judge([reply.exchange], { codes: [code] }).outcome === 'holds') break
        await world.clock.sleep(wait)
        reply = await asked(toOne)
      }
      world.claim(reply).against(accepted).isRefused(code)
    }
    try {
      await refuses(false)
      if (world.budget !== 'quick') await refuses(true)
    } finally {
      await setPushState(world, { state: 'none' })
    }
  }

export default area('messaging.push', ({ check }) => [
  check(
    'messaging.push.all-devices',
    'A test notification without push_account_id is accepted for a user with a device',
    async world => {
      world.claim(await toAllDevices(world)).succeeds()
    },
  ),

  check(
    'messaging.push.one-device',
    'A test notification for the push_account_id of an own device is accepted',
    async world => {
      world.claim(await toOneDevice(world)).succeeds()
    },
  ),

  check('messaging.push.device-kind', 'A push_account_id that is not an integer is refused', async world => {
    const accepted = await toOneDevice(world)
    world.requireAccepted(accepted)
    world
      .claim(await vary(world, 'sendTestPush', { push_account_id: verbatim('text') }))
      .against(accepted)
      .isRefused()
  }),

  check(
    'messaging.push.device-unknown',
    'A test notification for an unknown push_account_id is refused',
    async world => {
      const accepted = await toOneDevice(world)
      world.requireAccepted(accepted)
      world
        .claim(await vary(world, 'sendTestPush', { push_account_id: NO_SUCH_ID }))
        .against(accepted)
        .isRefused()
    },
  ),

  check(
    'messaging.push.no-device',
    'A user without a device gets NO_ACTIVE_PUSH_DEVICE, or ADMIN_ACTION_REQUIRED where push is not set up',
    async world => {
      const newcomer = await world.fresh('member')
      const { reply, codes } = await testWithoutDevice(world, newcomer)
      if (isRelayDown(reply)) await relayWorks(world)
      const known = isRefused.judge([reply.exchange], { codes }).outcome === 'holds'
      if (!known) world.requireAccepted(await newcomer.getProfileFields())
      world.claim(reply).isRefused(...codes)
    },
  ),

  check(
    'messaging.push.admin-action-required',
    'While push is badly configured a test notification is refused with ADMIN_ACTION_REQUIRED',
    refusedWhile('admin-action-required', 'ADMIN_ACTION_REQUIRED'),
    { isolation: 'exclusive', resource: 'push' },
  ),

  check(
    'messaging.push.relay-unreachable',
    'While the push relay is unreachable a test notification is refused with FAILED_TO_CONNECT_BOUNCER',
    refusedWhile('relay-unreachable', 'FAILED_TO_CONNECT_BOUNCER'),
    { isolation: 'exclusive', resource: 'push' },
  ),

  check(
    'messaging.push.relay-5xx',
    'While the push relay answers 5xx a test notification is refused with INTERNAL_SERVER_ERROR_ON_BOUNCER',
    refusedWhile('relay-5xx', 'INTERNAL_SERVER_ERROR_ON_BOUNCER'),
    { isolation: 'exclusive', resource: 'push' },
  ),
])
