/** Faults of the read state. */
import type { Fault } from '../../behaviour.ts'
import { alter, instead, refuseAlso } from '../../operations/change.ts'
import type { Call } from '../call.ts'
import { markAllAsRead, markRead } from '../read-state.ts'
import { altered, fault } from './fault.ts'

/** More than a few messages are unread. */
const busy = ({ caller }: Call): boolean => caller.unread.size > 5

const ofEverybody = (complete: boolean, { org }: Call): boolean => {
  for (const user of org.users.values()) user.unread.clear()
  return complete
}

export const readStateFaults: readonly Fault[] = [
  fault('read-state.accepted.refused', 'markAllAsRead is refused', refuseAlso(markAllAsRead, 'Not today')),
  fault(
    'read-state.ends.never',
    'complete is never true',
    alter(markAllAsRead, 'effect', () => false),
  ),
  fault(
    'read-state.ends.while-busy',
    'With more than five unread messages complete is never true',
    instead(markAllAsRead, 'effect', () => false, { where: busy }),
  ),
  fault(
    'read-state.ends.idle',
    'Nothing unread is never complete',
    alter(markAllAsRead, 'effect', () => false, { where: ({ caller }) => caller.unread.size === 0 }),
  ),
  fault(
    'read-state.nothing-left.nothing-marked',
    'Nothing is marked as read',
    instead(markAllAsRead, 'mark', () => {}),
  ),
  fault(
    'read-state.nothing-left.every-second',
    'Only the first request of a caller marks anything',
    instead(markAllAsRead, 'mark', () => {}, { from: 2 }),
  ),
  fault(
    'read-state.nothing-left.one-left',
    'The oldest message stays unread',
    instead(markAllAsRead, 'mark', (it, ids) => markRead(it, ids.slice(0, -1))),
  ),
  fault(
    'read-state.nothing-left.in-channels',
    'Only direct messages are marked as read',
    instead(markAllAsRead, 'mark', (it, ids) =>
      markRead(
        it,
        ids.filter(id => it.org.messages.get(id)?.channelId === undefined),
      ),
    ),
  ),
  fault(
    'read-state.nothing-left.beyond-twenty',
    'Twenty messages are marked, and all are said to be',
    instead(markAllAsRead, 'mark', (it, ids) => markRead(it, ids.slice(0, 20))),
  ),
  fault(
    'read-state.others-unread.everybody',
    'Everybody has read everything',
    alter(markAllAsRead, 'effect', ofEverybody),
  ),
  fault(
    'read-state.others-unread.by-members',
    'What a member has read, everybody has read',
    alter(markAllAsRead, 'effect', ofEverybody, { role: 'member' }),
  ),
  altered(
    'read-state.complete.to-guests-only',
    'complete is text for guests',
    ['markAllAsRead', 'success', 'complete'],
    { as: 'string' },
    { facts: { role: 'guest' } },
  ),
]
