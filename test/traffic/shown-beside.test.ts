/** Violations in the exchanges of a run that no check asked about. */
import { expect, test } from 'vitest'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import { exchange } from '../../harness/evidence/exchange.ts'
import type { Target } from '../../harness/index.ts'
import { shownBeside } from '../../harness/traffic/shown-beside.ts'
import { apis, suites } from '../../suites/index.ts'

const BASE = 'https://chat.example/api/v1'
const target = { name: 't', messaging: { baseUrl: BASE, featureLevel: 417, actors: {} } } as unknown as Target

const judged = new Map(apis.flatMap(({ catalogue }) => [...catalogue.requirements]).map(one => [one.id, one]))

type Given = Partial<Omit<ExchangeRecord, 'request'>> & {
  readonly line: string
  readonly form?: string
  /** Null if the reply was lost. */
  readonly reply: object | null
}

const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString()

type Broken = Pick<ClaimRecord, 'requirement' | 'check' | 'attempt' | 'control'>

const brokenBy = (...given: readonly Given[]): Broken[] => brokenWhile([], given)

/** The violations, if the requests with these numbers were sent before any reply came. */
function brokenWhile(underWay: readonly number[], given: readonly Given[]): Broken[] {
  const made: Omit<ClaimRecord, 'n'>[] = []
  const beside = shownBeside(suites, target, judged, { add: claim => void made.push(claim) })
  for (const n of underWay) beside.left(n)
  given.forEach(({ line, form, reply, ...rest }, index) => {
    const [method = 'GET', path = ''] = line.split(' ')
    // After three seconds, lists have to show what the first request wrote.
    const sentAt = index * 10 + (index > 0 ? 3000 : 0)
    beside.came(
      index + 1,
      exchange({
        ...{
          n: index + 1,
          via: 'target',
          api: 'messaging',
          operation: null,
          actor: 'admin',
          check: `check ${index + 1}`,
        },
        ...{ attempt: 1, purpose: 'judged', expects: 'any', sentAt: at(sentAt), receivedAt: at(sentAt + 5) },
        request: {
          ...{ method, url: BASE + path, body: form ?? null, sent: [...new URLSearchParams(form).keys()] },
          headers: {
            authorization: '{{secret:1}}',
            ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
        },
        ...(reply && {
          response: { status: 200, headers: {}, body: JSON.stringify({ result: 'success', msg: '', ...reply }) },
        }),
        ...rest,
      } as ExchangeRecord),
    )
  })
  expect(made.every(({ outcome }) => outcome === 'broken')).toBe(true)
  return made.map(({ requirement, check, attempt, control }) => ({ requirement, check, attempt, control }))
}

const created: Given = {
  line: 'POST /user_groups/create',
  form: 'name=Team&description=All&members=%5B1%5D',
  reply: { group_id: 7 },
}
const group = { id: 7, name: 'Team', description: 'All', members: [1], deactivated: false, is_system_group: false }
const list = (...user_groups: object[]): Given => ({ line: 'GET /user_groups', reply: { user_groups } })
const LISTED = 'messaging.user-groups.created-listed'

test('a group that one check created and the list of another omits is a violation for the check that read the list', () => {
  const [first] = brokenBy(created, { ...list(), attempt: 2 })
  expect(first).toEqual({ requirement: LISTED, check: 'check 2', attempt: 2, control: 1 })
})

test('groups of a throwaway organization are not expected in other organizations', () => {
  expect(brokenBy({ ...created, actor: 'last-user' }, list())).toEqual([])
  expect(brokenBy({ ...created, actor: 'last-user' }, { ...list(), actor: 'last-user' })).not.toEqual([])
})

test('a list that was read a moment later may be delayed, and proves nothing', () =>
  expect(brokenBy(created, { ...list(), sentAt: at(500) })).toEqual([]))

test('a requirement that holds makes no claim', () => expect(brokenBy(created, list(group))).toEqual([]))

test('a list that was requested before the group was created proves nothing', () =>
  expect(brokenBy(created, { ...list(), sentAt: at(4) })).toEqual([]))

test('a list after a provisioner call, or after a request outside the contract, proves nothing', () => {
  const fixture: Given = { line: 'POST /provision', reply: {}, via: 'provisioner' }
  expect(brokenBy(created, fixture, list())).toEqual([])
  expect(brokenBy(created, { line: 'POST /elsewhere', reply: {}, purpose: 'outside' }, list())).toEqual([])
})

test('a list after a request whose reply was lost or came from a gateway proves nothing', () => {
  const deactivation: Given = { line: 'POST /user_groups/8/deactivate', reply: {} }
  expect(brokenBy(created, deactivation, list())).not.toEqual([])
  expect(brokenBy(created, { ...deactivation, reply: null }, list())).toEqual([])
  const gateway = { status: 504, headers: {}, body: '<html>' }
  expect(brokenBy(created, { ...deactivation, response: gateway }, list())).toEqual([])
})

test('a list whose reply came during the deactivation proves nothing', () => {
  const deactivation: Given = { line: 'POST /user_groups/7/deactivate', reply: {} }
  expect(brokenBy(created, list(), deactivation)).not.toEqual([])
  expect(brokenWhile([1, 3], [created, list(), deactivation])).toEqual([])
})

test('a missing member is a violation only if another group shows that the member is active', () => {
  const other = { ...group, id: 8, name: 'Everybody' }
  const empty = { ...group, members: [] }
  expect(brokenBy(created, list(empty, { ...other, members: [] }))).toEqual([])
  expect(brokenBy(created, list(empty, other)).map(({ requirement }) => requirement)).toEqual([
    'messaging.user-groups.members-kept',
  ])
})

test('throttled replies prove nothing', () =>
  expect(brokenBy(created, { ...list(), purpose: 'throttled' })).toEqual([]))
