/** Coverage: the parts of the specs that a run exercised, counted from exchanges alone. */
import { expect, test } from 'vitest'
import { embeddedReference } from '../../cli/reference/embedded-reference.ts'
import { type Coverage, coverageBook } from '../../harness/coverage/coverage.ts'
import { exchange, run } from '../../harness/index.ts'
import { apis, suites } from '../../suites/index.ts'

const typing = (body: string, reply: object, operation = 'setTypingStatus') =>
  exchange({
    n: 1,
    via: 'target',
    api: 'messaging',
    operation,
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
  const book = coverageBook({ apis, levels: new Map([['messaging', 500]]) })
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

test('coverage of a level includes only what exists at the level', () => {
  const { operations, values } = coverageBook({ apis, levels: new Map([['messaging', 200]]) }).summary()
  expect(operations.missing).not.toContain('createChannel')
  expect(values.missing).not.toContain('setTypingStatus type=channel')
})

test('an API without a known level, as in traffic, is counted too', () => {
  const { operations } = coverageBook({ apis, levels: new Map([['messaging', 0]]) }).summary()
  expect(operations.of).toBeGreaterThan(0)
  expect(operations.covered).toBe(0)
  expect(operations.missing).toContain('setTypingStatus')
})

test('counts members inside lists and objects', () => {
  const book = coverageBook({ apis, levels: new Map([['messaging', 500]]) })
  const drafts = JSON.stringify([{ type: 'stream', to: [1], topic: 'a', content: 'b' }])
  book.exchange(
    typing(`drafts=${encodeURIComponent(drafts)}`, { result: 'success', msg: '', ids: [1] }, 'createDrafts'),
  )
  const { parameters, values } = book.summary()
  expect(parameters.missing).not.toContain('createDrafts drafts/*/topic')
  expect(parameters.missing).toContain('createDrafts drafts/*/timestamp')
  expect(values.missing).not.toContain('createDrafts drafts/*/type=stream')
  expect(values.missing).toContain('createDrafts drafts/*/type=private')
})

test('fields of errors are distinguished by their code', () => {
  const book = coverageBook({ apis, levels: new Map([['messaging', 500]]) })
  const reply = { result: 'error', msg: '', code: 'INVITATION_FAILED', errors: [] }
  const label = 'sendInvites INVITATION_FAILED /errors'
  expect(book.summary().responseFields.missing).toContain(label)
  book.exchange(typing('stream_ids=[]', reply, 'sendInvites'))
  expect(book.summary().responseFields.missing).not.toContain(label)
})

test('counts the constraints that were violated, and lists those that were not', () => {
  const book = coverageBook({ apis, levels: new Map([['messaging', 500]]) })
  const [one, other] = ['setTypingStatus op (Typing in a channel): enum', 'addPlayground name: required']
  for (const label of [one, other, one]) book.constraint(label)
  const { constraints, broken } = book.summary()
  expect(broken).toEqual({ [other]: 1, [one]: 2 })
  expect(constraints.covered).toBe(2)
  expect(constraints.missing).toContain('createUserGroup members: type')
})

interface FullCoverage extends Coverage {
  readonly unreached: readonly { readonly why: string; readonly what: readonly string[] }[]
}

/** The coverage of a run against the reference with everything allowed. */
async function coverageOf(only: readonly string[]): Promise<FullCoverage> {
  const { target, transport, clock } = embeddedReference(undefined)
  const sink = { exchange: () => {}, claim: () => {}, close: () => {} }
  const allow = ['write', 'destructive'] as const
  const how = { areas: suites, sink, allow, budget: 'thorough' as const, only, runId: 'whole' }
  const { report, mistakes } = await run({ target, transport, clock, ...how })
  expect(mistakes).toEqual([])
  expect(report.summary.outcome).toBe('conformant')
  return report.coverage as unknown as FullCoverage
}

test('generated requests of a thorough run violate every constraint that no other requirement covers', async () => {
  const { constraints, unreached } = await coverageOf(['messaging.properties.refuses-*'])
  const left = unreached.find(({ why }) => why === 'generated requests leave it to requirements of its own')
  expect(constraints.missing.toSorted()).toEqual(left?.what.toSorted())
})

test('operations that are not allowed are listed with the reason', async () => {
  const { target, transport, clock } = embeddedReference(undefined)
  const { allow: _none, ...file } = target
  const sink = { exchange: () => {}, claim: () => {}, close: () => {} }
  const { report } = await run({ target: file, transport, clock, areas: suites, sink, budget: 'quick', runId: 'reads' })
  const { unreached } = report.coverage as unknown as { unreached: { why: string; what: string[] }[] }
  const why = unreached.find(({ what }) => what.includes('createUserGroup name'))?.why
  expect(why).toMatch(/it writes, which needs/)
})
