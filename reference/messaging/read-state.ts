/** Marking everything as read. */
import { type Call, type Reply, succeed } from './call.ts'
import type { Route } from './route.ts'

export const readStateRoutes: readonly Route[] = [
  { operation: 'markAllAsRead', method: 'POST', path: '/mark_all_as_read', parameters: [], handle: markAllAsRead },
]

const batch = 5

/** Newest first; a slow server leaves the rest for the next request. */
function markAllAsRead(call: Call): Reply {
  const { caller, org } = call
  const newestFirst = [...caller.unread].sort((one, other) => other - one)
  const slow = call.uses('messaging.read-state.in-batches') || !call.keeps('read-state.completes-at-last')
  let marked = slow ? newestFirst.slice(0, batch) : newestFirst
  if (!call.keeps('read-state.all-marked', { many: marked.length > batch })) marked = marked.slice(0, -1)
  if (marked.length > 0) org.touch()
  if (!call.keeps('read-state.own-only')) for (const user of org.users.values()) user.unread.clear()
  const busy = newestFirst.length > batch && !call.keeps('read-state.complete-when-busy')
  const kept = busy ? [] : marked
  if (call.keeps('read-state.marked')) for (const id of kept) caller.unread.delete(id)
  const idle = newestFirst.length === 0 && !call.keeps('read-state.complete-when-idle')
  const complete = (slow ? newestFirst.length <= batch : true) && !idle && !busy
  return succeed({ complete: complete && call.keeps('read-state.completes-at-last') })
}
