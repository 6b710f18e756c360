/** Faults of effects on reactions, read states, narrows, devices and accounts that show only after several calls, or elsewhere. */
import type { Fault } from '../../behaviour.ts'
import { drop } from '../../operations/change.ts'
import { deleteEventQueue } from '../event-queues.ts'
import { breach, fault } from './fault.ts'

const reactions = { mayAlso: ['reactions.*', 'parameters.*', 'sequences.*'] }
const readState = { mayAlso: 'read-state.*' }
const narrow = { mayAlso: 'narrow.*' }
const account = { mayAlso: ['account.*', 'credentials.*'] }

const messages: readonly Fault[] = [
  breach(
    'reactions.removed-twice.every-third',
    'Every third removal of a reaction does nothing',
    'reactions.removed-twice',
    'reactions.removed',
    { every: 3, ...reactions },
  ),
  breach(
    'reactions.refused-stays.removed',
    'A refused removal removes all reactions of the user',
    'reactions.refused-stays',
    'reactions.refused-unchanged',
    reactions,
  ),
  breach(
    'reactions.refused-stays.newest',
    'A refused removal removes the newest reaction of the message',
    'reactions.refused-stays',
    'reactions.refused-keeps-newest',
    reactions,
  ),
  breach(
    'reactions.other-users-stay.cleared',
    'Removing a reaction clears the message of those of others',
    'reactions.other-users-stay',
    'reactions.all-others-stay',
    reactions,
  ),
  breach(
    'reactions.other-users-stay.all-of-an-emoji',
    'Removing a reaction removes that emoji of everybody',
    'reactions.other-users-stay',
    'reactions.other-users-stay',
    reactions,
  ),
  breach(
    'read-state.ends.while-busy',
    'With more than five unread messages complete is never true',
    'read-state.ends',
    'read-state.complete-when-busy',
    readState,
  ),
  breach(
    'read-state.nothing-left.every-second',
    'Every second request marks nothing',
    'read-state.nothing-left',
    'read-state.marked',
    { every: 2, ...readState },
  ),
  breach(
    'read-state.others-unread.everybody',
    'Everybody has read everything',
    'read-state.others-unread',
    'read-state.own-only',
    readState,
  ),
  breach(
    'read-state.others-unread.by-members',
    'What a member has read, everybody has read',
    'read-state.others-unread',
    'read-state.own-only',
    { facts: { role: 'member' }, ...readState },
  ),
  breach(
    'narrow.without-search.no-content',
    'Without a search a match has no match_content',
    'narrow.without-search',
    'narrow.without-search',
    { facts: { member: 'content' }, ...narrow },
  ),
  breach(
    'narrow.without-search.raw-topic',
    'Without a search topics are not escaped',
    'narrow.without-search',
    'narrow.without-search',
    { facts: { member: 'subject' }, ...narrow },
  ),
  breach(
    'narrow.content-html.markdown',
    'match_content is Markdown',
    'narrow.content-html',
    'narrow.content-html',
    narrow,
  ),
]

const accounts: readonly Fault[] = [
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

export const messageEffectFaults: readonly Fault[] = [...messages, ...accounts]
