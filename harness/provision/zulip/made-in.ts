/** What on a Zulip server carries the id of a run, for a clean-up that has no evidence of that run. */
import type { FixtureValue } from '../provisioner.ts'
import { Refused } from './caller.ts'
import { deletedQueue } from './events.ts'
import { listIn, type Zulip } from './zulip-parts.ts'

export interface Made {
  readonly kind: string
  readonly id: number | string
}

interface Source {
  readonly kind: string
  readonly path: string
  /** The member of the reply that is the list. */
  readonly list: string
  /** The members of an element that carry the run's id, and its own. */
  readonly name: string
  readonly id: string
  /** Only its owner sees it. */
  readonly own?: true
  readonly since?: number
}

/** In the order in which they are made: what may use another thing comes after it. */
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

export async function madeIn(zulip: Zulip, runId: string): Promise<readonly Made[]> {
  const { calls, level } = zulip
  const carries = new RegExp(`^assay[ -]${runId}[ -]`)
  const found: Made[] = []
  const add = (kind: string, list: readonly FixtureValue[], name: string, id: string): void => {
    for (const one of list.filter(isActive))
      if (carries.test(String(one[name]))) found.push({ kind, id: (one[id] ?? one['email']) as number | string })
  }
  for (const { kind, path, list, name, id, own, since = 0 } of SOURCES)
    for (const email of level < since ? [] : own ? calls.everybody() : [calls.admin()])
      add(kind, listIn(await calls.as(email, 'GET', path).catch(unlessRefused), list), name, id)
  const settings = await deletedQueue(zulip, calls.admin(), ['realm_playgrounds'])
  add('playground', listIn(settings, 'realm_playgrounds'), 'name', 'id')
  return found
}

const isActive = (one: FixtureValue): boolean => one['is_active'] !== false && one['is_archived'] !== true

/** Bots and guests have no such list. */
function unlessRefused(error: unknown): FixtureValue {
  if (error instanceof Refused) return {}
  throw error
}
