/** The time and CPU time that commands need to start, as multiples of `node -e 0` on the same machine at the same time. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const ROUNDS = 9
const limits = { 'assay --version': 1.3, 'assay list': 3, 'assay explain': 3 }
const commands = {
  'node -e 0': ['-e', '0'],
  'assay --version': [main, '--version'],
  'assay list': [main, 'list'],
  'assay explain': [main, 'explain', 'trading.envelope.status'],
}

const times = Object.fromEntries(Object.keys(commands).map(name => [name, []]))
for (let round = 0; round < ROUNDS; round++)
  for (const [name, words] of Object.entries(commands)) {
    const startedAt = performance.now()
    spawnSync(process.execPath, words)
    times[name].push(performance.now() - startedAt)
  }
const best = name => Math.min(...times[name])
for (const name of Object.keys(commands)) {
  const ratio = best(name) / best('node -e 0')
  const limit = limits[name]
  const late = limit !== undefined && ratio > limit
  console.log(
    `${name.padEnd(18)} ${best(name).toFixed(0).padStart(5)} ms  ${ratio.toFixed(2)}${limit ? ` of at most ${limit}` : ''}`,
  )
  if (late) process.exitCode = 1
}
/** The limit for the first request: 0.6 s on a machine that starts node in 40 ms. */
const LATEST = 15
const [first, cpu] = await firstRequest()
const started = first / best('node -e 0')
console.log(
  `first request      ${first.toFixed(0).padStart(5)} ms  ${started.toFixed(2)} of at most ${LATEST}, from the start of a run`,
)
if (Number.isFinite(cpu)) console.log(`                   ${String(cpu).padStart(5)} ms of CPU time until then`)
if (started > LATEST) process.exitCode = 1

async function firstRequest() {
  let arrived = () => {}
  const server = createServer((_request, response) => {
    arrived(performance.now())
    response.end('{}')
  })
  await new Promise(done => server.listen(0, '127.0.0.1', done))
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const baseUrl = `http://127.0.0.1:${server.address().port}/v1`
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ name: 'bench', trading: { baseUrl } }))
  const [taken, worked] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    const first = new Promise(done => (arrived = done))
    const child = spawn(
      process.execPath,
      [main, 'run', '-t', join(folder, 'target.json'), '--out', join(folder, 'out')],
      {
        stdio: 'ignore',
      },
    )
    taken.push((await first) - startedAt)
    worked.push(cpuOf(child.pid))
    child.kill('SIGKILL')
    await new Promise(done => child.once('exit', done))
  }
  server.close()
  return [Math.min(...taken), Math.min(...worked)]
}

/** CPU time of a process in milliseconds; Linux counts it in hundredths of a second. */
function cpuOf(pid) {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return Number.NaN
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
