/** Stand-in fixtures for requests rebuilt from evidence: the recorded settings, and the same reaction each time. */
import type { Api } from '../../harness/index.ts'

export const standInFixtures: NonNullable<Api['standInFixtures']> = (settings, stand) => {
  const reactions = new Map<unknown, { readonly emoji_name: string; readonly emoji_code: string }>()
  return (kind, { emojiName, reactionType }) => {
    if (kind === 'register') return settings
    if (kind !== 'reaction') return null
    const known = reactions.get(emojiName) ?? { emoji_name: stand.text(), emoji_code: stand.text() }
    reactions.set(emojiName, known)
    return { ...known, reaction_type: reactionType }
  }
}
