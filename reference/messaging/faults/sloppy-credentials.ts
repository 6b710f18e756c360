/** Faults of credentials that are compared sloppily, or refused too late: on one endpoint, for one role, by one likeness. */
import type { Fault } from '../../behaviour.ts'
import { breach, sinceOf } from './fault.ts'

const likenesses: readonly (readonly [id: string, describes: string, facts: Readonly<Record<string, unknown>>])[] = [
  ['letter-case', 'Keys are compared without regard to letter case', { otherCase: true }],
  ['blanks', 'Blanks around a key are passed over', { blanks: true }],
  ['same-start', 'Only the first sixteen characters of a key are compared', { sameStart: true }],
  ['same-length', 'Any key of the right length will do', { rightLength: true }],
  ['of-bots', 'A key of a bot cut short will do', { role: 'bot', cutShort: true }],
  ['of-guests', 'Any key will do for guests', { role: 'guest' }],
  ['of-moderators', 'Any key will do for moderators', { role: 'moderator' }],
]

const dashed = (operation: string) => operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const prefixes = [
  'createDrafts',
  'deleteEventQueue',
  'createUserGroup',
  'sendInvites',
  'updateScheduledMessage',
  'uploadFile',
]
const alikes: readonly (readonly [operation: string, fact: string, says: string])[] = [
  ['uploadFile', 'otherCase', 'a key in another letter case'],
  ['setTypingStatus', 'otherCase', 'a key in another letter case'],
  ['getMessageHistory', 'empty', 'an empty key'],
  ['getLinkifiers', 'moreAfterIt', 'a key with more after it'],
  ['createProfileField', 'rightLength', 'any key of the right length'],
  ['revokeReusableInviteLink', 'blanks', 'a key with blanks around it'],
]
const unlocked = ['addNavigationView', 'removeReaction', 'createChannel', 'checkMessagesMatchNarrow']
const anyones = ['createDrafts', 'getMessageHistory', 'createProfileField', 'deactivateUserGroup']
const strangers = ['uploadFile', 'getPresence', 'createReusableInviteLink', 'setTypingStatus']
const doneAllTheSame = [
  'deleteEventQueue',
  'removeReaction',
  'removeApnsToken',
  'revokeReusableInviteLink',
  'deactivateUserGroup',
  'createUserGroup',
  'createProfileField',
  'createDrafts',
  'sendInvites',
  'addDefaultChannel',
  'updateScheduledMessage',
]

export const sloppyCredentialFaults: readonly Fault[] = [
  ...likenesses.map(([id, describes, facts]) =>
    breach(`credentials.wrong-key.${id}`, describes, 'credentials.wrong-key', 'credentials.right-key', {
      facts,
    }),
  ),
  ...prefixes.map(operation =>
    breach(
      `credentials.wrong-key.prefix-${dashed(operation)}`,
      `${operation} takes the beginning of a key for the key`,
      'credentials.wrong-key',
      'credentials.right-key',
      { facts: { operation, cutShort: true } },
    ),
  ),
  ...alikes.map(([operation, fact, says]) =>
    breach(
      `credentials.wrong-key.${dashed(fact)}-${dashed(operation)}`,
      `${operation} takes ${says} for the key`,
      'credentials.wrong-key',
      'credentials.right-key',
      { facts: { operation, [fact]: true } },
    ),
  ),
  ...unlocked.map(operation =>
    breach(
      `credentials.wrong-key.any-${dashed(operation)}`,
      `${operation} takes any key`,
      ['credentials.wrong-key', 'credentials.key-of-another'],
      'credentials.right-key',
      { facts: { operation }, ...sinceOf(operation) },
    ),
  ),
  ...anyones.map(operation =>
    breach(
      `credentials.key-of-another.${dashed(operation)}`,
      `${operation} takes the key of anybody`,
      'credentials.key-of-another',
      'credentials.right-key',
      { facts: { operation, anothers: true } },
    ),
  ),
  ...strangers.map(operation =>
    breach(
      `credentials.unknown-email.${dashed(operation)}`,
      `${operation} serves strangers`,
      'credentials.unknown-email',
      'credentials.known-email',
      { facts: { operation } },
    ),
  ),
  ...doneAllTheSame.map(operation =>
    breach(
      `credentials.refused-does-nothing.${dashed(operation)}`,
      `${operation} with a wrong key is refused and done all the same`,
      'credentials.refused-does-nothing',
      'credentials.refused-is-nothing',
      { facts: { operation } },
    ),
  ),
  breach(
    'credentials.own-account.without',
    'Accounts are deactivated without credentials',
    'credentials.own-account',
    'credentials.needed',
    { facts: { operation: 'deactivateOwnAccount' } },
  ),
  breach(
    'credentials.own-account.prefix',
    'The beginning of a key deactivates an account',
    'credentials.own-account',
    'credentials.right-key',
    { facts: { operation: 'deactivateOwnAccount', cutShort: true } },
  ),
  breach(
    'credentials.own-account.anothers',
    'A key of anybody deactivates any account',
    'credentials.own-account',
    'credentials.right-key',
    { facts: { operation: 'deactivateOwnAccount', anothers: true } },
  ),
  breach(
    'credentials.own-account.done-all-the-same',
    'A refused deactivation is done all the same',
    'credentials.own-account',
    'credentials.refused-is-nothing',
    { facts: { operation: 'deactivateOwnAccount' } },
  ),
]
