/** Faults of storing drafts: kept in part, sometimes lost, or created although they were refused. */
import type { Fault } from '../../behaviour.ts'
import { alter, instead, uponRefusal } from '../../operations/change.ts'
import { createDrafts, storeDraft } from '../drafts.ts'
import { parse } from '../kinds.ts'
import { eachRules } from '../operation.ts'
import type { Organization, User } from '../organization.ts'
import { isObject } from '../params.ts'
import { fault } from './fault.ts'

const { kept, store } = createDrafts.steps

/** Stores the content of the drafts that were sent, even if the request is refused. */
export function keepDrafts(
  { org, sent }: { org: Organization; sent: ReadonlyMap<string, string> },
  { id: ownerId }: User,
): void {
  const drafts = parse(sent.get('drafts') ?? '')
  for (const draft of Array.isArray(drafts) ? drafts : []) {
    const id = org.id('draft')
    const content = isObject(draft) ? String(draft['content'] ?? '') : ''
    org.drafts.set(id, { id, ownerId, type: '', to: [], topic: '', content, timestamp: 1 })
  }
}

export const draftEffectFaults: readonly Fault[] = [
  fault(
    'drafts.event.in-channels',
    'Channel drafts are told to nobody',
    instead(createDrafts, 'announce', () => {}, {
      where: ({ drafts }) => drafts.every(({ type }) => type === 'stream'),
    }),
  ),
  fault(
    'drafts.timestamp-filled.in-channels',
    'Channel drafts get no time of their own',
    alter(createDrafts, 'kept', draft => ({ ...draft, timestamp: 0 }), {
      where: (_it, { type, sent }) => type === 'stream' && sent['timestamp'] === undefined,
    }),
  ),
  fault(
    'drafts.kept.third',
    'The third draft of a batch is lost',
    instead(createDrafts, 'store', ({ org }) => org.id('draft'), { where: (_it, _draft, at) => at === 2 }),
  ),
  fault(
    'drafts.kept.twice',
    'Each draft is kept twice',
    alter(createDrafts, 'store', (id, it, draft) => {
      storeDraft(it, draft)
      return id
    }),
    { breaches: ['drafts.kept', 'drafts.channel-kept', 'drafts.direct-kept'] },
  ),
  fault(
    'drafts.kept.long-cut',
    'Drafts of more than 255 letters are cut',
    alter(createDrafts, 'kept', draft => ({ ...draft, content: draft.content.slice(0, 255) })),
  ),
  fault(
    'drafts.kept.direct-unaddressed',
    'Direct drafts are kept as unaddressed ones',
    alter(createDrafts, 'kept', draft => ({ ...draft, type: draft.type === 'private' ? '' : draft.type })),
    { breaches: ['drafts.kept', 'drafts.direct-kept'] },
  ),
  fault(
    'drafts.kept.question-marks',
    'Letters beyond Latin are kept as question marks',
    alter(createDrafts, 'kept', draft => ({ ...draft, content: draft.content.replaceAll(/[^\p{ASCII}]/gu, '?') })),
  ),
  fault(
    'drafts.direct-kept.users',
    'A user of a direct draft is lost',
    alter(createDrafts, 'kept', draft => ({ ...draft, to: draft.to.slice(1) }), {
      where: (_it, { type }) => type === 'private',
    }),
  ),
  fault(
    'drafts.direct-kept.two-at-most',
    'A direct draft keeps two users',
    alter(createDrafts, 'kept', draft => ({ ...draft, to: draft.to.slice(0, 2) })),
  ),
  fault(
    'drafts.channel-kept.later',
    'All channel drafts of a batch get the topic of the first',
    alter(createDrafts, 'kept', (draft, { drafts }) => ({ ...draft, topic: drafts[0]?.topic ?? '' }), {
      where: (_it, { type }) => type === 'stream',
    }),
  ),
  ...(['type-known', 'one-channel', 'content-without-null-byte', 'members-of-their-kind'] as const).map(rule =>
    fault(
      `drafts.refused-creates-nothing.${rule}`,
      `A draft that breaks ${rule} is refused, and kept as an unaddressed one`,
      uponRefusal(createDrafts, rule, it =>
        storeDraft(it, { type: '', to: [], topic: '', content: it.item.content, timestamp: it.now }),
      ),
    ),
  ),
  fault(
    'drafts.refused-batch-creates-nothing.before',
    'The drafts before a bad one are created',
    uponRefusal(createDrafts, eachRules(createDrafts), it => {
      for (const [at, draft] of it.drafts.slice(0, it.at).entries()) store(it, kept(it, draft), at)
    }),
  ),
  fault(
    'drafts.refused-batch-creates-nothing.others',
    'All drafts of a batch but the bad one are created',
    uponRefusal(createDrafts, eachRules(createDrafts), it => {
      for (const [at, draft] of it.drafts.entries()) if (at !== it.at) store(it, kept(it, draft), at)
    }),
  ),
  fault(
    'drafts.event.direct',
    'Creating direct drafts sends no event',
    instead(createDrafts, 'announce', () => {}, { where: ({ drafts }) => drafts.every(({ type }) => type !== '') }),
  ),
]
