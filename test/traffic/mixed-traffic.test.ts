/** Real captures are mixed, incomplete and have wrong clocks: traffic of a conformant deployment never fails, however altered. */
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { judgeTraffic } from '../../cli/judge/judge-records.ts'
import { operations } from '../../generated/operations.ts'
import type { Captured, CapturedResponse, Target } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'
import { type Sent, usePlainly } from './plain-client.ts'

let traffic: readonly Captured[] = []
let target: Target

/** Two clients run the same script at the same time, so that their requests alternate. */
beforeAll(async () => {
  const deployed = referenceInProcess({}, Date.now())
  target = deployed.target
  const captured: Captured[] = []
  let now = Date.now()
  const send = async ({ method, url, headers, body }: Sent) => {
    const sentAt = ++now
    const { status, headers: came, body: text } = await deployed.transport.send({ method, url, headers, body })
    const written = body === null ? null : Buffer.from(body).toString('utf8')
    captured.push({
      source: { file: 'client', entry: captured.length + 1 },
      ...{ sentAt, receivedAt: ++now, unusable: null },
      request: { method, url, headers, body: written, whole: true },
      response: { status, headers: came, body: text },
    })
    return { status, body: text }
  }
  const client = (): Promise<void> => usePlainly(target, send, operations)
  await Promise.all([client(), client()])
  traffic = thinned(captured.filter(({ response }, at) => at % 4 === 0 || response?.body.includes('success')))
})

/** How many exchanges of each kind are kept; of the further ones, one in eight is kept. */
const KEPT_OF_EACH = 8

function thinned(list: readonly Captured[]): Captured[] {
  const counts = new Map<string, number>()
  return list.filter(({ request, response }) => {
    const kind = `${request.method} ${new URL(request.url).pathname.replaceAll(/\d+/g, '#')} ${response?.status}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= KEPT_OF_EACH || count % 8 === 0
  })
}

/** Pseudo-random numbers that are the same in every run of the test. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const withReply = (one: Captured, response: CapturedResponse): Captured => ({ ...one, response })
const reply = (status: number, headers: Record<string, string>, body: string): CapturedResponse => ({
  status,
  headers,
  body,
})

const without = (name: string) => (list: readonly Captured[]) =>
  list.map(one => {
    const { [name]: _, ...headers } = one.request.headers
    return { ...one, request: { ...one.request, headers } }
  })

const half = (seed: number) => (list: readonly Captured[]) => {
  const next = random(seed)
  return list.filter(() => next() < 0.5)
}

const moved = (by: (one: Captured, at: number) => number) => (list: readonly Captured[]) =>
  list.map((one, at) => ({ ...one, sentAt: one.sentAt + by(one, at), receivedAt: (one.receivedAt ?? 0) + by(one, at) }))

const isMembers = ({ request }: Captured): boolean => request.headers['accept-language'] !== undefined
const login = '<!doctype html><html><body><form action="/login">Sign in</form></body></html>'

const others = [
  reply(200, { 'content-type': 'text/html' }, login),
  reply(302, { location: '/login/' }, ''),
  reply(502, { 'content-type': 'text/html' }, '<h1>502</h1>'),
  reply(429, { 'retry-after': '3' }, '{"error":"slow down"}'),
  reply(304, {}, ''),
  reply(200, { 'content-encoding': 'gzip' }, gzipSync('{"result":"success"}').toString('utf8')),
]

const changes: [string, (list: readonly Captured[]) => readonly Captured[]][] = [
  ['as it is', list => list],
  ['without credentials', without('authorization')],
  ['without content types', without('content-type')],
  [
    'without the bodies of requests',
    list => list.map(one => ({ ...one, request: { ...one.request, body: null, whole: false } })),
  ],
  ['the later half', list => list.slice(list.length >> 1)],
  ['the earlier half', list => list.slice(0, list.length >> 1)],
  ['a random half', half(1)],
  ['another random half', half(2)],
  ['a random half without credentials', list => without('authorization')(half(3)(list))],
  ['in the order of replies', list => list.toSorted((one, other) => (one.receivedAt ?? 0) - (other.receivedAt ?? 0))],
  ['in reverse order', list => list.toReversed()],
  ['one clock five minutes behind', moved(one => (isMembers(one) ? -300_000 : 0))],
  ['a clock that jumps', moved((_one, at) => (at % 400 > 200 ? -90_000 : 0))],
  ['a clock of 1970', moved(one => -one.sentAt)],
  ['no times at all', list => list.map(one => ({ ...one, sentAt: 0, receivedAt: null }))],
  ['from two captures', list => [...list, ...list.map(one => ({ ...one, source: { ...one.source, file: 'proxy' } }))]],
  [
    'from two captures whose clocks differ',
    list => [...list, ...moved(() => 3000)(list).map(one => ({ ...one, source: { ...one.source, file: 'proxy' } }))],
  ],
  [
    'with replies that others wrote, or that the capture does not hold',
    list => {
      const next = random(5)
      return list.map(one =>
        next() < 0.3 ? withReply(one, others[Math.floor(next() * others.length)] as CapturedResponse) : one,
      )
    },
  ],
  [
    'with preflights and static files',
    list =>
      list.flatMap(one => [
        { ...one, request: { ...one.request, method: 'OPTIONS', body: null }, response: reply(204, {}, '') },
        { ...one, request: { ...one.request, method: 'GET', url: `${new URL(one.request.url).origin}/static/a.js` } },
        one,
      ]),
  ],
  [
    'with replies of a shared cache',
    list => {
      const known = new Map<string, CapturedResponse>()
      return list.map(one => {
        if (one.request.method !== 'GET' || !one.response) return one
        const old = known.get(one.request.url)
        if (!old) known.set(one.request.url, one.response)
        return old ? withReply(one, { ...old, headers: { ...old.headers, age: '40' } }) : one
      })
    },
  ],
]

describe('the traffic of a conformant deployment', () => {
  test.each(changes)('%s, causes no failure', (_what, change) => {
    const { requirements } = judgeTraffic(change(traffic), target, suites)
    const bad = requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(bad.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
  })
})
