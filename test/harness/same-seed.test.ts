/** A seed determines all requests of a run, except for run ids, times, signatures, ids given by the target, and order. */
import { expect, test } from 'vitest'
import { differences, inProcess } from './stripped-requests.ts'

test('the same seed sends the same requests inside the process, twice', async () => {
  const only = 'trading.signing.*'
  const first = await inProcess({ seed: 5, runId: 'aaqx', only })
  const again = await inProcess({ seed: 5, runId: 'bbqx', only })
  expect(first.length).toBeGreaterThan(50)
  expect(differences(first, again)).toEqual([])
}, 180_000)
