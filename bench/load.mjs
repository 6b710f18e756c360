/**
 * A long run against the embedded reference, its memory over time: node bench/load.mjs [generated requests, 1000000].
 * Prints a Markdown table for docs/resilience.md.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const requests = process.argv[2] ?? '1000000'
const out = mkdtempSync(join(tmpdir(), 'assay-load-'))
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const started = performance.now()
const child = spawn(process.execPath, [
  command,
  'run',
  '--requests',
  requests,
  '--no-page',
  '--out',
  out,
  '--reporter',
  'none',
])
const rows = []
let peak = 0

const memory = () => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
const timer = setInterval(() => {
  const megabytes = memory()
  peak = Math.max(peak, megabytes)
  rows.push([Math.round((performance.now() - started) / 1000), Math.round(megabytes)])
}, 1000)

child.on('close', status => {
  clearInterval(timer)
  const seconds = (performance.now() - started) / 1000
  const { run, summary } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  const shown = rows.filter((_, index) => index % Math.ceil(rows.length / 12) === 0)
  console.log(`| exchanges | claims | outcome | exit status | seconds | peak memory | exchanges.ndjson |`)
  console.log(`|---|---|---|---|---|---|---|`)
  const size = Math.round(statSync(join(out, 'exchanges.ndjson')).size / 1e6)
  console.log(
    `| ${run.exchanges} | ${run.claims} | ${summary.outcome} | ${status} | ${Math.round(seconds)} | ${Math.round(peak)} MB | ${size} MB |`,
  )
  console.log(`\nMemory over time: ${shown.map(([at, megabytes]) => `${at} s ${megabytes} MB`).join(', ')}.`)
  rmSync(out, { recursive: true, force: true })
})
