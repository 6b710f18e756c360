/** Changes that accept drafts with a missing or malformed member. */
import { alter, type Change } from '../../operations/change.ts'
import { createDrafts, readDraft } from '../drafts.ts'

type Draft = ReturnType<typeof readDraft>

/** The value that a careless server uses for a member, so that the draft is accepted. */
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

/** Accepts drafts without a member: of any type, or only of one. */
export const takenWithout = (member: string, of?: string): Change =>
  mended(member, ({ sent, type }) => sent[member] === undefined && (of === undefined || type === of))

/** Accepts a member of any kind, or only a bare number in place of a list. */
export const takenOfAnyKind = (member: string, bareOnly = false): Change =>
  mended(member, draft => {
    const value = draft.sent[member]
    const wrong = value !== undefined && value !== draft[member as keyof Draft]
    return wrong && (!bareOnly || typeof value === 'number')
  })
