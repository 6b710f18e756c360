/** Faults that show only while requests overlap. */
import type { Fault } from '../../behaviour.ts'
import { instead } from '../../operations/change.ts'
import { originOf } from '../../operations/circumstances.ts'
import type { Call } from '../call.ts'
import { createDrafts, storeDraft } from '../drafts.ts'
import type { Draft } from '../organization.ts'
import { breach, fault } from './fault.ts'

const everything = { mayAlso: '*' }

/** Keeps a draft under the id of the newest like it. */
function inPlaceOfItsLike(it: Call, draft: Omit<Draft, 'id' | 'ownerId'>): number {
  const own = [...it.org.drafts.values()].filter(({ ownerId }) => ownerId === it.caller.id)
  const like = own.findLast(({ content }) => originOf(content) === originOf(draft.content))
  if (!like) return storeDraft(it, draft)
  it.org.drafts.set(like.id, { ...like, ...draft })
  return like.id
}

export const overlappingFaults: readonly Fault[] = [
  breach(
    'overlapping.group-replies',
    'Of two groups created at once each is told the id of the other',
    'user-groups.name-kept',
    'overlap.own-reply',
    { facts: { operation: 'createUserGroup' }, ...everything },
  ),
  breach(
    'overlapping.group-ids',
    'Two groups created at once get one id, and one of them is lost',
    'user-groups.name-kept',
    'overlap.own-ids',
    { facts: { operation: 'createUserGroup' }, ...everything },
  ),
  fault(
    'overlapping.draft-ids',
    'Two drafts created at once get one id, and one of them is lost',
    'drafts.kept',
    instead(createDrafts, 'store', inPlaceOfItsLike, { overlapping: true, where: (_it, _draft, at) => at === 0 }),
    everything,
  ),
  breach(
    'overlapping.field-ids',
    'Two profile fields created at once get one id, and one of them is lost',
    'profile-fields.name-kept',
    'overlap.own-ids',
    { facts: { operation: 'createProfileField' }, ...everything },
  ),
  breach(
    'overlapping.callers',
    'Of two requests at once one is taken for a request of the other caller',
    'credentials.none-reading',
    'overlap.own-caller',
    { facts: { method: 'GET' }, ...everything },
  ),
  breach(
    'overlapping.histories',
    'Of two histories asked for at once each gets that of the other',
    'history.content-after',
    'overlap.own-reply',
    { facts: { operation: 'getMessageHistory' }, ...everything },
  ),
  breach(
    'overlapping.words',
    'A success beside a refusal carries its words',
    'envelope.success-msg',
    'overlap.own-words',
    everything,
  ),
  breach(
    'overlapping.queues',
    'Of two event queues deleted at once each gets the reply of the other',
    'event-queues.unknown',
    'overlap.own-reply',
    { facts: { operation: 'deleteEventQueue' }, ...everything },
  ),
]
