/** Whether things that a run made still exist, according to lists of the contract and of the provisioner. */
import { isObject, type Session, Undecided, valueAt } from '../../harness/index.ts'
import type { Actor } from '../../suites/messaging/actor.ts'

/** False: it no longer exists. Null: this cannot be found out. */
export type StillThere = (kind: string, id: number | string) => Promise<boolean | null>

const quietly = { observed: true } as const

export function stillThere(session: Session, admin: Actor, run: string): StillThere {
  const { provisioner, target } = session
  const known = new Map<string, Promise<ReadonlySet<string> | null>>()
  const once = (what: string, read: () => Promise<readonly unknown[]>): Promise<ReadonlySet<string> | null> => {
    const asked = known.get(what) ?? read().then(asSet, nullIfUndecided)
    known.set(what, asked)
    return asked
  }
  const idsAt = async (reply: Promise<{ json: unknown }>, pointer: string): Promise<unknown[]> => {
    const list = valueAt((await reply).json, pointer)
    if (!Array.isArray(list)) throw new Undecided('prerequisite-failed', 'there is no such list')
    return list.map(one => (isObject(one) ? one['id'] : undefined))
  }
  const readBack = async (kind: string, as: string | null, member: string): Promise<unknown[]> => {
    if (!provisioner.offers(kind)) throw new Undecided('fixture-missing', `no provisioner reads ${kind}`, false)
    const value = (await provisioner.provide(kind, as === null ? {} : { as }))[member]
    return Array.isArray(value) ? value : []
  }
  const people = Object.values(target.messaging?.actors ?? {})

  const lists: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
    'user group': () => idsAt(admin.getUserGroups({}, quietly), '/user_groups'),
    'profile field': () => idsAt(admin.getProfileFields({}, quietly), '/custom_fields'),
    linkifier: () => idsAt(admin.getLinkifiers({}, quietly), '/linkifiers'),
    invitation: () => readBack('invitations', admin.email, 'emails'),
    'default channel': () => readBack('default-channels', null, 'ids'),
    draft: async () => {
      const lists = await Promise.all(people.map(({ email }) => readBack('drafts-of', email, 'drafts')))
      return lists.flat().map(draft => (isObject(draft) ? draft['id'] : undefined))
    },
  }

  /**
   * `unavailable` means either that the channel does not exist or that channels cannot be looked up. Looking up a
   * channel that exists distinguishes the two.
   */
  const looksUpChannels = (): Promise<ReadonlySet<string> | null> =>
    once('channels', async () => {
      // The name of a removed channel may stay reserved, so each clean-up uses a new one.
      const wish = `assay ${run} clean ${session.clock.now().toString(36)}`
      const { id, name } = await provisioner.provide('channel', { name: wish })
      try {
        await provisioner.provide('channel-named', { name })
      } finally {
        await provisioner.provide('discard', { kind: 'channel', id })
      }
      return []
    })

  const channelNamed = async (name: string): Promise<boolean | null> => {
    if (!provisioner.offers('channel-named')) return null
    try {
      await provisioner.provide('channel-named', { name })
      return true
    } catch (error) {
      if (nullIfUndecided(error) === null && (await looksUpChannels()) === null) return null
      return false
    }
  }

  return async (kind, id) => {
    if (kind === 'channel') return typeof id === 'string' ? channelNamed(id) : null
    const read = lists[kind]
    const found = read ? await once(kind, read) : null
    return found?.has(String(id)) ?? null
  }
}

const asSet = (ids: readonly unknown[]): ReadonlySet<string> | null =>
  ids.includes(undefined) ? null : new Set(ids.map(String))

function nullIfUndecided(error: unknown): null {
  if (error instanceof Undecided && error.reason !== 'unreachable') return null
  throw error
}
