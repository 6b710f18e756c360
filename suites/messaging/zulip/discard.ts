/** Removes objects that a run made. One that is already gone counts as removed. */
import type { FixtureValue } from '../../../harness/index.ts'
import { Refused } from './caller.ts'
import { channels } from './channels.ts'
import { deletedQueue } from './events.ts'
import { invitesOf, isLink, isSameLink } from './invitations.ts'
import { listIn, NotOnZulip } from './not-on-zulip.ts'
import { type Listing, remembered } from './remembered-lists.ts'
import { scheduledOf } from './scheduled-messages.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

type Id = number | string
type Removal = (id: Id, zulip: Zulip) => Promise<unknown>

const asAdmin = (zulip: Zulip, method: string, path: string, fields?: FixtureValue): Promise<FixtureValue> =>
  zulip.calls.as(zulip.calls.admin(), method, path, fields)

/** A refused removal counts as a failure only if the object is still listed. */
const unlessGone =
  (remove: Removal, isThere: (id: Id, zulip: Zulip) => Promise<boolean>): Removal =>
  async (id, zulip) => {
    try {
      await remove(id, zulip)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (await isThere(id, zulip)) throw new NotOnZulip(`the server refused: ${error.message}`)
    }
  }

const listed = async (list: Promise<readonly unknown[]>, member: string, id: Id): Promise<boolean> =>
  (await list).some(one => (one as FixtureValue)[member] === id)

/** Removes an object that only its owner sees and may remove: whoever lists it is the owner. */
const owned = (
  list: Listing,
  isIt: (one: FixtureValue, id: Id) => boolean,
  remove: (one: FixtureValue) => { readonly method: string; readonly path: string },
): Removal => {
  const lists = remembered(list)
  return async (id, zulip) => {
    const among = (all: readonly FixtureValue[]): FixtureValue | undefined => all.find(one => isIt(one, id))
    const removedBy = async (email: string, found: FixtureValue): Promise<unknown> => {
      const { method, path } = remove(found)
      try {
        return await zulip.calls.as(email, method, path)
      } catch (error) {
        // The object may have been removed meanwhile, by another of its names.
        if (!(error instanceof Refused) || among(await lists.now(zulip, email))) throw error
        return null
      }
    }
    const people = zulip.calls.everybody()
    for (const email of people) {
      const found = among(lists.last(zulip, email))
      if (found) return removedBy(email, found)
    }
    for (const email of people) {
      const found = among(await lists.now(zulip, email).catch(unlessRefused))
      if (found) return removedBy(email, found)
    }
    return null
  }
}

/** An empty list if refused: bots and guests may not list objects they cannot have, and deactivated accounts nothing. */
function unlessRefused(error: unknown): readonly FixtureValue[] {
  if (error instanceof Refused) return []
  throw error
}

const members =
  (path: string, name: string): Listing =>
  async ({ calls }, as) =>
    listIn(await calls.as(as, 'GET', path), name)

/** Deletes a message as its sender or an administrator; if the sender is unknown, as anybody who may. */
const message: Removal = async (id, zulip) => {
  const { calls, senders } = zulip
  const sender = senders.get(Number(id))
  const people = sender === undefined ? [calls.admin(), ...calls.everybody()] : [sender, calls.admin()]
  let refusal: Refused | undefined
  for (const email of new Set(people))
    try {
      return await calls.as(email, 'DELETE', `/messages/${id}`)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusal ??= error
    }
  const seen = await Promise.all(
    [...new Set(people)].map(email => calls.as(email, 'GET', `/messages/${id}`).then(() => true, isRefusal)),
  )
  if (seen.some(one => one)) throw new NotOnZulip(`the server refused: ${refusal?.message}`)
  return null
}

function isRefusal(error: unknown): false {
  if (error instanceof Refused) return false
  throw error
}

/** Deactivates an account, found by its email address; bots are deactivated by a different call. */
const user: Removal = async (email, zulip) => {
  const { user: found } = await asAdmin(zulip, 'GET', `/users/${encodeURIComponent(email)}`)
  const { user_id, is_active, is_bot } = (found ?? {}) as FixtureValue
  if (is_active === false) return null
  return asAdmin(zulip, 'DELETE', `/${is_bot === true ? 'bots' : 'users'}/${user_id}`)
}

/** Archives a folder, after taking all channels out of it: a folder with a channel, even an archived one, cannot be archived. */
const folder: Removal = async (id, zulip) => {
  const all = listIn(await asAdmin(zulip, 'GET', '/streams', { include_all: true, exclude_archived: false }), 'streams')
  for (const { stream_id } of all.filter(one => one['folder_id'] === id))
    await asAdmin(zulip, 'PATCH', `/streams/${stream_id}`, { folder_id: null })
  return asAdmin(zulip, 'PATCH', `/channel_folders/${id}`, { is_archived: true })
}

const groups = async (zulip: Zulip): Promise<readonly FixtureValue[]> =>
  listIn(await asAdmin(zulip, 'GET', '/user_groups'), 'user_groups')

const removals: Readonly<Record<string, Removal>> = {
  draft: owned(
    members('/drafts', 'drafts'),
    (one, id) => one['id'] === id,
    one => ({ method: 'DELETE', path: `/drafts/${one['id']}` }),
  ),
  'scheduled message': owned(
    scheduledOf,
    (one, id) => one['scheduled_message_id'] === id,
    one => ({ method: 'DELETE', path: `/scheduled_messages/${one['scheduled_message_id']}` }),
  ),
  upload: owned(
    members('/attachments', 'attachments'),
    (one, id) => String(id).endsWith(String(one['path_id'])),
    one => ({ method: 'DELETE', path: `/attachments/${one['id']}` }),
  ),
  'navigation view': owned(
    members('/navigation_views', 'navigation_views'),
    (one, id) => one['fragment'] === id || one['fragment'] === String(id).trim(),
    one => ({ method: 'DELETE', path: `/navigation_views/${encodeURIComponent(String(one['fragment']))}` }),
  ),
  'reusable link': owned(
    invitesOf,
    (one, id) => isLink(one) && isSameLink(one['link_url'], id),
    one => ({ method: 'DELETE', path: `/invites/multiuse/${one['id']}` }),
  ),
  invitation: owned(
    invitesOf,
    (one, id) => !isLink(one) && one['email'] === id,
    one => ({ method: 'DELETE', path: `/invites/${one['id']}` }),
  ),
  'multiuse invite': unlessGone(
    (id, zulip) => asAdmin(zulip, 'DELETE', `/invites/multiuse/${id}`),
    async (id, zulip) =>
      (await invitesOf(zulip, zulip.calls.admin())).some(one => isLink(one) && one['id'] === Number(id)),
  ),
  channel: unlessGone(
    (id, zulip) => asAdmin(zulip, 'DELETE', `/streams/${id}`),
    (id, zulip) => listed(channels(zulip), 'stream_id', id),
  ),
  'channel folder': folder,
  'default channel': unlessGone(
    (id, zulip) => asAdmin(zulip, 'DELETE', '/default_streams', { stream_id: id }),
    async (id, zulip) => {
      const settings = await deletedQueue(zulip, zulip.calls.admin(), ['default_streams'])
      return listIn(settings, 'realm_default_streams').some(one => one === (id as unknown) || one['stream_id'] === id)
    },
  ),
  'profile field': unlessGone(
    (id, zulip) => asAdmin(zulip, 'DELETE', `/realm/profile_fields/${id}`),
    (id, zulip) => listed(members('/realm/profile_fields', 'custom_fields')(zulip, zulip.calls.admin()), 'id', id),
  ),
  playground: unlessGone(
    (id, zulip) => asAdmin(zulip, 'DELETE', `/realm/playgrounds/${id}`),
    async (id, zulip) => {
      const settings = await deletedQueue(zulip, zulip.calls.admin(), ['realm_playgrounds'])
      return listed(Promise.resolve(listIn(settings, 'realm_playgrounds')), 'id', id)
    },
  ),
  linkifier: unlessGone(
    (id, zulip) => asAdmin(zulip, 'DELETE', `/realm/filters/${id}`),
    (id, zulip) => listed(members('/realm/linkifiers', 'linkifiers')(zulip, zulip.calls.admin()), 'id', id),
  ),
  'user group': unlessGone(
    (id, zulip) => asAdmin(zulip, 'POST', `/user_groups/${id}/deactivate`),
    (id, zulip) => listed(groups(zulip), 'id', Number(id)),
  ),
  'custom emoji': (id, zulip) => asAdmin(zulip, 'DELETE', `/realm/emoji/${id}`),
  message,
  user,
}

export const discard: Maker = async ({ kind, id }, zulip) => {
  const remove = removals[String(kind)]
  if (!remove) throw new NotOnZulip(`no call of a Zulip server removes the ${kind}`)
  await remove(id as Id, zulip).catch(error => {
    if (error instanceof Refused) throw new NotOnZulip(`the server refused: ${error.message}`)
    throw error
  })
  return {}
}
