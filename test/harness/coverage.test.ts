/** What a run exercised of the specs, counted from exchanges alone. */
import { expect, test } from 'vitest'
import { coverageBook } from '../../harness/coverage.ts'
import { exchange } from '../../harness/index.ts'

const typing = (body: string, reply: object, n = 1) =>
  exchange({
    n,
    via: 'target',
    api: 'messaging',
    operation: 'setTypingStatus',
    actor: 'member',
    check: null,
    attempt: 1,
    purpose: 'judged',
    expects: 'any',
    sentAt: '2030-01-01T00:00:00.000Z',
    receivedAt: '2030-01-01T00:00:00.001Z',
    request: {
      method: 'POST',
      url: 'https://chat.example/api/v1/typing',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      sent: [...new URLSearchParams(body).keys()],
    },
    response: { status: 200, headers: {}, body: JSON.stringify(reply) },
  })

test('counts operations, parameters, values and codes', () => {
  const book = coverageBook({ level: 500, apis: ['messaging'] })
  book.exchange(typing('op=start&to=[1]', { result: 'success', msg: '' }))
  book.exchange(typing('op=stop&type=stream', { result: 'error', msg: '', code: 'BAD_REQUEST' }))
  const { operations, parameters, values, errorCodes } = book.summary()
  expect(operations.covered).toBe(1)
  expect(operations.missing).not.toContain('setTypingStatus')
  expect(parameters.covered).toBe(3)
  expect(parameters.missing).toContain('setTypingStatus topic')
  expect(values.missing).toContain('setTypingStatus type=channel')
  expect(values.missing).not.toContain('setTypingStatus op=start')
  expect(errorCodes.missing).not.toContain('setTypingStatus BAD_REQUEST')
})

test('a level has only what it has', () => {
  const { operations, values } = coverageBook({ level: 200, apis: ['messaging'] }).summary()
  expect(operations.missing).not.toContain('createChannel')
  expect(values.missing).not.toContain('setTypingStatus type=channel')
})

test('counts the constraints that were broken', () => {
  const book = coverageBook({ level: 500, apis: [] })
  for (const label of ['b', 'a', 'b']) book.constraint(label)
  expect(book.summary().constraints).toEqual({ a: 1, b: 2 })
})
