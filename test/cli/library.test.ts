/** Assay as a library. */
import { expect, test } from 'vitest'
import { judge } from '../../cli/library.ts'

test('a run can have a hard limit of requests', async () => {
  const { run, requirements } = await judge(undefined, { only: ['trading.*'], maxRequests: 9 })
  expect(run.budget).toBe('quick')
  expect(run.exchanges).toBe(9)
  const left = requirements.filter(({ verdict }) => verdict !== 'pass')
  expect(left.length).toBeGreaterThan(0)
  expect(left.every(({ verdict, reason }) => verdict === 'unverified' && reason === 'budget')).toBe(true)
})
