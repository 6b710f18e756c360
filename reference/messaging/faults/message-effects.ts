/** Faults of effects on devices and accounts that show only after several calls, or elsewhere. */
import type { Fault } from '../../behaviour.ts'
import { drop } from '../../operations/change.ts'
import { deleteEventQueue } from '../event-queues.ts'
import { breach, fault } from './fault.ts'

const account = { mayAlso: ['account.*', 'credentials.*'] }

export const messageEffectFaults: readonly Fault[] = [
  breach(
    'account.login-refused.served',
    'The password of a deactivated account fetches a key',
    'account.login-refused',
    'account.deactivated-cannot-login',
    account,
  ),
  breach(
    'account.login-refused.owners',
    'The password of an owner who left fetches a key',
    'account.login-refused',
    'account.deactivated-cannot-login',
    { facts: { of: 'owner' }, ...account },
  ),
  ...(['createDrafts', 'markAllAsRead', 'uploadFile', 'getPresence'] as const).map(operation =>
    breach(
      `account.credentials-refused.${operation.toLowerCase()}`,
      `A deactivated account is served by ${operation}`,
      'account.credentials-refused',
      'account.deactivated-cannot-call',
      { facts: { operation }, ...account },
    ),
  ),
  breach(
    'api-key.wrong-password.any-case',
    'Passwords are compared without regard to case',
    'api-key.wrong-password',
    'api-key.right-password',
    { facts: { otherCase: true } },
  ),
  breach(
    'api-key.wrong-password.trimmed',
    'Blanks around a password are ignored',
    'api-key.wrong-password',
    'api-key.right-password',
    { facts: { padded: true } },
  ),
  breach(
    'api-key.refused-changes-nothing.logged-out',
    'A wrong password logs the account out',
    'api-key.refused-changes-nothing',
    'api-key.refused-unchanged',
    { mayAlso: '*' },
  ),
  breach(
    'api-key.refused-changes-nothing.other-key',
    'A wrong password gives the account another key',
    'api-key.refused-changes-nothing',
    'api-key.refused-keeps-key',
    { mayAlso: '*' },
  ),
  fault(
    'event-queues.deleted-twice.third',
    'The third deletion of a queue is accepted again',
    'event-queues.deleted-twice',
    drop(deleteEventQueue, 'queue-exists', { nth: 3 }),
    { mayAlso: 'event-queues.*' },
  ),
  fault(
    'event-queues.unknown.prefix',
    'A queue is known by its beginning',
    'event-queues.unknown',
    drop(deleteEventQueue, 'queue-exists', {
      where: ({ org, id }) => [...org.queues.keys()].some(one => one.startsWith(id) || id.startsWith(one)),
    }),
    { mayAlso: 'event-queues.*' },
  ),
]
