/** Faults of reply fields that only some replies, entries or callers show. */
import type { Fault } from '../../behaviour.ts'
import { altered } from './fault.ts'

export const someReplyFaults: readonly Fault[] = [
  altered(
    'profile-fields.field-hint.last-one',
    'The last profile field has no hint',
    'profile-fields.field-hint',
    ['getProfileFields', 'success', 'custom_fields/#last/hint'],
    { drop: true },
  ),
  altered(
    'envelope.success-msg.profile-fields',
    'Successes about profile fields have a msg',
    'envelope.success-msg',
    [['createProfileField', 'getProfileFields'], 'success', 'msg'],
    { set: 'done' },
  ),
]
