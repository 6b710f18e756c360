/** A counterexample that does not repeat is still a failure; the report says so and cites both exchanges. */
import { expect, test } from 'vitest'
import { embeddedReference } from '../../cli/reference/embedded-reference.ts'
import type { WireRequest } from '../../harness/http/transport.ts'
import { memorySink, run, type Transport } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'

interface Slip {
  readonly method: string
  readonly path: string
  /** Which of these requests gets the wrong reply, counted from one. With `refused`, only refused requests count. */
  readonly nth: number
  readonly refused?: boolean
  readonly answer: object
}

const refusal = { result: 'error', msg: 'Not now', code: 'BAD_REQUEST' }
const success = { result: 'success', msg: '' }

/** A target that gives one wrong reply, only once. */
function slipping(transport: Transport, { method, path, nth, refused = false, answer }: Slip): Transport {
  let n = 0
  const slips = (request: WireRequest, body: string): boolean =>
    request.method === method &&
    new RegExp(`${path}$`).test(new URL(request.url).pathname) &&
    (!refused || body.includes('"error"')) &&
    ++n === nth
  return {
    send: async request => {
      const response = await transport.send(request)
      return slips(request, response.body) ? { ...response, body: JSON.stringify(answer) } : response
    },
    close: () => transport.close(),
  }
}

async function judged(only: string, slip: Slip) {
  const { target, transport, clock } = embeddedReference(undefined)
  const sink = memorySink()
  const { report, mistakes } = await run({
    target,
    clock,
    sink,
    transport: slipping(transport, slip),
    areas: suites,
    only: [only],
    allow: ['write'],
    seed: 3,
    runId: 'flaky',
  })
  expect(mistakes).toEqual([])
  const [entry] = report.requirements
  if (!entry) throw new Error('nothing was judged')
  const shown = entry.exchanges.map(n => sink.exchanges.find(exchange => exchange.n === n))
  return { entry, shown }
}

test.each<[string, Slip]>([
  ['accepts-user-groups', { method: 'POST', path: '/user_groups/create', nth: 3, answer: refusal }],
  ['accepts-uploads', { method: 'POST', path: '/user_uploads', nth: 2, answer: refusal }],
  ['refuses-user-groups', { method: 'POST', path: '/user_groups/create', nth: 2, refused: true, answer: success }],
  ['hostile-text', { method: 'POST', path: '/(drafts|typing|create|multiuse)', nth: 2, answer: { detail: 'no' } }],
])(
  'messaging.properties.%s: a counterexample that does not repeat is reported with both exchanges',
  async (name, slip) => {
    const { entry, shown } = await judged(`messaging.properties.${name}`, slip)
    expect(entry).toMatchObject({ verdict: 'fail', repeated: false })
    expect(entry.message).toMatch(/It held when tried again/)
    expect(entry.repeat).toMatch(/--path \d/)
    expect(new Set(shown.map(exchange => exchange?.attempt))).toEqual(new Set([1, 2]))
    const [first, second] = [1, 2].map(attempt => shown.find(exchange => exchange?.attempt === attempt)?.request)
    expect(second?.url).toBe(first?.url)
    expect(second?.sent).toEqual(first?.sent)
  },
)

test('a sequence that does not repeat is reported with both attempts', async () => {
  const slip = { method: 'DELETE', path: String.raw`/multiuse/\d+`, nth: 3, answer: { detail: 'no' } }
  const { entry, shown } = await judged('messaging.sequences.invite-links', slip)
  expect(entry).toMatchObject({ verdict: 'fail', repeated: false })
  const requests = (attempt: number): (string | undefined)[] =>
    shown.filter(exchange => exchange?.attempt === attempt).map(exchange => exchange?.request.method)
  expect(requests(1).length).toBeGreaterThan(0)
  expect(requests(2).slice(0, requests(1).length)).toEqual(requests(1))
})
