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
    'drafts.ids.second-call',
    'Every second reply of createDrafts has its ids as text',
    'drafts.ids',
    ['createDrafts', 'success', 'ids/*'],
    { as: 'string' },
    { every: 2, mayAlso: ['drafts.*', 'parameters.*'] },
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
    'linkifiers.url-template.last-one',
    'The last linkifier has no url_template',
    'linkifiers.url-template',
    ['getLinkifiers', 'success', 'linkifiers/#last/url_template'],
    { drop: true },
    { mayAlso: 'linkifiers.*' },
  ),
  altered(
    'history.timestamp.last-one',
    'The last snapshot has its timestamp as text',
    'history.timestamp',
    ['getMessageHistory', 'success', 'message_history/#last/timestamp'],
    { as: 'string' },
    { mayAlso: 'history.*' },
  ),
]
