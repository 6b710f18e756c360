/** Describing the difference between a request and its control. */
import { describe, expect, it } from 'vitest'
import { exchange } from '../../harness/evidence/exchange.ts'
import { requestDifference } from '../../harness/judging/request-difference.ts'
import { tries } from '../../harness/judging/tried.ts'
import { apis } from '../../suites/index.ts'
import { anExchange } from '../reports/a-report.ts'

type Form = Readonly<Record<string, string>>

let n = 0
const sent = (form: Form, more: { actor?: string; path?: string; method?: string; body?: string } = {}) => {
  const method = more.method ?? 'POST'
  const encoded = new URLSearchParams(form).toString()
  const url = `https://chat.example/api/v1${more.path ?? '/drafts'}${method === 'GET' ? `?${encoded}` : ''}`
  return exchange({
    ...anExchange({ n: ++n, actor: more.actor ?? 'admin', operation: more.path ?? 'createDrafts' }),
    request: {
      method,
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: method === 'GET' ? null : encoded,
    },
    response: { status: 200, headers: {}, body: more.body ?? '{"result":"success","msg":""}' },
  })
}
const drafts = (...list: readonly unknown[]): Form => ({ drafts: JSON.stringify(list) })
const draft = { type: 'stream', to: [12], content: 'assay k3v9 abc123 draft' }

describe('the difference between two requests', () => {
  it.each([
    ['a value', { type: 'private' }, { type: 'direct' }, 'with type="private" instead of "direct"'],
    ['a parameter left out', { op: 'start' }, { op: 'start', to: '[7]' }, 'without to'],
    ['one more parameter', { op: 'start', to: '[7]' }, { op: 'start' }, 'with to=[7]'],
    ['a nested value', drafts({ ...draft, to: [] }), drafts(draft), 'with drafts[0].to=[] instead of [12]'],
    ['a member left out', drafts({ type: 'stream', to: [12] }), drafts({ ...draft }), 'without drafts[0].content'],
    ['an element of a batch', drafts(draft, { type: 'x' }), drafts(draft), 'with drafts[1]={"type":"x"}'],
    [
      'one value, and a name that the run generated',
      drafts({ ...draft, type: '', content: 'assay k3v9 abc123 draft 2' }),
      drafts(draft),
      'with drafts[0].type="" instead of "stream"',
    ],
    ['an id if nothing else differs', { message_id: '8' }, { message_id: '7' }, 'with message_id="8" instead of "7"'],
    [
      'an id rather than a name that the run generated',
      { name: 'assay k3v9 abc1232 group', can_join_group: '8' },
      { name: 'assay k3v9 abc1231 group', can_join_group: '7' },
      'with can_join_group="8" instead of "7"',
    ],
    [
      'sent parameters before omitted ones',
      { to: 'x' },
      { a: '1', b: '2', c: '3', d: '4', e: '5', to: '7' },
      'with to="x" instead of "7", without a, b, c, d, 1 more',
    ],
    ['lengths', { topic: 'x'.repeat(101) }, { topic: 'x'.repeat(100) }, 'with topic of 101 characters instead of 100'],
    ['a secret', { password: '{{secret:1}}' }, { password: '{{secret:2}}' }, 'with another password'],
    ['nothing', { message_id: '7' }, { message_id: '7' }, null],
  ])('%s', (_name, tried, control, expected) => {
    expect(requestDifference(sent(tried), sent(control))).toBe(expected)
  })

  it('names the caller', () => {
    expect(requestDifference(sent({}, { actor: 'guest' }), sent({}))).toBe('as guest instead of admin')
  })

  it('names an address that does not exist', () => {
    const [path, control] = ['/groups/2147483641', '/groups/7']
    const tried = { ...sent({}, { path }), operation: 'deactivate' }
    expect(requestDifference(tried, { ...sent({}, { path: control }), operation: 'deactivate' })).toBe(
      `at /api/v1${path} instead of /api/v1${control}`,
    )
  })

  it('is not described for two operations', () => {
    expect(requestDifference(sent({}, { path: '/a' }), sent({ x: '1' }, { path: '/b' }))).toBeNull()
  })
})

it('a missing header is described before additional ones', () => {
  const [control, tried] = [sent({ op: 'start' }), sent({ op: 'start' })]
  const { headers } = control.request
  const signed = { ...control, request: { ...control.request, headers: { ...headers, 'x-key': 'k' } } }
  const further = { ...tried, request: { ...tried.request, headers: { ...headers, cookie: 'a=1', origin: 'o' } } }
  expect(requestDifference(further, signed)).toBe('without the header x-key, with the further headers cookie, origin')
})

describe('the description of an attempt', () => {
  it('compares it with the most similar accepted request if there is no control', () => {
    const memory = tries(apis)
    memory.note(sent({ type: 'direct' }))
    memory.note(sent({ op: 'start', to: '[7]' }))
    memory.note(sent({ type: 'nonsense' }, { body: '{"result":"error","msg":"","code":"BAD_REQUEST"}' }))
    expect(memory.inWords([sent({ type: 'channel' })], null)).toBe('with type="channel" instead of "direct"')
  })

  it('names the change before a read', () => {
    const memory = tries()
    memory.note(sent({ can_join_group: '7' }, { path: '/groups' }))
    const list = sent({}, { path: '/list', method: 'GET' })
    expect(memory.inWords([list], null)).toBe('after /groups with can_join_group="7"')
  })

  it('is empty for the first request of its kind', () => {
    expect(tries().inWords([sent({ a: '1' })], null)).toBeNull()
  })
})
