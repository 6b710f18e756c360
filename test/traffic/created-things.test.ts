/** Comparing a list with created things must not read the replies that created them again, as replies may be very long. */
import { expect, it } from 'vitest'
import type { Exchange, TrafficStep } from '../../harness/index.ts'
import { createdThings } from '../../suites/messaging/traffic/created-things.ts'

const CREATED = 30

/** A step whose reply counts how often it is read. */
function step(n: number, operation: string, reply: object, read: { times: number }): TrafficStep {
  const exchange = {
    ...{ n, operation, purpose: 'judged', request: { method: 'POST', url: `http://a.example/api/v1/${operation}` } },
    response: { status: 200, headers: {}, body: '' },
    get json() {
      read.times++
      return { result: 'success', msg: '', ...reply }
    },
  } as unknown as Exchange
  const params = { name: `group ${n}` }
  const request = { isKnown: true, params, texts: new Map(), unknown: [], breaches: [], encoding: null }
  const times = { sentAt: 1000 + n, receivedAt: 1000 + n }
  return { exchange, request, path: `/${operation}`, caller: 'a', level: 400, disturbances: 0, ...times }
}

it('reads the reply of a creation once, not again for each list', () => {
  const running = createdThings.map(one => one.start())
  const conclusions = (one: TrafficStep) => running.flatMap(next => next(one))
  const before = { times: 0 }
  for (let n = 1; n <= CREATED; n++) conclusions(step(n, 'createUserGroup', { group_id: n }, before))
  const first = before.times
  const groups = Array.from({ length: CREATED }, (_, n) => ({ id: n + 1, name: `group ${n + 1}`, members: [] }))
  const concluded = conclusions(step(CREATED + 1, 'getUserGroups', { user_groups: groups }, { times: 0 }))
  expect(concluded.filter(({ requirement }) => requirement.endsWith('.created-listed'))).toHaveLength(CREATED)
  expect(before.times).toBe(first)
})
