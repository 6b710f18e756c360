/** An output folder that is removed during a run. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assayWith, freshFolder } from './fake-io.ts'

test('an output folder that is removed during a run is reported in one sentence, and not created again', async () => {
  const out = join(freshFolder(), 'out')
  const running = assayWith(['run', '--only', 'trading.limit.*', '--budget', 'quick', '--out', out])
  while (!existsSync(join(out, 'exchanges.ndjson'))) await new Promise(resolve => setTimeout(resolve, 5))
  rmSync(out, { recursive: true })
  const { status, err } = await running
  expect(status).toBe(2)
  expect(err.trim().split('\n').at(-1)).toMatch(/^assay: .*report\.json cannot be written \(ENOENT/)
  expect(existsSync(out)).toBe(false)
})
