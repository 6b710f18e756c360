/** The model of test notifications: messaging contract, POST /mobile_push/e2ee/test_notification. */
import { type Ruling, valueAt, verbatim } from '../../../harness/index.ts'
import {
  isRelayDown,
  relayWorks,
  setPushState,
  testWithoutDevice,
  WITHOUT_DEVICE,
  whyForgotten,
  whyNotWorking,
} from '../account/push-service.ts'
import { pushDevice } from '../controls/controls-organization.ts'
import { isRefused } from '../conventions/envelope.predicates.ts'
import { unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { everybody, type ModelFactor, type OperationModel, orNull, times } from './operation-model.ts'
import { type RequirementId, refused } from './rules.ts'
import { absent, type RequestContext, value, wrong } from './values.ts'

const state = (name: string, by: RequirementId, code: string) => wrong(name, undefined, refused(by, code))

/** The state of the push service. */
const relay: ModelFactor = {
  name: 'relay',
  parameter: null,
  values: [
    value('none', undefined),
    state('admin-action-required', 'messaging.push.admin-action-required', 'ADMIN_ACTION_REQUIRED'),
    state('relay-unreachable', 'messaging.push.relay-unreachable', 'FAILED_TO_CONNECT_BOUNCER'),
    state('relay-5xx', 'messaging.push.relay-5xx', 'INTERNAL_SERVER_ERROR_ON_BOUNCER'),
  ],
}

export const sendTestPush: OperationModel = {
  operation: 'sendTestPush',
  isolation: 'exclusive',
  needs: { actors: ['user'], fixtures: ['push-device'], allow: 'write' },
  accepted: 'messaging.push.all-devices',
  factors: () => [
    everybody,
    {
      name: 'push_account_id',
      values: [
        absent,
        value('first', ({ world, caller }: RequestContext) => pushDevice(world, caller), 'messaging.push.one-device'),
        wrong('of another kind', verbatim('text'), refused('messaging.push.device-kind')),
      ],
    },
    relay,
    times(),
  ],
  request: async ({ world, caller, row }, params) => {
    await pushDevice(world, caller)
    await inState(world, row['relay'] ?? 'none')
    return params
  },
  showsNothing: (reply, row) => whyForgotten(reply) ?? (row['relay'] === 'none' ? whyNotWorking(reply) : null),
  decides: ['messaging.push.no-device'],
  review: async world => {
    await orNull(inState(world, 'none'))
    return withoutDevice(world)
  },
  rows: { quick: 0, standard: 56, thorough: 140 },
}

const NEWCOMERS = ['owner', 'admin', 'moderator', 'member', 'guest'] as const

/** Accounts made for this run that have no device must get NO_ACTIVE_PUSH_DEVICE, twice. */
const withoutDevice = shared(async (world): Promise<readonly Ruling[]> => {
  const rulings: Ruling[] = []
  for (const role of NEWCOMERS) {
    const newcomer = await world.fresh(role).catch(unlessMissing)
    if (!newcomer) continue
    for (const time of ['first', 'again']) {
      const { reply, codes } = await retriedIfDown(world, role, time, await testWithoutDevice(world, newcomer))
      const isKnown = outcomeOf(reply) === 'success' || WITHOUT_DEVICE.includes(String(valueAt(reply.json, '/code')))
      // The reply says nothing about devices if guests may not send tests, the relay is down, or the account is not recognized.
      if (
        !isKnown &&
        (role === 'guest' ||
          (isRelayDown(reply) && codes.length > 1) ||
          outcomeOf(await newcomer.getProfileFields()) !== 'success')
      )
        break
      const row = { caller: role, push_account_id: 'absent', relay: 'none', time }
      const args = { codes }
      rulings.push({
        requirement: 'messaging.push.no-device',
        row,
        replies: [reply],
        predicate: isRefused as never,
        args,
      })
    }
  }
  return rulings
})

type TestReply = Awaited<ReturnType<typeof testWithoutDevice>>

/**
 * If the relay seems down, but others get through before and after, a second new account tries the same: the same error proves
 * that it is not the relay's, so only NO_ACTIVE_PUSH_DEVICE is legal; otherwise the first reply stands.
 */
async function retriedIfDown(world: World, role: string, time: string, first: TestReply): Promise<TestReply> {
  if (!isRelayDown(first.reply) || (await orNull(servedNow(world))) === null) return first
  const newcomer = await world.fresh(role).catch(unlessMissing)
  if (!newcomer) return first
  if (time === 'again') await newcomer.sendTestPush()
  const reply = await newcomer.sendTestPush()
  const works = isRelayDown(reply) && (await orNull(servedNow(world))) !== null
  return works ? { reply, codes: WITHOUT_DEVICE.slice(0, 1) } : first
}

const servedNow = async (world: World): Promise<true> => {
  await relayWorks(world)
  return true
}

const present = shared(async (_world): Promise<{ state: string; since: number }> => ({ state: 'none', since: 0 }))

const SECONDS = 60

/** Puts the push service into this state, which ends by itself, unless it is in it and will be for long enough. */
async function inState(world: World, wanted: string): Promise<void> {
  const now = await present(world)
  const isFresh = wanted === 'none' || world.clock.now() - now.since < (SECONDS * 1000) / 2
  if (now.state === wanted && isFresh) return
  await setPushState(world, wanted === 'none' ? { state: wanted } : { state: wanted, forSeconds: SECONDS })
  Object.assign(now, { state: wanted, since: world.clock.now() })
}
