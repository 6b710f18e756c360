/** Drafts with a missing or malformed member, taken as if it were right. */
import { alter, type Change } from '../../operations/change.ts'
import { createDrafts, readDraft } from '../drafts.ts'

type Draft = ReturnType<typeof readDraft>

/** What a careless server puts in the place of a member, so that the draft is still accepted. */
function standIn(member: string, { type }: Draft, channels: Iterable<number>): unknown {
  if (member === 'to') return type === 'stream' ? [...channels].slice(0, 1) : []
  if (member === 'topic') return type === 'stream' ? 'standing in' : ''
  return member === 'timestamp' ? 1 : ''
}

function mended(member: string, isWrong: (draft: Draft) => boolean): Change {
  return alter(createDrafts, 'given', ({ drafts }, { org }) => ({
    drafts: drafts.map(draft =>
      isWrong(draft) ? readDraft({ ...draft.sent, [member]: standIn(member, draft, org.channels.keys()) }) : draft,
    ),
  }))
}

/** In drafts of any type, or only in those of one. */
export const takenWithout = (member: string, of?: string): Change =>
  mended(member, ({ sent, type }) => sent[member] === undefined && (of === undefined || type === of))

/** Of any kind, or only where a bare number stands for a list. */
export const takenOfAnyKind = (member: string, bareOnly = false): Change =>
  mended(member, draft => {
    const value = draft.sent[member]
    const wrong = value !== undefined && value !== draft[member as keyof Draft]
    return wrong && (!bareOnly || typeof value === 'number')
  })
