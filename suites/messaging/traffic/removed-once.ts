/** An object that was removed cannot be removed again. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import type { Predicate, Sequence, TrafficStep } from '../../../harness/index.ts'
import { isRefused } from '../conventions/envelope.predicates.ts'
import { codeOf } from '../outcome.ts'
import { follows, isOfTheMoment, organizationOf, Recent, succeeded, wasRefused } from './quiet.ts'

interface Removal {
  readonly requirement: string
  readonly operation: MessagingOperationId
  readonly code: string
  /** The parameters that identify the object. */
  readonly names: readonly string[]
  /** Whether the identifier is never reused, so that time and other clients do not matter. */
  readonly isForEver?: boolean
  /** Whether only its remover can create it again. */
  readonly isOwn?: boolean
}

const REMOVALS: readonly Removal[] = [
  {
    requirement: 'messaging.event-queues.deleted-twice',
    operation: 'deleteEventQueue',
    code: 'BAD_EVENT_QUEUE_ID',
    names: ['queue_id'],
    isForEver: true,
  },
  {
    requirement: 'messaging.invite-links.revoked-twice',
    operation: 'revokeReusableInviteLink',
    code: 'BAD_REQUEST',
    names: ['invite_id'],
  },
  {
    requirement: 'messaging.apns.removed-twice',
    operation: 'removeApnsToken',
    code: 'BAD_REQUEST',
    names: ['token'],
    isOwn: true,
  },
  {
    requirement: 'messaging.reactions.removed-twice',
    operation: 'removeReaction',
    code: 'REACTION_DOES_NOT_EXIST',
    names: ['message_id', 'emoji_name', 'emoji_code', 'reaction_type'],
    isOwn: true,
  },
]

export const removedOnce: readonly Sequence[] = REMOVALS.map(removal => ({
  requirements: [removal.requirement],
  start: () => {
    const removed = new Recent()
    return step => {
      if (step.exchange.operation === 'createReusableInviteLink' && removal.operation === 'revokeReusableInviteLink')
        for (const one of removed.values()) removed.delete(keyOf(one, removal) ?? '')
      const key = step.exchange.operation === removal.operation ? keyOf(step, removal) : null
      if (key === null) return []
      const before = removed.get(key)
      if (succeeded(step)) removed.set(key, step)
      if (!before || step.sentAt < before.receivedAt) return []
      // Meanwhile somebody may have created it again.
      const isOpen = !(removal.isForEver || follows(step, before))
      if (succeeded(step)) return [{ ...concluded(removal, step, before, {}), isOpen }]
      if (isOpen || !wasRefused(step)) return []
      const isSame = step.caller !== null && step.caller === before.caller
      return codeOf(step.exchange) === removal.code || (isSame && !isOfTheMoment(codeOf(step.exchange)))
        ? [concluded(removal, step, before, { codes: [removal.code] })]
        : []
    }
  },
}))

const concluded = ({ requirement }: Removal, step: TrafficStep, before: TrafficStep, args: { codes?: string[] }) => ({
  requirement,
  predicate: isRefused as unknown as Predicate,
  args,
  exchanges: [step.exchange],
  control: before.exchange,
})

/** A key for the object; null if the request does not identify it. */
function keyOf(step: TrafficStep, { names, isOwn }: Removal): string | null {
  const { request, caller } = step
  if (!request?.isKnown || (isOwn && caller === null)) return null
  const texts = names.map(name => request.texts.get(name) ?? null)
  if (texts.every(text => text === null || text === '')) return null
  return JSON.stringify([organizationOf(step), isOwn ? caller : null, ...texts])
}
