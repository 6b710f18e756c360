/** Faults of deactivating one's own account, and of what a deactivated account can still do. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso, refuseOtherwise, uponRefusal } from '../../operations/change.ts'
import { deactivateOwnAccount } from '../account.ts'
import { fetchApiKey } from '../api-key.ts'
import { credentials } from '../credentials.ts'
import { roles } from '../roles.ts'
import { altered, fault } from './fault.ts'

const served = ['createDrafts', 'getPresence', 'uploadFile', 'markAllAsRead'] as const

const left: readonly Fault[] = [
  fault('account.credentials-refused.served', 'A deactivated account is served', drop(credentials, 'account-active')),
  fault(
    'account.credentials-refused.active',
    'Deactivating changes nothing',
    instead(deactivateOwnAccount, 'effect', () => {}),
  ),
  fault(
    'account.credentials-refused.drafts',
    'Deactivated accounts may create drafts',
    drop(credentials, 'account-active', { where: it => it.operation === 'createDrafts' }),
  ),
  ...served.map(operation =>
    fault(
      `account.credentials-refused.${operation.toLowerCase()}`,
      `A deactivated account is served by ${operation}`,
      drop(credentials, 'account-active', { where: it => it.operation === operation }),
    ),
  ),
  fault(
    'account.login-refused.served',
    'The password of a deactivated account fetches a key',
    drop(fetchApiKey, 'account-active'),
  ),
  fault(
    'account.login-refused.owners',
    'The password of an owner who left fetches a key',
    drop(fetchApiKey, 'account-active', { where: ({ user }) => user?.role === roles.owner }),
  ),
  fault(
    'account.others-stay.logged-out',
    'Deactivating one account keeps the others from the profile fields',
    alter(deactivateOwnAccount, 'effect', (_made, { org, others }) => {
      for (const { id } of others) org.loggedOut.add(`${id} getProfileFields`)
    }),
  ),
  fault(
    'account.others-stay.members-out',
    'Deactivating one account keeps the members from the profile fields',
    alter(deactivateOwnAccount, 'effect', (_made, { org, others }) => {
      for (const { id, role } of others) if (role === roles.member) org.loggedOut.add(`${id} getProfileFields`)
    }),
  ),
]

const leaving: readonly Fault[] = [
  fault(
    'account.deactivated.refused',
    'deactivateOwnAccount is refused',
    refuseAlso(deactivateOwnAccount, 'Not today'),
  ),
  fault(
    'account.deactivated.refused-to-members',
    'Members cannot leave',
    refuseAlso(deactivateOwnAccount, 'Not today', { role: 'member' }),
  ),
  fault(
    'account.deactivated.gone-and-refused',
    'Whoever leaves is gone, and gets an error',
    instead(deactivateOwnAccount, 'reply', () => ({ result: 'error', msg: 'Something broke', code: 'BAD_REQUEST' })),
  ),
  fault(
    'account.credentials-refused.moderators',
    'A moderator who left is served',
    drop(credentials, 'account-active', { where: ({ user }) => user?.role === roles.moderator }),
  ),
  fault(
    'account.owner-among-owners.refused',
    'No owner may leave',
    refuseAlso(
      deactivateOwnAccount,
      { msg: 'Owners stay', code: 'CANNOT_DEACTIVATE_LAST_USER', fields: { entity: 'owner', is_last_owner: true } },
      { where: ({ owns }) => owns },
    ),
  ),
  fault(
    'account.owner-among-owners.refused-to-owners',
    'Whoever is an owner cannot leave',
    refuseAlso(deactivateOwnAccount, 'Not today', { role: 'owner' }),
  ),
]

/** Faults of the only owner and of the only user. */
const last: readonly Fault[] = (
  [
    ['owner', 'owner', 'not-the-last-owner', 'false', 'The only owner is said to be the only user'],
    ['user', 'member', 'not-the-last-user', 'true', 'The only user is said to be the only owner'],
  ] as const
).flatMap(([word, role, rule, flag, describes]) => [
  fault(`account.last-${word}.accepted`, `The only ${word} may leave`, drop(deactivateOwnAccount, rule)),
  altered(
    `account.last-${word}.plain-code`,
    `The only ${word} is refused with BAD_REQUEST`,
    ['deactivateOwnAccount', 'error', 'code'],
    { set: 'BAD_REQUEST' },
    { facts: { role } },
  ),
  fault(
    `account.last-${word}-flag.${flag}`,
    describes,
    alter(deactivateOwnAccount, 'refused', reply => ({ ...reply, is_last_owner: word === 'user' }), {
      where: (_call, reply) => reply['is_last_owner'] === (word === 'owner'),
    }),
  ),
  fault(
    `account.last-${word}-stays.deactivated`,
    `The only ${word} is refused and deactivated`,
    uponRefusal(deactivateOwnAccount, rule, ({ caller }) => {
      caller.active = false
    }),
  ),
  fault(
    `account.last-${word}-stays.gone-with-plain-code`,
    `The only ${word} is refused with BAD_REQUEST and deactivated`,
    [
      ...refuseOtherwise(deactivateOwnAccount, rule, 'Something broke'),
      ...uponRefusal(deactivateOwnAccount, rule, ({ caller }) => {
        caller.active = false
      }),
    ],
    { breaches: [`account.last-${word}`, `account.last-${word}-stays`] },
  ),
  fault(
    `account.last-${word}-stays.logged-out`,
    `The only ${word} is refused and logged out`,
    uponRefusal(deactivateOwnAccount, rule, ({ org, caller }) => void org.loggedOut.add(caller.id)),
  ),
])

const secondTime = fault(
  'account.last-owner.second-time',
  'The only owner is refused once, then let go',
  drop(deactivateOwnAccount, 'not-the-last-owner', { from: 2 }),
)

const blank = altered(
  'account.entity-not-blank.empty',
  'The refusal names neither the owner nor the only user',
  ['deactivateOwnAccount', 'error', 'entity'],
  { set: ' ' },
)

export const accountFaults: readonly Fault[] = [...left, ...leaving, ...last, secondTime, blank]
