/** Faults of reply fields that only some replies, entries or callers show. */
import type { Fault } from '../../behaviour.ts'
import { altered } from './fault.ts'

export const someReplyFaults: readonly Fault[] = [
  altered(
    'user-groups.field-members.last-one',
    'The last user group has no members',
    'user-groups.field-members',
    ['getUserGroups', 'success', 'user_groups/#last/members'],
    { drop: true },
    { mayAlso: 'user-groups.*' },
  ),
  altered(
    'user-groups.field-deactivated.third-call',
    'Every third list of user groups tells deactivated as text',
    'user-groups.field-deactivated',
    ['getUserGroups', 'success', 'user_groups/*/deactivated'],
    { as: 'string' },
    { every: 3, mayAlso: 'user-groups.*' },
  ),
  altered(
    'user-groups.field-name.to-administrators',
    'User groups have no names in lists for administrators',
    'user-groups.field-name',
    ['getUserGroups', 'success', 'user_groups/*/name'],
    { drop: true },
    { facts: { role: ['admin', 'owner'] }, mayAlso: 'user-groups.*' },
  ),
  altered(
    'profile-fields.field-hint.last-one',
    'The last profile field has no hint',
    'profile-fields.field-hint',
    ['getProfileFields', 'success', 'custom_fields/#last/hint'],
    { drop: true },
    { mayAlso: 'profile-fields.*' },
  ),
  altered(
    'envelope.success-msg.profile-fields',
    'Successes about profile fields have a msg',
    'envelope.success-msg',
    [['createProfileField', 'getProfileFields'], 'success', 'msg'],
    { set: 'done' },
  ),
]
