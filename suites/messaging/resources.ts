/**
 * Resources that a check may need for itself, and the exchanges that disturb other checks that use them. Only temporary
 * conflicts count, not state that stays changed.
 */
import type { ExchangeRecord } from '../../generated/formats.ts'
import type { MessagingOperationId } from '../../generated/operations.ts'

type Disturbs = (exchange: ExchangeRecord) => boolean

const anyOf =
  (...operations: readonly MessagingOperationId[]): Disturbs =>
  ({ operation }) =>
    operations.some(one => one === operation)

const isAccepted: Disturbs = ({ response }) => /"result":\s*"success"/.test(response?.body ?? '')

/** Checks whose requests differ from run to run. */
const isDrawn: Disturbs = ({ check }) => /^messaging\.(?:properties|sequences)\.|:combined-/.test(check ?? '')
const takesAPlace: Disturbs = ({ request }) => /display_in_profile_summary=true/.test(request.body ?? '')

export const resources: Readonly<Record<string, Disturbs>> = {
  /** The typing indicators. */
  typing: anyOf('setTypingStatus', 'setMessageEditTypingStatus'),
  /** The state of the push service, which a fixture sets for everybody. */
  push: anyOf('sendTestPush'),
  /** The places in the profile summary, of which an organization has two. */
  summary: exchange =>
    anyOf('createProfileField')(exchange) && isAccepted(exchange) && (isDrawn(exchange) || takesAPlace(exchange)),
}
