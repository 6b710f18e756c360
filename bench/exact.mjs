/**
 * Faults drawn at random, each served over a socket and judged by the command line: exactly the recorded requirements must fail.
 * `node bench/exact.mjs --count 40 --draw 7`, or `--fault ID`; `--api trading` keeps to one API.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PROOF, proved } from '../dist/cli/self-check/measured-faults.js'
import { faults } from '../dist/reference/index.js'
import { random } from './draw.mjs'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    draw: { type: 'string', default: '1' },
    fault: { type: 'string', multiple: true },
    api: { type: 'string' },
  },
})
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'assay-exact-'))

function drawn() {
  const all = proved(faults).filter(({ api }) => values.api === undefined || api === values.api)
  if (values.fault) return all.filter(({ id }) => values.fault.includes(id))
  const next = random(Number(values.draw))
  return Array.from({ length: Number(values.count) }, () => all[Math.floor(next() * all.length)])
}

function serve(fault, file) {
  const level = fault.featureLevel === undefined ? [] : ['--feature-level', String(fault.featureLevel)]
  const child = spawn(process.execPath, [command, 'serve', '--fault', fault.id, '--write-target', file, ...level])
  return new Promise(resolve => {
    child.stdout.on('data', chunk => String(chunk).includes('Ctrl-C') && resolve(child))
  })
}

function run(fault, file, out) {
  const flags = ['--budget', fault.budget ?? PROOF.budget, '--seed', String(PROOF.seed), '--allow', 'write,destructive']
  const child = spawn(process.execPath, [
    ...[command, 'run', '--target', file, '--only', `${fault.api}.*`, ...flags, '--out', out],
  ])
  child.stdout.resume()
  child.stderr.resume()
  return new Promise(resolve => child.on('close', resolve))
}

let wrong = 0
for (const fault of drawn()) {
  const [file, out] = [join(folder, 'target.yaml'), join(folder, 'report')]
  const server = await serve(fault, file)
  await run(fault, file, out)
  server.kill('SIGINT')
  const { requirements } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  const failed = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const expected = fault.weight === 'should' ? fault.fallout : [...fault.breaches, ...fault.fallout]
  const missing = expected.filter(id => !failed.includes(id))
  const extra = failed.filter(id => !expected.includes(id))
  if (missing.length + extra.length > 0) wrong++
  const differences = [...missing.map(id => `-${id}`), ...extra.map(id => `+${id}`)]
  console.log(`${fault.id}: ${differences.length === 0 ? `${failed.length} as recorded` : differences.join(' ')}`)
}
rmSync(folder, { recursive: true, force: true })
console.log(wrong === 0 ? 'all as recorded' : `${wrong} not as recorded`)
process.exitCode = wrong === 0 ? 0 : 1
