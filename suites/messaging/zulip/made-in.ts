/** Finds the objects on a Zulip server that carry a run's id, for a cleanup without evidence of that run. */
import type { FixtureValue, LinkMade } from '../../../harness/index.ts'
import { Refused } from './caller.ts'
import { deletedQueue } from './events.ts'
import { invitesOf, isLink } from './invitations.ts'
import { listIn } from './not-on-zulip.ts'
import type { Zulip } from './zulip-parts.ts'

export interface Made {
  readonly kind: string
  readonly id: number | string
}

interface Source {
  readonly kind: string
  readonly path: string
  /** The member of the reply that has the list. */
  readonly list: string
  /** The members of an element: `name` contains the run's id, `id` identifies the object. */
  readonly name: string
  readonly id: string
  /** Only the owner can list it. */
  readonly own?: true
  readonly since?: number
}

/** In the order of creation: an object that may use another one comes after it. */
const SOURCES: readonly Source[] = [
  { kind: 'user', path: '/users', list: 'members', name: 'full_name', id: 'delivery_email' },
  { kind: 'channel folder', path: '/channel_folders', list: 'channel_folders', name: 'name', id: 'id', since: 389 },
  { kind: 'channel', path: '/streams?include_all=true', list: 'streams', name: 'name', id: 'stream_id' },
  {
    kind: 'scheduled message',
    path: '/scheduled_messages',
    list: 'scheduled_messages',
    name: 'content',
    id: 'scheduled_message_id',
    own: true,
  },
  { kind: 'upload', path: '/attachments', list: 'attachments', name: 'name', id: 'path_id', own: true },
  {
    kind: 'navigation view',
    path: '/navigation_views',
    list: 'navigation_views',
    name: 'name',
    id: 'fragment',
    own: true,
    since: 390,
  },
]

export async function madeIn(zulip: Zulip, runId: string, links: readonly LinkMade[]): Promise<readonly Made[]> {
  const { calls, level } = zulip
  const carries = new RegExp(`^assay[ -]${runId}[ -]`)
  const found: Made[] = []
  const add = (kind: string, list: readonly FixtureValue[], name: string, id: string): void => {
    for (const one of list.filter(isActive))
      if (carries.test(String(one[name]))) found.push({ kind, id: (one[id] ?? one['email']) as number | string })
  }
  for (const { kind, path, list, name, id, own, since = 0 } of SOURCES)
    for (const email of level < since ? [] : own ? calls.everybody() : [calls.admin()])
      add(kind, shownIn(await calls.as(email, 'GET', path).catch(unlessRefused), list), name, id)
  const settings = await deletedQueue(zulip, calls.admin(), ['realm_playgrounds'])
  add('playground', shownIn(settings, 'realm_playgrounds'), 'name', 'id')
  return [...found, ...(await linksMade(zulip, links))]
}

/** Links that these people made at these times; if there are more than the run made, none is returned. */
async function linksMade(zulip: Zulip, links: readonly LinkMade[]): Promise<readonly Made[]> {
  const { calls } = zulip
  const found = new Set<number>()
  for (const by of new Set(links.map(one => one.by))) {
    const id = await calls.userId(by)
    const own = (await invitesOf(zulip, by)).filter(one => isLink(one) && one['invited_by_user_id'] === id)
    const times = links.filter(one => one.by === by)
    const ours = own.filter(one =>
      times.some(({ from, to }) => Number(one['invited']) >= from && Number(one['invited']) <= to),
    )
    if (ours.length <= times.length) for (const one of ours) found.add(Number(one['id']))
  }
  return [...found].map(id => ({ kind: 'multiuse invite', id }))
}

/** The list in a reply; empty if the reply does not have it. */
const shownIn = (reply: FixtureValue, name: string): readonly FixtureValue[] =>
  Array.isArray(reply[name]) ? listIn(reply, name) : []

const isActive = (one: FixtureValue): boolean => one['is_active'] !== false && one['is_archived'] !== true

/** An empty reply if refused: bots and guests may not read the list. */
function unlessRefused(error: unknown): FixtureValue {
  if (error instanceof Refused) return {}
  throw error
}
