/** Legal variations of drafts. */
import { isDeepStrictEqual } from 'node:util'
import type { Variant } from '../../behaviour.ts'
import { alter, instead, refuseAlso } from '../../operations/change.ts'
import { createDrafts, readDraft, storeDraft } from '../drafts.ts'
import { variant } from './variant.ts'

const olderNames: Readonly<Record<string, string>> = { channel: 'stream', direct: 'private' }

const LONG_AGO = 1_600_000_000

/** The number of drafts that each user has made. */
const counts = new WeakMap<object, number>()

export const draftVariants: readonly Variant[] = [
  variant(
    'drafts.ids-reversed',
    'drafts.ids-order',
    'The ids of drafts stand in reverse order',
    alter(createDrafts, 'effect', ids => ids.toReversed()),
  ),
  variant(
    'drafts.counted-per-user',
    'principle 2: any id scheme',
    'Each user has drafts counted from one',
    alter(createDrafts, 'effect', (ids, { caller }) =>
      ids.map(() => {
        const count = (counts.get(caller) ?? 0) + 1
        counts.set(caller, count)
        return count
      }),
    ),
  ),
  variant(
    'drafts.none-of-years-ago',
    'principle 1: how long ago a draft may have been edited is not written',
    'A draft last edited years ago is refused',
    refuseAlso(createDrafts, 'Too old', {
      where: ({ drafts }) => drafts.some(({ timestamp = Number.POSITIVE_INFINITY }) => timestamp < LONG_AGO),
    }),
  ),
  variant(
    'drafts.equal-ones-once',
    'principle 1: whether equal drafts are two is not written',
    'A draft that is there already is not kept twice',
    instead(createDrafts, 'store', (it, draft) => {
      const same = [...it.org.drafts.values()].find(
        ({ id, ownerId, ...one }) => ownerId === it.caller.id && isDeepStrictEqual(one, draft),
      )
      return same?.id ?? storeDraft(it, draft)
    }),
  ),
  variant(
    'drafts.newer-types',
    'drafts.newer-type-names',
    "Drafts of type 'channel' and 'direct' are taken",
    alter(createDrafts, 'given', ({ drafts }) => ({
      drafts: drafts.map(({ sent, type }) =>
        readDraft({ ...sent, ...(type in olderNames && { type: olderNames[type] }) }),
      ),
    })),
  ),
  variant(
    'drafts.id-refused',
    'drafts.id-sent',
    'A new draft with an id is refused',
    refuseAlso(createDrafts, 'Drafts have no id yet', {
      where: ({ drafts }) => drafts.some(({ sent }) => 'id' in sent),
    }),
  ),
  variant(
    'drafts.empty-list-refused',
    'drafts.empty-list',
    'An empty list of drafts is refused',
    refuseAlso(createDrafts, 'No drafts', {
      where: ({ params, drafts }) => params.has('drafts') && drafts.length === 0,
    }),
  ),
  variant(
    'drafts.null-byte-nowhere',
    'drafts.ignored-null-byte',
    'A null byte is refused in a topic that is ignored',
    refuseAlso(
      createDrafts,
      { msg: 'Null byte', uncoded: true },
      { where: ({ drafts }) => drafts.some(({ topic }) => topic.includes('\0')) },
    ),
  ),
  variant(
    'drafts.never-empty',
    'principle 1: whether an empty draft is one is not written',
    'A draft has words in it',
    refuseAlso(
      createDrafts,
      { msg: 'Nothing said', uncoded: true },
      { where: ({ drafts }) => drafts.some(({ content }) => content.trim() === '') },
    ),
  ),
  variant(
    'drafts.never-to-oneself',
    'principle 1: whom a draft is to besides is not shown',
    'The writer of a draft is not among its users',
    alter(createDrafts, 'kept', (draft, { caller }) => ({ ...draft, to: draft.to.filter(id => id !== caller.id) }), {
      where: (_it, { type }) => type === 'private',
    }),
  ),
  variant(
    'drafts.not-to-oneself',
    'principle 1: messages to oneself are not written',
    'A direct draft to its writer is refused',
    refuseAlso(createDrafts, 'Nobody writes to themselves', {
      where: ({ drafts, caller }) => drafts.some(({ type, to }) => type === 'private' && to.includes(caller.id)),
    }),
  ),
  variant(
    'drafts.unaddressed-to-nobody',
    'principle 3: two sentences, either outcome',
    'An unaddressed draft that names somebody is refused',
    refuseAlso(createDrafts, 'Unaddressed', {
      where: ({ drafts }) => drafts.some(({ type, to }) => type === '' && to.length > 0),
    }),
  ),
  variant(
    'drafts.own-timestamps',
    'drafts.timestamp-kept',
    'The server sets the timestamps of drafts',
    alter(createDrafts, 'kept', (draft, { now }) => ({ ...draft, timestamp: now })),
  ),
  variant(
    'drafts.topic-as-sent',
    'drafts.no-topic-kept',
    "A draft keeps '(no topic)' as it was sent",
    alter(createDrafts, 'kept', (draft, _it, { topic }) => ({ ...draft, topic }), {
      where: (_it, { type }) => type === 'stream',
    }),
  ),
]
