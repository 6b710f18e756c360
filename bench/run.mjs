/**
 * The times of Assay's commands, divided by the time that vitest needs for one empty test on the same machine at the same moment.
 * `--peers`, `--growth` and `--render` run other benchmarks instead: peers.mjs, growth.mjs, render.mjs.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const other = ['peers', 'growth', 'render'].find(name => process.argv.includes(`--${name}`))
if (other) {
  await import(`./${other}.mjs`)
  process.exit()
}

const root = fileURLToPath(new URL('..', import.meta.url))
const rounds = Number(process.argv[2] ?? 5)
const out = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const assay = join(root, 'dist/cli/main.js')

const subjects = [
  {
    name: 'vitest, one empty test',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'bench/empty/vitest.config.ts'],
  },
  { name: 'assay --help', command: [assay, '--help'] },
  { name: 'assay list --json', command: [assay, 'list', '--json'] },
  { name: 'assay run (reference, standard)', command: [assay, 'run', '--out', join(out, 'standard')], most: 6 },
  { name: 'assay run (reference, quick)', command: [assay, 'run', '--budget', 'quick', '--out', join(out, 'quick')] },
  ...(process.argv.includes('--proof')
    ? [{ name: 'assay self-check', command: [assay, 'self-check'], most: 90, rounds: 1 }]
    : []),
]

const median = values => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]

let base
let good = true
for (const { name, command, most, rounds: own } of subjects) {
  const times = []
  for (let round = 0; round < (own ?? rounds); round++) {
    const start = performance.now()
    const { status, stderr } = spawnSync(process.execPath, command, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
      maxBuffer: 1 << 28,
    })
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
    times.push(performance.now() - start)
  }
  const time = median(times)
  base ??= time
  const ratio = time / base
  if (most !== undefined && ratio > most) good = false
  const limit = most === undefined ? '' : `  (at most ${most}: ${ratio <= most ? 'kept' : 'MISSED'})`
  console.log(`${name.padEnd(36)} ${(time / 1000).toFixed(2).padStart(7)} s  ${ratio.toFixed(2).padStart(6)} x${limit}`)
}
rmSync(out, { recursive: true, force: true })
process.exitCode = good ? 0 : 1
