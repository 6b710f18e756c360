/**
 * Prism as a validating proxy. The examples are sent through it: each operation with all parameters, then with the required ones.
 * One proxy serves a whole lane: the reference at its upstream address changes, but Prism is not restarted.
 */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { described } from '../describe.mjs'
import { current } from '../examples.mjs'
import { basic } from '../lane.mjs'
import { normal } from '../process.mjs'
import { requestsOf } from '../requests.mjs'

const proxies = new Map()

export default {
  name: 'Prism (proxy)',
  always: true,
  settings: 'OpenAPI 3.1; prism proxy, violations of replies read from sl-violations; driven with the examples, signed',
  version: folder =>
    JSON.parse(readFileSync(join(folder, 'prism-cli/node_modules/@stoplight/prism-cli/package.json'), 'utf8')).version,
  async run({ folder, api, work, lane }) {
    const started = performance.now()
    const authorization = person => (lane.target.actors ? basic(person ?? lane.target.actors.owner) : undefined)
    const document = described(api, lane.target.baseUrl, lane.examples)
    let proxy = await proxyFor({ folder, api, work, lane, document })
    lane.requests.length = 0
    const before = usage(proxy.pid)
    const requests = JSON.parse(current(JSON.stringify(requestsOf(document, lane.examples, authorization)), lane))
    const findings = []
    for (const [index, { operationId, method, url, headers, body }] of requests.entries()) {
      const send = () => fetch(`${proxy.origin}${url}`, { method, headers, ...(body !== undefined && { body }) })
      // Prism sometimes exits when its upstream closes a connection; it is then restarted, and the request is sent again.
      const reply = await send().catch(async () => {
        await new Promise(resolve => setTimeout(resolve, 500))
        proxy = await proxyFor({ folder, api, work, lane, document })
        return send()
      })
      await reply.arrayBuffer()
      for (const { location, severity, message } of JSON.parse(reply.headers.get('sl-violations') ?? '[]'))
        if (location?.[0] === 'response' && severity === 'Error')
          findings.push({ key: `${operationId} ${normal(location.join('.'))} ${normal(message)}`, at: index + 1 })
    }
    const after = usage(proxy.pid)
    const cpu = Math.max(0, Math.round((after.cpu - before.cpu) * 100) / 100)
    const seconds = Math.round((performance.now() - started) / 10) / 100
    return { cost: { seconds, cpu, megabytes: after.megabytes }, findings }
  },
  async stop() {
    for (const { child } of proxies.values()) child.kill()
    proxies.clear()
  },
}

async function proxyFor({ folder, api, work, lane, document }) {
  const key = `${api} ${lane.port}`
  const known = proxies.get(key)
  if (known) return known
  const file = join(work, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const port = lane.port + (api === 'trading' ? 100 : 200)
  const program = join(folder, 'prism-cli/node_modules/.bin/prism')
  const args = ['proxy', file, lane.target.baseUrl, '-p', String(port), '-h', '127.0.0.1', '-v', 'error']
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', process.env.BENCH_DEBUG ? 'inherit' : 'ignore'],
  })
  const proxy = { child, pid: child.pid, origin: `http://127.0.0.1:${port}` }
  proxies.set(key, proxy)
  child.once('exit', () => proxies.delete(key))
  for (let tries = 0; tries < 240; tries++) {
    await new Promise(resolve => setTimeout(resolve, 250))
    if (
      await fetch(`${proxy.origin}/bench-is-there`).then(
        () => true,
        () => false,
      )
    )
      return proxy
  }
  throw new Error('Prism did not start within a minute')
}

function usage(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).map(Number)
  const megabytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  return { cpu: (user + system) / 100, megabytes: Math.round(megabytes) }
}
