/** The context of a failure: earlier changes to the same things, and requests that overlapped it. */
import { describe, expect, it } from 'vitest'
import { contextOf } from '../../harness/causes/failure-context.ts'
import { repliesOf, replyBook } from '../../harness/replies.ts'
import { apis } from '../../suites/index.ts'
import { aClaim, anExchange } from '../reports/a-report.ts'

const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString()

interface Sent {
  readonly method?: string
  readonly form?: Readonly<Record<string, string>>
  readonly reply?: string
  readonly times?: readonly [number, number]
  readonly by?: string
}

function sent(
  n: number,
  path: string,
  { method = 'POST', form = {}, reply, times = [n * 10, n * 10 + 5], by = '' }: Sent = {},
) {
  return anExchange({
    n,
    actor: 'admin',
    sentAt: at(times[0]),
    receivedAt: at(times[1]),
    request: {
      method,
      url: `https://chat.example/api/v1${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(by && { authorization: by }) },
      body: method === 'GET' ? null : new URLSearchParams(form).toString(),
    },
    response: { status: 200, headers: {}, body: reply ?? '{"result":"success","msg":""}' },
  })
}

const broken = (exchange: number, args = {}, expected = 'an error envelope') =>
  aClaim('messaging.x.a', 'broken', { exchanges: [exchange], args, expected })
const held = (exchange: number) => aClaim('messaging.x.a', 'holds', { exchanges: [exchange] })

describe('the changes before a failure', () => {
  const changesBefore = (exchanges: ReturnType<typeof sent>[], claim: ReturnType<typeof broken>) =>
    contextOf(claim, [claim], repliesOf(exchanges, apis)).before

  it('include the requests that created and used the thing', () => {
    const all = [
      sent(1, '/user_groups/create', { form: { name: 'a' }, reply: '{"result":"success","msg":"","group_id":7}' }),
      sent(2, '/user_groups/create', { form: { name: 'b' }, reply: '{"result":"success","msg":"","group_id":8}' }),
      sent(3, '/channels/create', { form: { name: 'c', can_join_group: '{"direct_subgroups":[7]}' } }),
      sent(4, '/user_groups/7/deactivate'),
    ]
    expect(changesBefore(all, broken(4))).toEqual([
      'admin: POST /api/v1/user_groups/create with name="a" (exchange 1)',
      'admin: POST /api/v1/channels/create with can_join_group={"direct_subgroups":[7]}, name="c" (exchange 3)',
    ])
  })

  it('include changes to a thing that the request uses', () => {
    const all = [sent(1, '/user_groups/7/deactivate'), sent(2, '/channels/create', { form: { can_join_group: '7' } })]
    expect(changesBefore(all, broken(2))).toEqual(['admin: POST /api/v1/user_groups/7/deactivate (exchange 1)'])
  })

  it('include the request that created the element of a list, with the relevant parameter', () => {
    const form = { name: 'a', hint: 'b', field_type: '1', required: 'true' }
    const reply = '{"result":"success","msg":"","id":5}'
    const all = [sent(1, '/realm/profile_fields', { form, reply }), sent(2, '/realm/profile_fields', { method: 'GET' })]
    expect(changesBefore(all, broken(2, { where: { id: 5 } }, 'required of it to be true'))).toEqual([
      'admin: POST /api/v1/realm/profile_fields with required="true", name="a", hint="b", 1 more (exchange 1)',
    ])
  })

  it('include changes of an actor to the own account', () => {
    const leaving = ['Basic {{secret:1}}', 'Basic {{secret:2}}'].map((by, at) =>
      sent(at + 1, '/users/me', { method: 'DELETE', by }),
    )
    const asked = sent(3, '/realm/profile_fields', { method: 'GET', by: 'Basic {{secret:1}}' })
    expect(changesBefore([...leaving, asked], broken(3))).toEqual(['admin: DELETE /api/v1/users/me (exchange 1)'])
  })

  it('include changes to a part of the own account only for requests to this part', () => {
    const by = 'Basic {{secret:1}}'
    const all = [sent(1, '/users/me/token', { by }), sent(2, '/users/me/token', { by }), sent(3, '/drafts', { by })]
    expect(changesBefore(all, broken(2))).toEqual(['admin: POST /api/v1/users/me/token (exchange 1)'])
    expect(changesBefore(all, broken(3))).toBeUndefined()
  })

  it('are printed without secrets', () => {
    const made = (name: string) => sent(1, '/user_groups/7/rename', { form: { name } })
    const book = replyBook(apis)
    book.add(made('a secret'), made('{{secret:1}}'))
    book.add(sent(2, '/user_groups/7/deactivate'))
    expect(contextOf(broken(2), [broken(2)], book).before).toEqual([
      'admin: POST /api/v1/user_groups/7/rename with name="{{secret:1}}" (exchange 1)',
    ])
  })

  it('exclude refused requests, and things of another kind with the same id', () => {
    const refusal = '{"result":"error","msg":"","code":"BAD_REQUEST"}'
    const all = [
      sent(1, '/user_groups/7', { reply: refusal }),
      sent(2, '/messages/7/reactions'),
      sent(3, '/user_groups/7'),
    ]
    expect(changesBefore(all, broken(3))).toBeUndefined()
  })
})

describe('the requests that overlap a failure', () => {
  const beside = (exchanges: ReturnType<typeof sent>[], claims: ReturnType<typeof broken>[]) =>
    contextOf(claims[0] ?? broken(0), claims, repliesOf(exchanges, apis)).meanwhile
  const alone = [sent(1, '/drafts'), sent(2, '/drafts')]
  const together = [sent(3, '/drafts', { times: [30, 50] }), sent(4, '/drafts', { times: [40, 60] })]

  it('are those to the same address, if the requirement held without overlap', () => {
    expect(beside([...alone, ...together], [broken(3), held(1), held(2)])).toEqual([4])
  })

  it('are none if it also failed alone, or was never sent alone', () => {
    expect(beside([...alone, ...together], [broken(3), broken(1), held(2)])).toBeUndefined()
    expect(beside(together, [broken(3), held(4)])).toBeUndefined()
  })

  it('are none if only other values held without overlap', () => {
    const book = (n: number, symbol: string, times?: readonly [number, number]) =>
      sent(n, `/books?symbol=${symbol}`, { method: 'GET', ...(times && { times }) })
    const both = [book(3, 'b', [30, 50]), book(4, 'c', [40, 60])]
    const claims = [broken(3), held(1), held(2)]
    expect(beside([book(1, 'a'), book(2, 'a'), ...both], claims)).toBeUndefined()
    expect(beside([book(1, 'b'), book(2, 'b'), ...both], claims)).toEqual([4])
  })

  it('exclude requests to other addresses', () => {
    const elsewhere = sent(5, '/user_groups/7/deactivate', { times: [30, 60] })
    expect(
      beside([...alone, sent(3, '/drafts', { times: [30, 50] }), elsewhere], [broken(3), held(1), held(2)]),
    ).toBeUndefined()
  })
})
