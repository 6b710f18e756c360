/** Faults that occur only while requests of one check overlap. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, drop, instead } from '../../operations/change.ts'
import { originOf } from '../../operations/circumstances.ts'
import type { Call } from '../call.ts'
import { createDrafts, storeDraft } from '../drafts.ts'
import { deleteEventQueue } from '../event-queues.ts'
import type { Draft } from '../organization.ts'
import { response } from '../respond.ts'
import { fault } from './fault.ts'

/** Stores a draft under the id of the newest draft of the same origin. */
function inPlaceOfItsLike(it: Call, draft: Omit<Draft, 'id' | 'ownerId'>): number {
  const own = [...it.org.drafts.values()].filter(({ ownerId }) => ownerId === it.caller.id)
  const like = own.findLast(({ content }) => originOf(content) === originOf(draft.content))
  if (!like) return storeDraft(it, draft)
  it.org.drafts.set(like.id, { ...like, ...draft })
  return like.id
}

type Kind = 'groups' | 'profileFields' | 'folders' | 'playgrounds'
type Named = { readonly id: number; readonly name: string }

/**
 * What is created at the same time as another of its kind gets the id of that one in the reply; if `lost`, it also replaces it.
 */
function withIdOfItsLike(operation: string, field: string, kind: Kind, lost: boolean): Change {
  return alter(
    response,
    'reply',
    (reply, { org, sent }) => {
      const kept = org[kind] as Map<number, Named>
      const own = kept.get(Number(reply[field]))
      const origin = originOf(sent.get('name') ?? '')
      const like = [...kept.values()].findLast(one => one !== own && originOf(one.name) === origin)
      if (!own || !like) return reply
      if (lost) {
        kept.delete(own.id)
        kept.set(like.id, { ...own, id: like.id })
      }
      return { ...reply, [field]: like.id }
    },
    { overlapping: true, where: it => it.operation === operation },
  )
}

const rows = [
  ['group-ids', 'groups', 'user-groups', 'createUserGroup', 'group_id', 'groups'],
  ['field-ids', 'profile fields', 'profile-fields', 'createProfileField', 'id', 'profileFields'],
  ['folder-ids', 'channel folders', 'channel-folders', 'createChannelFolder', 'channel_folder_id', 'folders'],
  ['playground-ids', 'playgrounds', 'playgrounds', 'addPlayground', 'id', 'playgrounds'],
] as const

export const overlappingFaults: readonly Fault[] = [
  fault(
    'overlapping.group-replies',
    'Of two groups created at once one is answered with the id of the other',
    withIdOfItsLike('createUserGroup', 'group_id', 'groups', false),
    { breaches: 'user-groups.ids-distinct' },
  ),
  fault(
    'overlapping.draft-ids',
    'Two drafts created at once get one id, and one of them is lost',
    instead(createDrafts, 'store', inPlaceOfItsLike, { overlapping: true, where: (_it, _draft, at) => at === 0 }),
    { breaches: 'drafts.kept' },
  ),
  fault(
    'overlapping.queues',
    'Of two unknown event queues deleted at once the second is answered as if it had been there',
    drop(deleteEventQueue, 'queue-exists', { overlapping: true, where: ({ id }) => originOf(id) !== '' }),
    { breaches: 'event-queues.unknown' },
  ),
  ...rows.map(([id, what, area, operation, field, kind]) =>
    fault(
      `overlapping.${id}`,
      `Two ${what} created at once get one id, and one of them is lost`,
      withIdOfItsLike(operation, field, kind, true),
      { breaches: `${area}.ids-distinct` },
    ),
  ),
]
