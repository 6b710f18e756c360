/** Faults of rules about every reply: broken in one reply of many, on one endpoint, for one kind of request or one role. */
import type { Alteration, Fault, Occasion } from '../../behaviour.ts'
import { altered } from './fault.ts'

/** A member of the envelope, of successes or errors. */
type Member = `${'success' | 'error'}-${'result' | 'msg' | 'code'}`
type Row = readonly [
  id: string,
  describes: string,
  member: Member,
  does: Alteration,
  when: Occasion,
  /** Every operation by default. */
  operation?: string,
]

const seldom: readonly Row[] = [
  ['one-in-ninety', "One success in ninety has result 'ok'", 'success-result', { set: 'ok' }, { oneIn: 90 }],
  ['one-in-seventy', 'One success in seventy has no result', 'success-result', { drop: true }, { oneIn: 70 }],
  ['capital', "One success in fifty has result 'Success'", 'success-result', { set: 'Success' }, { oneIn: 50 }],
  ['one-in-eighty', 'One success in eighty has no msg', 'success-msg', { drop: true }, { oneIn: 80 }],
  ['one-in-sixty', 'One success in sixty has a msg', 'success-msg', { set: 'OK' }, { oneIn: 60 }],
  ['one-in-forty', 'One refusal in forty has no code', 'error-code', { drop: true }, { oneIn: 40 }],
  ['one-in-thirty', 'One refusal in thirty has a null msg', 'error-msg', { set: null }, { oneIn: 30 }],
  ['failure', "One refusal in fifty has result 'failure'", 'error-result', { set: 'failure' }, { oneIn: 50 }],
]

const ofOneKind: readonly Row[] = [
  [
    'deletions',
    'A DELETE with parameters is answered with a msg',
    'success-msg',
    { set: 'Deleted' },
    { facts: { method: 'DELETE', bare: false } },
  ],
  [
    'bare-deletions',
    'A DELETE without parameters is answered with a msg',
    'success-msg',
    { set: 'Deleted' },
    { facts: { method: 'DELETE', bare: true } },
  ],
  [
    'queries',
    'A GET with parameters is answered without msg',
    'success-msg',
    { drop: true },
    { facts: { method: 'GET', bare: false } },
  ],
  [
    'bare-posts',
    "A POST without parameters is answered with result 'done'",
    'success-result',
    { set: 'done' },
    { facts: { method: 'POST', bare: true } },
  ],
  ['patches', 'A PATCH is answered without result', 'success-result', { drop: true }, { facts: { method: 'PATCH' } }],
  [
    'second-view',
    'Every second navigation view is answered with a msg',
    'success-msg',
    { set: 'Added' },
    { oneIn: 2 },
    'addNavigationView',
  ],
  [
    'third-upload',
    "Every third upload has result 'uploaded'",
    'success-result',
    { set: 'uploaded' },
    { oneIn: 3 },
    'uploadFile',
  ],
  ['refused-deletions', 'A refused DELETE has no code', 'error-code', { drop: true }, { facts: { method: 'DELETE' } }],
]

const one = { oneIn: 3 }

/** Two violations in one reply, one of them in the member that indicates success: both must fail. */
const twice: readonly Fault[] = [
  ['drafts.ids', 'createDrafts', 'ids/*', { as: 'string' }],
  ['user-groups.field-name', 'getUserGroups', 'user_groups/*/name', { drop: true }],
  ['invite-links.link', 'createReusableInviteLink', 'invite_link', { set: 7 }],
  ['uploads.filename', 'uploadFile', 'filename', { set: null }],
].map(([requirement, operation, path, does]) => {
  const first = altered(
    `${requirement}.beside-a-broken-result`,
    `Some replies of ${operation} break ${String(path)} along with result`,
    [String(operation), 'success', 'result'],
    { set: 'ok' },
    { breaches: ['envelope.success-result', String(requirement)], ...one },
  )
  const second = { operation: String(operation), on: 'success' as const, path: String(path), does: does as Alteration }
  return { ...first, mutates: [...(first.mutates ?? []), second] }
})

export const everyReplyFaults: readonly Fault[] = [
  ...[...seldom, ...ofOneKind].map(([id, describes, member, does, when, operation = '*']) => {
    const [on, path = ''] = member.split('-') as ['success' | 'error', string]
    return altered(`envelope.${member}.${id}`, describes, [operation, on, path], does, when)
  }),
  ...twice,
]
