/** Faults of the envelopes and of credentials. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { response } from '../respond.ts'
import { altered, fault } from './fault.ts'

export const envelopeFaults: readonly Fault[] = [
  altered(
    'envelope.one-of-two.text',
    'Lists of linkifiers are answered as bare text',
    ['getLinkifiers', 'success', ''],
    { set: 'fine' },
  ),
  altered('envelope.one-of-two.list', 'Created drafts are answered as a bare list', ['createDrafts', 'success', ''], {
    set: [1],
  }),
  altered(
    'envelope.one-of-two.bare-errors',
    'Refused drafts are answered as bare text',
    ['createDrafts', 'error', ''],
    { set: 'no' },
  ),
  altered('envelope.success-result.boolean', 'Successes have result true', ['*', 'success', 'result'], { set: true }),
  altered(
    'envelope.success-result.not-in-groups',
    'User group lists have no result',
    ['getUserGroups', 'success', 'result'],
    { drop: true },
  ),
  altered('envelope.success-msg.space', 'Created drafts have a space as msg', ['createDrafts', 'success', 'msg'], {
    set: ' ',
  }),
  altered('envelope.success-msg.null', 'User group lists have a null msg', ['getUserGroups', 'success', 'msg'], {
    set: null,
  }),
  altered(
    'envelope.success-msg.not-in-groups',
    'Created user groups have no msg',
    ['createUserGroup', 'success', 'msg'],
    { drop: true },
  ),
  altered(
    'envelope.success-msg.fifth-call',
    'One in five kinds of successes has a msg',
    ['*', 'success', 'msg'],
    { set: 'done' },
    { oneIn: 5 },
  ),
  altered(
    'envelope.success-msg.profile-fields',
    'Successes about profile fields have a msg',
    [['createProfileField', 'getProfileFields'], 'success', 'msg'],
    { set: 'done' },
  ),
  altered(
    'envelope.success-msg.to-guests',
    'Guests are greeted in every success',
    ['*', 'success', 'msg'],
    { set: 'Welcome, guest' },
    { facts: { role: 'guest' } },
  ),
  fault(
    'envelope.success-msg.after-a-refusal',
    'A success after a refusal about the same thing has words',
    alter(response, 'reply', reply => (reply.result === 'success' ? { ...reply, msg: 'Try again' } : reply), {
      after: { outcome: 'refused' },
    }),
  ),
  altered(
    'envelope.error-code.to-strangers',
    'Who is not known is refused without a code',
    ['*', 'error', 'code'],
    { drop: true },
    { facts: { role: 'nobody' } },
  ),
  altered(
    'envelope.error-result.not-in-groups',
    'Refused user groups have no result',
    ['createUserGroup', 'error', 'result'],
    { drop: true },
  ),
  altered('envelope.error-msg.list', 'Refused drafts have a list of texts as msg', ['createDrafts', 'error', 'msg'], {
    as: 'array',
  }),
  altered('envelope.error-msg.null', 'Refused user groups have a null msg', ['createUserGroup', 'error', 'msg'], {
    set: null,
  }),
  altered('envelope.error-code.number', 'Refused drafts have a number as code', ['createDrafts', 'error', 'code'], {
    set: 400,
  }),
  altered('envelope.error-code.null', 'Refused user groups have a null code', ['createUserGroup', 'error', 'code'], {
    set: null,
  }),
]
