/** What is read from a copy of the data, a moment behind it. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop } from '../../operations/change.ts'
import { deactivateOwnAccount } from '../account.ts'
import { createChannel } from '../channels.ts'
import { credentials } from '../credentials.ts'
import { deactivateUserGroup } from '../deactivate-user-group.ts'
import { addDefaultChannel } from '../default-channels.ts'
import { deployment } from '../deployment.ts'
import { createDrafts } from '../drafts.ts'
import { getMessageHistory } from '../history.ts'
import { getLinkifiers } from '../linkifiers.ts'
import { createProfileField, getProfileFields } from '../profile-fields.ts'
import { markAllAsRead } from '../read-state.ts'
import { updateScheduledMessage } from '../scheduled-messages.ts'
import { createUserGroup, getUserGroups } from '../user-groups.ts'
import { variant } from './variant.ts'

const BEHIND_MS = 200

const writtenAt = new WeakMap<object, number>()

function written(thing: object | undefined, nowMs: number): void {
  if (thing) writtenAt.set(thing, nowMs)
}

/** What is still shown of a thing that changed, and since when it is another. */
interface Former<T> {
  readonly shown: T
  readonly at: number
}

const formerStates = new WeakMap<object, Former<Readonly<Record<string, unknown>>>>()
const formerUnread = new WeakMap<object, Former<number>>()
const formerSnapshots = new WeakMap<object, Former<number>>()

const stillShown = <T>(former: Former<T> | undefined, nowMs: number): T | undefined =>
  former && nowMs - former.at < BEHIND_MS ? former.shown : undefined

const isNew = (thing: object, nowMs: number): boolean => nowMs - (writtenAt.get(thing) ?? 0) < BEHIND_MS

export const lateReadVariants: readonly Variant[] = [
  variant('lists.behind', 'principle 1: nothing says how soon', 'Lists show what was written 200 ms ago', [
    alter(createProfileField, 'effect', (id, { org, nowMs }) => {
      written(org.profileFields.get(id), nowMs)
      return id
    }),
    alter(getProfileFields, 'listed', (fields, { nowMs }) => fields.filter(field => !isNew(field, nowMs))),
    alter(getLinkifiers, 'effect', (linkifiers, { nowMs }) => {
      for (const one of linkifiers) if (!writtenAt.has(one)) written(one, nowMs)
      return linkifiers.filter(one => !isNew(one, nowMs))
    }),
    alter(createUserGroup, 'effect', (id, { org, nowMs }) => {
      written(org.groups.get(id), nowMs)
      return id
    }),
    alter(deactivateUserGroup, 'effect', (done, { group, nowMs }) => {
      written(group, nowMs)
      return done
    }),
    alter(getUserGroups, 'listed', (_now, { org, deactivatedToo, nowMs }) =>
      [...org.groups.values()]
        .filter(group => group.deactivated || !isNew(group, nowMs))
        .map(group => (isNew(group, nowMs) ? { ...group, deactivated: false } : group))
        .filter(group => deactivatedToo || !group.deactivated),
    ),
  ]),
  variant(
    'account.behind',
    'principle 1: nothing says how soon',
    'A deactivated account is served and listed for 200 ms',
    [
      alter(deactivateOwnAccount, 'effect', (done, { caller, nowMs }) => {
        written(caller, nowMs)
        return done
      }),
      ...drop(credentials, 'account-active', { where: ({ user, nowMs }) => user !== undefined && isNew(user, nowMs) }),
      alter(getUserGroups, 'shown', (shown, { org, nowMs }, group) => ({
        ...shown,
        members: [
          ...(shown['members'] as number[]),
          ...[...org.users.values()]
            .filter(user => !user.active && group.members.has(user.id) && isNew(user, nowMs))
            .map(({ id }) => id),
        ],
      })),
    ],
  ),
  variant('read-backs.behind', 'principle 1: nothing says how soon', 'A provisioner reads what was 200 ms ago', [
    alter(createDrafts, 'effect', (ids, { org, nowMs }) => {
      for (const id of ids) written(org.drafts.get(id), nowMs)
      return ids
    }),
    alter(deployment, 'draftsRead', (drafts, _it, _all, nowMs) => drafts.filter(one => !isNew(one, nowMs))),
    alter(addDefaultChannel, 'given', (given, { nowMs }) => {
      if (given.channel && !given.channel.isDefault) written(given.channel, nowMs)
      return given
    }),
    alter(createChannel, 'effect', (id, { org, nowMs }) => {
      written(org.channels.get(id), nowMs)
      return id
    }),
    alter(deployment, 'defaultsRead', (channels, _it, _all, nowMs) => channels.filter(one => !isNew(one, nowMs))),
    alter(updateScheduledMessage, 'edited', (edited, { nowMs }, message) => {
      formerStates.set(message, { shown: { ...message }, at: nowMs })
      return edited
    }),
    alter(deployment, 'scheduledState', (state, _it, _whole, message, nowMs) => {
      const { type, to, topic, content, deliverAt, failed } = stillShown(formerStates.get(message), nowMs) ?? state
      return { type, to, topic, content, deliverAt, failed }
    }),
    alter(markAllAsRead, 'batch', (ids, { caller, nowMs }) => {
      if (ids.length > 0) formerUnread.set(caller, { shown: ids.length, at: nowMs })
      return ids
    }),
    alter(
      deployment,
      'unreadRead',
      (count, _it, _count, reader, nowMs) => count + (stillShown(formerUnread.get(reader), nowMs) ?? 0),
    ),
  ]),
  variant('history.behind', 'principle 1: nothing says how soon', 'A history shows the edits made 200 ms ago', [
    alter(deployment, 'edits', (edits, _it, _all, message, nowMs) => {
      const before = stillShown(formerSnapshots.get(message), nowMs) ?? message.history.length
      formerSnapshots.set(message, { shown: before, at: nowMs })
      return edits
    }),
    alter(getMessageHistory, 'snapshots', (snapshots, { message, nowMs }) =>
      message ? snapshots.slice(0, stillShown(formerSnapshots.get(message), nowMs)) : snapshots,
    ),
  ]),
]
