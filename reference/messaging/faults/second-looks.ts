/** A second fault for each sentence about a state or a permission: another caller, another moment, another half of the change. */
import type { Fault } from '../../behaviour.ts'
import { refuseAlso } from '../../operations/change.ts'
import { credentials } from '../credentials.ts'
import { breach, fault } from './fault.ts'

const states: readonly Fault[] = [
  breach(
    'scheduled-messages.failed-needs-timestamp.for-content',
    'A failed message gets new content without a new time',
    'scheduled-messages.failed-needs-timestamp',
    'scheduled.failed-needs-time',
    { facts: { reworded: true } },
  ),
  breach(
    'scheduled-messages.failed-with-timestamp.unknown',
    'A failed message is not found any more',
    'scheduled-messages.failed-with-timestamp',
    'scheduled.failed-is-there',
  ),
  breach(
    'scheduled-messages.failed-unchanged.content',
    'A failed message is refused its edit and keeps the new content',
    'scheduled-messages.failed-unchanged',
    'scheduled.failed-content-kept',
  ),
]

const permissions: readonly Fault[] = [
  fault(
    'credentials.basic.every-second',
    'The list of profile fields wants another login of members and administrators',
    'credentials.basic',
    refuseAlso(credentials, 'Please log in again', {
      role: ['member', 'admin'],
      where: ({ operation }) => operation === 'getProfileFields',
    }),
  ),
  breach('credentials.bot.refused-reading', 'Bots read no settings', 'credentials.bot', 'credentials.accepted', {
    facts: { role: 'bot', operation: ['getLinkifiers', 'getPresence'] },
  }),
  breach(
    'credentials.unknown-email.profile-fields',
    'Strangers see the profile fields',
    'credentials.unknown-email',
    'credentials.known-email',
    { facts: { operation: 'getProfileFields' } },
  ),
]

/** Members are refused, and their wish is granted all the same. */
const granted: readonly Fault[] = [
  breach(
    'profile-fields.member-not-listed.granted-to-everybody',
    'Whoever is no administrator is refused, and createProfileField is done',
    'profile-fields.member-not-listed',
    'createProfileField.access-unchanged',
  ),
]

export const secondLookFaults: readonly Fault[] = [...states, ...permissions, ...granted]
