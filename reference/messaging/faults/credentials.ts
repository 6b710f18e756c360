/** Faults of credentials: compared sloppily, not required, refused too late; everywhere, on one endpoint, for one role. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, drop, instead, refuseAlso } from '../../operations/change.ts'
import { credentials, type Knock } from '../credentials.ts'
import type { User } from '../organization.ts'
import { isAdministrator } from '../roles.ts'
import { dashed, fault, sinceOf } from './fault.ts'

type Where = (it: Knock) => boolean

const everywhere: Where = () => true
const on =
  (...operations: readonly string[]): Where =>
  ({ operation }) =>
    operations.includes(operation)
const by =
  (...roles: readonly string[]): Where =>
  ({ about }) =>
    roles.includes(about.role)
const both =
  (...all: readonly Where[]): Where =>
  it =>
    all.every(one => one(it))

/** Holds if the key that was sent resembles the right one in this way. */
const keyIs =
  (like: (sent: string, right: string, it: Knock) => boolean): Where =>
  it =>
    it.user !== undefined && like(it.credentials?.key ?? '', it.user.apiKey, it)

const cutShort = keyIs((sent, right) => sent !== '' && right.startsWith(sent))
const longer = keyIs((sent, right) => sent.startsWith(right))
const otherCase = keyIs((sent, right) => sent !== right && sent.toLowerCase() === right.toLowerCase())
const blanks = keyIs((sent, right) => sent !== right && sent.trim() === right)
const sameLength = keyIs((sent, right) => sent.length === right.length)
const sameStart = keyIs((sent, right) => sent.slice(0, 16) === right.slice(0, 16))
const empty: Where = ({ credentials: given }) => (given?.key ?? '') === ''
const anothers: Where = ({ credentials: given, org }) => [...org.users.values()].some(one => one.apiKey === given?.key)

/** Treats an unknown caller as an administrator. */
const takenForAdministrator = alter(credentials, 'caller', (user, it) => user ?? someAdministrator(it))

/** The first administrator; but the newest one for deactivation, since the first may be the only owner. */
function someAdministrator({ org, operation }: Knock): User {
  const all = [...org.users.values()].filter(user => user.active && isAdministrator(user))
  const first = operation === 'deactivateOwnAccount' ? all.at(-1) : all[0]
  if (!first) throw new Error('an organization without administrators')
  return first
}

const notNeeded = (where: Where): Change[] => [
  ...drop(credentials, 'credentials-given', { where }),
  takenForAdministrator,
]
const strangersServed = (where: Where): Change[] => [
  ...drop(credentials, 'account-known', { where }),
  takenForAdministrator,
]
const wrongKeyTaken = (where: Where): Change[] => drop(credentials, 'key-right', { where })
const refusedAndDone = (where: Where): Change => instead(credentials, 'obeyed', () => false, { where })
const loginDemanded = (where: Where): Change => refuseAlso(credentials, 'Please log in again', { where })

const credentialsUnread = (where: Where): Change =>
  refuseAlso(credentials, { msg: 'Not logged in', code: 'UNAUTHORIZED', uncoded: true }, { where })

const keyFault = (id: string, describes: string, where: Where): Fault =>
  fault(`credentials.wrong-key.${id}`, describes, wrongKeyTaken(where))

/** Only a should: a deployment may trim the value of a header. */
const blankFault = (id: string, describes: string, where: Where): Fault =>
  fault(`credentials.key-to-the-letter.${id}`, describes, wrongKeyTaken(where))

const wrongKeys: readonly Fault[] = [
  keyFault('served', 'Any key will do', everywhere),
  keyFault('one-endpoint', 'Presence is reported to whoever knows an email', on('getPresence')),
  keyFault('cut-short', 'A key cut short will do', cutShort),
  keyFault('more-after-it', 'A key with more after it will do', longer),
  keyFault('empty', 'A key left empty will do', empty),
  keyFault('letter-case', 'Keys are compared without regard to letter case', otherCase),
  blankFault('blanks', 'Blanks around a key are passed over', blanks),
  blankFault(
    'blanks-revoke-reusable-invite-link',
    'revokeReusableInviteLink takes a key with blanks around it for the key',
    both(on('revokeReusableInviteLink'), blanks),
  ),
  keyFault('same-start', 'Only the first sixteen characters of a key are compared', sameStart),
  keyFault('same-length', 'Any key of the right length will do', sameLength),
  keyFault('of-bots', 'A key of a bot cut short will do', both(by('bot'), cutShort)),
  keyFault('of-guests', 'Any key will do for guests', by('guest')),
  keyFault('of-owners', 'Any key will do for owners', by('owner')),
  keyFault('of-moderators', 'Any key will do for moderators', by('moderator')),
  ...['createDrafts', 'deleteEventQueue', 'createUserGroup', 'sendInvites', 'updateScheduledMessage', 'uploadFile'].map(
    operation =>
      keyFault(
        `prefix-${dashed(operation)}`,
        `${operation} takes the beginning of a key for the key`,
        both(on(operation), cutShort),
      ),
  ),
  ...(
    [
      ['uploadFile', 'other-case', 'a key in another letter case', otherCase],
      ['setTypingStatus', 'other-case', 'a key in another letter case', otherCase],
      ['getMessageHistory', 'empty', 'an empty key', empty],
      ['getLinkifiers', 'more-after-it', 'a key with more after it', longer],
      ['createProfileField', 'right-length', 'any key of the right length', sameLength],
    ] as const
  ).map(([operation, word, says, like]) =>
    keyFault(`${word}-${dashed(operation)}`, `${operation} takes ${says} for the key`, both(on(operation), like)),
  ),
  ...['addNavigationView', 'removeReaction', 'createChannel', 'checkMessagesMatchNarrow'].map(operation =>
    fault(
      `credentials.wrong-key.any-${dashed(operation)}`,
      `${operation} takes any key`,
      wrongKeyTaken(on(operation)),
      { breaches: ['credentials.wrong-key', 'credentials.key-of-another'], ...sinceOf(operation) },
    ),
  ),
]

const anotherFault = (id: string, describes: string, where: Where): Fault =>
  fault(`credentials.key-of-another.${id}`, describes, wrongKeyTaken(both(anothers, where)))

const keysOfAnother: readonly Fault[] = [
  anotherFault('served', 'A key of anybody opens every account', everywhere),
  anotherFault('profile-fields', 'A key of anybody shows the profile fields', on('getProfileFields')),
  ...['createDrafts', 'getMessageHistory', 'createProfileField', 'deactivateUserGroup'].map(operation =>
    anotherFault(dashed(operation), `${operation} takes the key of anybody`, on(operation)),
  ),
]

const strangerFault = (id: string, describes: string, where: Where): Fault =>
  fault(`credentials.unknown-email.${id}`, describes, strangersServed(where))

const strangers: readonly Fault[] = [
  strangerFault('served', 'Strangers are served', everywhere),
  strangerFault('profile-fields', 'Strangers see the profile fields', on('getProfileFields')),
  ...['uploadFile', 'getPresence', 'createReusableInviteLink', 'setTypingStatus'].map(operation =>
    strangerFault(dashed(operation), `${operation} serves strangers`, on(operation)),
  ),
]

const nobodyFault = (id: string, describes: string, where: Where, more: readonly string[] = []): Fault =>
  fault(`credentials.none-${id}`, describes, notNeeded(where), {
    breaches: [`credentials.none-${id.slice(0, id.indexOf('.'))}`, ...more],
  })

const nobody: readonly Fault[] = [
  nobodyFault(
    'administering.served',
    'Nobody needs credentials to arrange the organization',
    on('createChannelFolder', 'addDefaultChannel', 'createProfileField', 'addPlayground', 'createChannel'),
  ),
  nobodyFault('reading.served', 'Nobody needs credentials to read', ({ method }) => method === 'GET'),
  nobodyFault('reading.linkifiers', 'Linkifiers are listed without credentials', on('getLinkifiers')),
  nobodyFault('reading.presence', 'Presence is read without credentials', on('getPresence')),
  nobodyFault('writing.served', 'Nobody needs credentials to write', ({ method }) => method !== 'GET', [
    'credentials.none-administering',
  ]),
  nobodyFault('writing.drafts', 'Drafts are created without credentials', on('createDrafts')),
  nobodyFault('writing.marking', 'Marking all as read needs no credentials', on('markAllAsRead')),
]

const refused: readonly Fault[] = [
  fault(
    'credentials.basic.refused',
    'Users are refused where they list profile fields',
    loginDemanded(both(by('owner', 'admin', 'moderator', 'member'), on('getProfileFields'))),
  ),
  fault(
    'credentials.basic.every-second',
    'The list of profile fields wants another login of members and administrators',
    loginDemanded(both(by('member', 'admin'), on('getProfileFields'))),
  ),
  fault(
    'credentials.bot.refused',
    'The credentials of bots are not read where they list linkifiers',
    credentialsUnread(both(by('bot'), on('getLinkifiers'))),
  ),
  fault(
    'credentials.bot.refused-reading',
    'The credentials of bots are not read where they list linkifiers and presences',
    credentialsUnread(both(by('bot'), on('getLinkifiers', 'getPresence'))),
  ),
]

const doneAllTheSame: readonly Fault[] = [
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
].map(operation =>
  fault(
    `credentials.refused-does-nothing.${dashed(operation)}`,
    `${operation} with a wrong key is refused and done all the same`,
    refusedAndDone(on(operation)),
  ),
)

const ownFault = (id: string, describes: string, changes: Change | readonly Change[]): Fault =>
  fault(`credentials.own-account.${id}`, describes, changes)

const leaving = on('deactivateOwnAccount')

const ownAccount: readonly Fault[] = [
  ownFault('without', 'Accounts are deactivated without credentials', notNeeded(leaving)),
  ownFault('prefix', 'The beginning of a key deactivates an account', wrongKeyTaken(both(leaving, cutShort))),
  ownFault('anothers', 'A key of anybody deactivates any account', wrongKeyTaken(both(leaving, anothers))),
  ownFault('done-all-the-same', 'A refused deactivation is done all the same', refusedAndDone(leaving)),
]

export const credentialFaults: readonly Fault[] = [
  ...wrongKeys,
  ...keysOfAnother,
  ...strangers,
  ...nobody,
  ...refused,
  ...doneAllTheSame,
  ...ownAccount,
]
