/** Predicates about distinct ids. */
import { expect, test } from 'vitest'
import { differsFromEachOther, idsDiffer } from '../../suites/messaging/membership.predicates.ts'

const replies = (...ids: readonly unknown[]) => ids.map((id, at) => ({ n: at + 1, json: { id } })) as never

test.each([
  [[4, 4], 'broken'],
  [[4, 5], 'holds'],
  [[4, 5, null, null, [], []], 'holds'],
  [[null, null], 'vacuous'],
] as const)('the distinctness of the ids %j in several replies: %s', (ids, outcome) => {
  expect(differsFromEachOther.judge(replies(...ids), { pointer: '/id' }).outcome).toBe(outcome)
})

test.each([
  [[4, 4], 'broken'],
  [[4, null, null], 'holds'],
] as const)('the distinctness of the ids %j in one list: %s', (ids, outcome) => {
  const list = [{ json: { groups: ids.map(id => ({ id })) } }]
  expect(idsDiffer.judge(list as never, { list: '/groups' }).outcome).toBe(outcome)
})
