/**
 * The time that the proxy adds to a request: 500 requests a second to the embedded reference, directly and through `assay proxy`,
 * in turns. `node bench/proxy.mjs`, or `--rate 200 --seconds 3 --turns 2`. The median overhead has to stay below 2 ms.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '5' },
    turns: { type: 'string', default: '3' },
  },
})
const [rate, seconds, turns] = [values.rate, values.seconds, values.turns].map(Number)
const assay = new URL('../dist/cli/main.js', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const target = join(folder, 'target.json')

const started = (args, sign) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [assay, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const hear = chunk => {
      said += chunk
      const found = sign.exec(said)
      if (found) resolve({ child, found })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', status => reject(new Error(`assay ${args[0]} ended with ${status}: ${said}`)))
  })

const served = await started(['serve', '--port', '0', '--write-target', target], /(http:\/\/[^\s/]+)/)
const { trading } = JSON.parse(readFileSync(target, 'utf8'))
const passing = await started(
  ['proxy', '--target', target, '--port', '0', '--out', join(folder, 'out'), '--no-page'],
  /assay: (http:\/\/\S+) passes on/,
)
const direct = new URL(trading.baseUrl)
const through = new URL(direct.pathname, passing.found[1])

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })
const ask = base =>
  new Promise((resolve, reject) => {
    const before = performance.now()
    const request = http.get(`${base}/public/ping`, { agent }, reply => {
      reply.resume()
      reply.once('end', () => resolve(performance.now() - before))
    })
    request.once('error', reject)
  })

/** Sends requests at the given rate, without waiting for replies. */
async function load(base) {
  const begun = performance.now()
  const asked = []
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.floor(((performance.now() - begun) / 1000) * rate)
    while (sent < Math.min(due, rate * seconds)) {
      sent++
      asked.push(ask(base))
    }
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  return Promise.all(asked)
}

const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
await load(direct)
await load(through)
const [plain, passed] = [[], []]
for (let turn = 0; turn < turns; turn++) {
  plain.push(...(await load(direct)))
  passed.push(...(await load(through)))
}
agent.destroy()
passing.child.removeAllListeners('exit')
const out = new Promise(resolve => passing.child.once('exit', resolve))
passing.child.kill('SIGINT')
await out
served.child.removeAllListeners('exit')
served.child.kill('SIGINT')
const report = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'))
const overhead = median(passed) - median(plain)
console.log(
  `${rate} requests a second: median ${median(plain).toFixed(2)} ms directly, ${median(passed).toFixed(2)} ms through the proxy`,
)
console.log(`overhead ${overhead.toFixed(2)} ms, ratio ${(median(passed) / median(plain)).toFixed(2)}`)
const lost = passed.length + rate * seconds - report.run.exchanges
console.log(`${report.run.exchanges} exchanges judged, ${lost} lost`)
process.exitCode = overhead < 2 && lost === 0 ? 0 : 1
