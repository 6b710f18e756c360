/** Whether push works here is configuration: without it acceptance cannot be seen. */
import { isObject, type Reply, Undecided } from '../../harness/index.ts'
import { outcomeOf } from './outcome.ts'

/** What a deployment says whose push service is not, or not now, at work. */
const OUT_OF_ORDER = ['ADMIN_ACTION_REQUIRED', 'FAILED_TO_CONNECT_BOUNCER', 'INTERNAL_SERVER_ERROR_ON_BOUNCER']

const codeOf = (reply: Reply): string => String(isObject(reply.json) ? reply.json['code'] : '')

/** One of the two codes that tell of the relay. */
export const isRelayDown = (reply: Reply): boolean =>
  outcomeOf(reply) === 'error' && OUT_OF_ORDER.slice(1).includes(codeOf(reply))

/** Why a refusal shows nothing but that; null where it shows something. */
export const outOfOrder = (reply: Reply): string | null => {
  const code = codeOf(reply)
  return outcomeOf(reply) === 'error' && OUT_OF_ORDER.includes(code) ? `push is not at work here: ${code}` : null
}

export const working = (reply: Reply): Reply => {
  const why = outOfOrder(reply)
  if (why) throw new Undecided('prerequisite-failed', why, false)
  return reply
}
