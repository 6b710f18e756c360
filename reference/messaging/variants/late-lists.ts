/** Lists that are read from a copy of the data, a moment behind it. */
import type { Variant } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { deactivateUserGroup } from '../deactivate-user-group.ts'
import { createProfileField, getProfileFields } from '../profile-fields.ts'
import { createUserGroup, getUserGroups } from '../user-groups.ts'
import { variant } from './variant.ts'

const BEHIND_MS = 200

const writtenAt = new WeakMap<object, number>()

function written(thing: object | undefined, nowMs: number): void {
  if (thing) writtenAt.set(thing, nowMs)
}

const isNew = (thing: object, nowMs: number): boolean => nowMs - (writtenAt.get(thing) ?? 0) < BEHIND_MS

export const lateListVariants: readonly Variant[] = [
  variant('lists.behind', 'principle 1: nothing says how soon', 'Lists show what was written 200 ms ago', [
    alter(createProfileField, 'effect', (id, { org, nowMs }) => {
      written(org.profileFields.get(id), nowMs)
      return id
    }),
    alter(getProfileFields, 'listed', (fields, { nowMs }) => fields.filter(field => !isNew(field, nowMs))),
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
]
