/** Faults of rules about every reply: broken in one reply of many, on one endpoint, for one kind of request or one role. */
import type { Alteration, Fault, Occasion } from '../../behaviour.ts'
import { altered } from './fault.ts'

type Row = readonly [
  id: string,
  describes: string,
  breaches: string | readonly string[],
  where: readonly [operations: string | readonly string[], on: 'success' | 'error' | 'any', path: string],
  does: Alteration,
  when?: Occasion,
]

const RESULT = 'envelope.success-result'
const MSG = 'envelope.success-msg'

const seldom: readonly Row[] = [
  [
    'one-in-ninety',
    "One success in ninety has result 'ok'",
    RESULT,
    ['*', 'success', 'result'],
    { set: 'ok' },
    { oneIn: 90 },
  ],
  [
    'one-in-seventy',
    'One success in seventy has no result',
    RESULT,
    ['*', 'success', 'result'],
    { drop: true },
    { oneIn: 70 },
  ],
  [
    'capital',
    "One success in fifty has result 'Success'",
    RESULT,
    ['*', 'success', 'result'],
    { set: 'Success' },
    { oneIn: 50 },
  ],
  ['one-in-eighty', 'One success in eighty has no msg', MSG, ['*', 'success', 'msg'], { drop: true }, { oneIn: 80 }],
  ['one-in-sixty', 'One success in sixty has a msg', MSG, ['*', 'success', 'msg'], { set: 'OK' }, { oneIn: 60 }],
  [
    'one-in-forty',
    'One refusal in forty has no code',
    'envelope.error-code',
    ['*', 'error', 'code'],
    { drop: true },
    { oneIn: 40 },
  ],
  [
    'one-in-thirty',
    'One refusal in thirty has a null msg',
    'envelope.error-msg',
    ['*', 'error', 'msg'],
    { set: null },
    { oneIn: 30 },
  ],
  [
    'failure',
    "One refusal in fifty has result 'failure'",
    'envelope.error-result',
    ['*', 'error', 'result'],
    { set: 'failure' },
    { oneIn: 50 },
  ],
]

const ofOneKind: readonly Row[] = [
  [
    'deletions',
    'A DELETE with parameters is answered with a msg',
    MSG,
    ['*', 'success', 'msg'],
    { set: 'Deleted' },
    { facts: { method: 'DELETE', bare: false } },
  ],
  [
    'bare-deletions',
    'A DELETE without parameters is answered with a msg',
    MSG,
    ['*', 'success', 'msg'],
    { set: 'Deleted' },
    { facts: { method: 'DELETE', bare: true } },
  ],
  [
    'queries',
    'A GET with parameters is answered without msg',
    MSG,
    ['*', 'success', 'msg'],
    { drop: true },
    { facts: { method: 'GET', bare: false } },
  ],
  [
    'bare-posts',
    "A POST without parameters is answered with result 'done'",
    RESULT,
    ['*', 'success', 'result'],
    { set: 'done' },
    { facts: { method: 'POST', bare: true } },
  ],
  [
    'patches',
    'A PATCH is answered without result',
    RESULT,
    ['*', 'success', 'result'],
    { drop: true },
    { facts: { method: 'PATCH' } },
  ],
  [
    'second-view',
    'Every second navigation view is answered with a msg',
    MSG,
    ['addNavigationView', 'success', 'msg'],
    { set: 'Added' },
    { oneIn: 2 },
  ],
  [
    'third-upload',
    "Every third upload has result 'uploaded'",
    RESULT,
    ['uploadFile', 'success', 'result'],
    { set: 'uploaded' },
    { oneIn: 3 },
  ],
  [
    'refused-deletions',
    'A refused DELETE has no code',
    'envelope.error-code',
    ['*', 'error', 'code'],
    { drop: true },
    { facts: { method: 'DELETE' } },
  ],
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
    { breaches: [RESULT, String(requirement)], ...one },
  )
  const second = { operation: String(operation), on: 'success' as const, path: String(path), does: does as Alteration }
  return { ...first, mutates: [...(first.mutates ?? []), second] }
})

export const everyReplyFaults: readonly Fault[] = [
  ...[...seldom, ...ofOneKind].map(([id, describes, breaches, where, does, when]) =>
    altered(`${[breaches].flat()[0]}.${id}`, describes, where, does, { breaches, ...when }),
  ),
  ...twice,
]
