/** Assay itself, from its command line. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findingsOf } from '../findings.mjs'
import { measured } from '../process.mjs'
import { warm } from '../warm.mjs'

const command = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const lines = file =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

export default {
  name: 'Assay',
  always: true,
  signsItself: true,
  settings: 'assay run --only "<api>.*" --budget quick --allow write,destructive; the target file of assay serve',
  version: () => JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version,
  async run({ api, work, limit, lane, cold }) {
    if (!cold) {
      const { seconds, ...answer } = await warm('assay-worker.mjs', [], lane.port, { file: lane.file, api }, limit)
      return { findings: [], ...answer, cost: { seconds, ...(answer.late && { late: true }) } }
    }
    const file = join(work, 'target.json')
    writeFileSync(file, JSON.stringify(lane.file))
    const out = join(work, 'assay')
    const options = ['--only', `${api}.*`, '--budget', 'quick', '--allow', 'write,destructive', '--no-page']
    const { cost } = await measured(
      [process.execPath, command, 'run', '--target', file, ...options, '--reporter', 'none', '--out', out],
      { work, limit },
    )
    const sent = lines(join(out, 'exchanges.ndjson')).filter(({ via }) => via === 'target')
    const claims = lines(join(out, 'claims.ndjson'))
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
    return { cost, findings: findingsOf({ sent, claims, report }) }
  },
}
