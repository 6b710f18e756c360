/** What a check may need for itself, and the operations by which others would disturb it. */
import type { MessagingOperationId } from '../../generated/operations.ts'

export const resources = {
  /** Who is shown to be typing. */
  typing: ['setTypingStatus', 'setMessageEditTypingStatus'],
  /** The state of the push service, which a fixture sets for everybody. */
  push: ['sendTestPush'],
  /** The two places that profile fields have in the summary. */
  summary: ['createProfileField'],
} satisfies Record<string, readonly MessagingOperationId[]>
