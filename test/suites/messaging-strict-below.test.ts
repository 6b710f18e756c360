/** A deployment below level 167 that refuses every parameter it does not support: it has nothing to list, and is no worse for it. */
import { expect, test } from 'vitest'
import { memorySink, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

test('refusing parameters of later levels leaves nothing that was planned unverified', async () => {
  const { target, clock, transport } = referenceInProcess({
    featureLevel: 166,
    variants: ['messaging.parameters.unknown-refused'],
  })
  const ids = ['messaging.parameters.unsupported-ahead', 'messaging.user-groups.new-name-ahead']
  const { report } = await run({
    ...{ target, areas: suites, sink: memorySink(), clock, transport, allow: ['write'], only: ids, budget: 'quick' },
  })
  expect(report.requirements.map(({ id, verdict, planned }) => [id, verdict, planned])).toEqual(
    ids.map(id => [id, 'unverified', false]),
  )
})
