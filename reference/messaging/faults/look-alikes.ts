/** Faults that take one thing for another that is like it: keys, passwords, callers, names. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { response } from '../respond.ts'
import { altered, breach, fault } from './fault.ts'

const likenesses: readonly (readonly [fact: string, says: string])[] = [
  ['cutShort', 'cut short'],
  ['moreAfterIt', 'with more after it'],
  ['empty', 'left empty'],
]

const dashed = (fact: string) => fact.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

export const lookAlikeFaults: readonly Fault[] = [
  ...likenesses.map(([fact, says]) =>
    breach(
      `credentials.wrong-key.${dashed(fact)}`,
      `A key ${says} will do`,
      'credentials.wrong-key',
      'credentials.right-key',
      {
        facts: { [fact]: true },
      },
    ),
  ),
  breach(
    'credentials.key-of-another.served',
    'A key of anybody opens every account',
    'credentials.key-of-another',
    'credentials.right-key',
    { facts: { anothers: true } },
  ),
  breach(
    'credentials.key-of-another.profile-fields',
    'A key of anybody shows the profile fields',
    'credentials.key-of-another',
    'credentials.right-key',
    { facts: { anothers: true, operation: 'getProfileFields' } },
  ),
  altered(
    'envelope.error-code.to-strangers',
    'Who is not known is refused without a code',
    'envelope.error-code',
    ['*', 'error', 'code'],
    { drop: true },
    { facts: { role: 'nobody' } },
  ),
  altered(
    'envelope.success-msg.to-guests',
    'Guests are greeted in every success',
    'envelope.success-msg',
    ['*', 'success', 'msg'],
    { set: 'Welcome, guest' },
    { facts: { role: 'guest' } },
  ),
  fault(
    'envelope.success-msg.after-a-refusal',
    'A success after a refusal about the same thing has words',
    'envelope.success-msg',
    alter(response, 'reply', reply => (reply.result === 'success' ? { ...reply, msg: 'Try again' } : reply), {
      after: { outcome: 'refused' },
    }),
  ),
  breach(
    'profile-fields.field-data-kept.encoded-twice',
    'The data of a field are encoded twice',
    'profile-fields.field-data-kept',
    'profile-fields.data-encoded-once',
  ),
]
