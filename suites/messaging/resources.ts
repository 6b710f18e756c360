/** What a check may need for itself, and the operations by which others would disturb it. What stays changed afterwards is none. */
import type { MessagingOperationId } from '../../generated/operations.ts'

export const resources = {
  /** Who is shown to be typing. */
  typing: ['setTypingStatus', 'setMessageEditTypingStatus'],
  /** The state of the push service, which a fixture sets for everybody. */
  push: ['sendTestPush'],
} satisfies Record<string, readonly MessagingOperationId[]>
