/** How long a check waits for an event. */
import { expect, test } from 'vitest'
import { patienceOf } from '../../suites/messaging/typing/patience.ts'

const total = (waits: readonly number[]): number => waits.reduce((sum, wait) => sum + wait, 0)

test('waits the full time while nothing is known, and for a target whose events come late', () => {
  const patience = patienceOf({})
  expect(total(patience.waits('typing'))).toBe(18_000)
  patience.came(1000)
  patience.neverCame('typing')
  expect(total(patience.waits('typing'))).toBe(18_000)
})

test('waits a shorter time if events come at once, and shorter still after waiting in vain', () => {
  const patience = patienceOf({})
  patience.came(0)
  expect(total(patience.waits('typing'))).toBe(8000)
  patience.neverCame('typing')
  expect(total(patience.waits('typing'))).toBe(3000)
  expect(total(patience.waits('drafts'))).toBe(8000)
})

test('each run has its own waiting times', () => {
  const run = {}
  patienceOf(run).neverCame('typing')
  expect(total(patienceOf(run).waits('typing'))).toBe(8000)
  expect(total(patienceOf({}).waits('typing'))).toBe(18_000)
})
