/** The kinds of fixtures of the messaging contract: those of `specs/fixtures`, with the rules that need code. */
import { type FixtureKind, statedKinds } from '../../generated/fixtures.ts'
import type { FixtureValue, FixtureKind as Kind, Left } from '../../harness/index.ts'

const coded: { readonly [Name in FixtureKind]?: Pick<Kind, 'leavesToo' | 'unlike'> } = {
  channel: { unlike: unlikeChannel },
  reaction: {
    leavesToo: (_wish, { uploaded }) => (typeof uploaded === 'string' ? [{ kind: 'custom emoji', id: uploaded }] : []),
  },
  unread: { leavesToo: unreadMessages },
}

export const fixtureKinds: Readonly<Record<string, Kind>> = Object.fromEntries(
  Object.entries(statedKinds).map(([name, stated]) => [name, { ...stated, ...coded[name as FixtureKind] }]),
)

/** Whether the target file may provide a ready-made fixture of this kind. */
export const isLasting = (kind: string): boolean => fixtureKinds[kind]?.lasting ?? false

/** The leftovers of unread messages: they can be removed only if the provisioner returns their ids. */
function unreadMessages({ as, count = 1 }: FixtureValue, { messageIds }: FixtureValue): Left[] {
  if (Array.isArray(messageIds))
    return messageIds.flatMap(id => (typeof id === 'number' ? [{ kind: 'message', id }] : []))
  const why = 'the provisioner does not say which they are'
  return [{ kind: 'unread messages', id: `${count} to ${as}`, remove: why }]
}

/** Why a ready-made channel does not fit the wish for a private channel or for settings; null if it does. */
function unlikeChannel(wishes: FixtureValue, value: FixtureValue): string | null {
  if (wishes['private'] === true && value['private'] !== true) return 'it is not said to be private'
  const { settings } = wishes
  return typeof settings === 'object' && settings !== null && Object.keys(settings).length > 0
    ? 'a check needs one with settings of its own'
    : null
}
