/** Every command that writes evidence moves that of a killed run aside, and says how to remove what it left behind. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { standing } from '../traffic/standing-proxy.ts'
import { assayWith, freshFolder } from './fake-io.ts'
import { KILLED, killedRunIn } from './killed-run.ts'

const message = (out: string, aside: string): string =>
  `assay: ${out} held a run that was killed, which is now in ${aside}. Remove what it left behind: ` +
  `npx --no-install assay clean --target FILE --run ${KILLED} --out ${aside}\n`

function expectKept(out: string, err: string): void {
  const aside = join(out, `interrupted-${KILLED}`)
  expect(err).toContain(message(out, aside))
  expect(readdirSync(aside).sort()).toEqual(['claims.ndjson', 'exchanges.ndjson', 'in-flight.ndjson', 'report.json'])
  expect(existsSync(join(out, 'in-flight.ndjson'))).toBe(false)
}

test('judge', async () => {
  const folder = freshFolder()
  const run = join(folder, 'run')
  await assayWith(['run', '--only', 'trading.ping.*', '--reporter', 'none', '--no-page', '--out', run])
  const out = join(folder, 'out')
  killedRunIn(out)
  const wrong = await assayWith(['judge', run, '--only', 'none.*', '--out', out])
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('none.*')])
  expect(readdirSync(out)).toContain('in-flight.ndjson')
  expectKept(out, (await assayWith(['judge', run, '--no-page', '--out', out])).err)
})

test('merge', async () => {
  const folder = freshFolder()
  const shards = ['1/1', 'last/1'].map(name => [name, join(folder, name.replace('/', '-'))] as const)
  for (const [name, to] of shards)
    await assayWith(['run', '--only', 'trading.ping.*', '--reporter', 'none', '--shard', name, '--out', to])
  const out = join(folder, 'out')
  killedRunIn(out)
  expectKept(out, (await assayWith(['merge', ...shards.map(([, to]) => to), '--no-page', '--out', out])).err)
})

test('proxy', async () => {
  const out = join(freshFolder(), 'out')
  killedRunIn(out)
  const { io, end } = await standing((_, response) => response.end('{}'), { out })
  await end()
  expectKept(out, io.written.err)
})
