/** Marking everything as read. */
import type { Call } from './call.ts'
import { operation } from './operation.ts'

export const markAllAsRead = operation({
  id: 'markAllAsRead',
  method: 'POST',
  path: '/mark_all_as_read',
  parameters: [],
  steps: {
    /** The messages that one request marks, out of the unread ones, newest first. */
    batch: (_it: Call, unread: readonly number[]): readonly number[] => unread,
    mark: (it: Call, ids: readonly number[]): void => markRead(it, ids),
  },
  effect(it, { batch, mark }) {
    const unread = [...it.caller.unread].sort((one, other) => other - one)
    const ids = batch(it, unread)
    mark(it, ids)
    return ids.length === unread.length
  },
  reply: (_it, complete) => ({ complete }),
})

export function markRead({ caller, org }: Call, ids: readonly number[]): void {
  for (const id of ids) caller.unread.delete(id)
  if (ids.length > 0) org.touch()
}
