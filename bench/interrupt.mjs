/**
 * Presses Ctrl-C in each state in which a command waits, each in a separate process: node bench/interrupt.mjs [--write] [NAME…].
 * Prints Markdown; with --write the rows go into docs/resilience.md. Measures the time from the signal to the end of the process.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inProcessTransport, systemClock } from '../dist/harness/index.js'
import { createReference } from '../dist/reference/index.js'
import { replaceSection } from './replace-section.mjs'

const write = process.argv.includes('--write')
const named = process.argv.slice(2).filter(word => !word.startsWith('--'))
const page = fileURLToPath(new URL('../docs/resilience.md', import.meta.url))
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const LONGEST = 2
/** A module whose DNS lookup never ends. */
const NO_NAMES = 'data:text/javascript,import dns from "node:dns"; dns.lookup = () => {}'

const folder = mkdtempSync(join(tmpdir(), 'assay-interrupt-'))
const file = name => join(folder, name)
const never = () => {}
const drip = response => {
  response.writeHead(200, { 'content-length': '100000' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}
const late = handle => arrived => arrived.n > 8 && handle(arrived.response)
const yaml = `a: &a [${'x,'.repeat(60)}]\n${Array.from({ length: 60_000 }, (_, n) => `k${n}: {b: *a, c: [1, {d: "${n}"}]}`).join('\n')}\n`
const isAbout =
  (path, handle) =>
  ({ url, response }) =>
    url.includes(path) && handle(response)
const run = (only, ...more) => [
  'run',
  '--target',
  file('t.json'),
  '--only',
  only,
  '--allow',
  'write',
  '--no-page',
  ...more,
]
const broken = response => response.writeHead(200).end('{"status":true}')

const signing = ['--statement', file('statement.yaml'), '--key', file('keys/assay.key')]
/** A run against the embedded reference. */
const embedded = ['run', '--budget', 'quick', '--only', 'trading.*', '--only', 'messaging.drafts.*']
const isWriting = out => ['report.html.part', 'report.html'].some(name => existsSync(join(out, name)))
/** Options of a state in the middle of a command's work; `result` is the file that readers would take for a complete result. */
const working = result => ({ starting: 500, after: 0, finished: true, result: file(result) })

/**
 * The states: name, description, arguments of the command, and options. `meets` handles requests to the target; unless it
 * returns false, the request was handled and Ctrl-C follows.
 */
const states = [
  [
    'rate-limit',
    'run: the rate limit, one request in twenty seconds',
    run('trading.*'),
    { target: { requestsPerSecond: 0.05 } },
  ],
  [
    'slow-down',
    'run: "slow down" for 100 seconds',
    run('trading.ping.*'),
    { meets: late(one => one.writeHead(429, { 'retry-after': '100' }).end('{}')) },
  ],
  ['long-poll', 'run: a reply that does not come, as of a long poll', run('trading.*'), { meets: late(never) }],
  ['drip', 'run: a body that drips', run('trading.*'), { meets: late(drip) }],
  [
    'head',
    'run: headers that do not end',
    run('trading.*'),
    { meets: late(one => one.socket.write('HTTP/1.1 200 OK\r\nx: ')) },
  ],
  ['tls', 'run: a TLS handshake that stalls', run('trading.*'), { silent: 'https' }],
  [
    'dns',
    'run: a name that is not resolved',
    run('trading.*'),
    { origin: 'http://name.invalid', node: ['--import', NO_NAMES] },
  ],
  [
    'provisioner',
    'run: a provisioner that does not answer',
    run('messaging.reactions.*'),
    { meets: isAbout('/provision', never) },
  ],
  [
    'module',
    'run: a provisioner module that does not return',
    run('messaging.reactions.*'),
    { messaging: { provisioner: './never.mjs' } },
  ],
  [
    'document',
    'run: a large document that is being read',
    run('trading.swagger.*'),
    { meets: isAbout('swagger', one => one.writeHead(200, { 'content-type': 'application/yaml' }).end(yaml)) },
  ],
  [
    'quiet',
    'run: the quiet second before the rate limit is tested',
    run('trading.limit.*'),
    { target: { requestsPerSecond: 10 }, after: 900 },
  ],
  [
    'confirming',
    'run: a failure that is tried again',
    run('trading.time.*'),
    { meets: ({ url, n, response }) => url.includes('/time') && (n > 6 ? never() : broken(response)) },
  ],
  [
    'cleaning',
    'run: clean-up that gets no answer',
    run('messaging.reactions.*'),
    { meets: ({ body }) => body.includes('"fixture":"discard"') && never() },
  ],
  [
    'cleaning-slow',
    'run: clean-up under a rate limit of one request in two seconds',
    run('messaging.drafts.*'),
    { target: { requestsPerSecond: 0.5 }, after: 6000 },
  ],
  ['watch', 'run --watch: waiting for a change', run('trading.ping.*', '--watch'), { after: 4000 }],
  [
    'open',
    'run --open: the page is open',
    run('trading.*', '--open'),
    { meets: late(never), env: { BROWSER: 'true' } },
  ],
  ['doctor', 'doctor: a target that does not answer', ['doctor', '--target', file('t.json')], { meets: () => never() }],
  ['levels', 'levels: a target that does not answer', ['levels', '--target', file('t.json')], { meets: () => never() }],
  [
    'clean',
    'clean: a target that does not answer',
    ['clean', '--target', file('t.json'), '--run', 'abcde'],
    { meets: () => never() },
  ],
  ['judge-stdin', 'judge: the standard input', ['judge', '-', '--no-page'], {}],
  ['judge-lines', 'judge: the standard input, after some exchanges', ['judge', '-', '--no-page'], { stdin: 'lines' }],
  ['judge-pipe', 'judge: a pipe that nobody writes to', ['judge', file('pipe'), '--no-page'], {}],
  [
    'proxy',
    'proxy: clients with open long polls',
    ['proxy', '--target', file('t.json'), '--port', '0', '--no-page'],
    { meets: () => never(), client: true },
  ],
  ['serve', 'serve: requests', ['serve', '--port', '0'], { after: 2000 }],
  ['self-check', 'self-check: computing', ['self-check', '--only', 'trading.*'], { after: 3000 }],
  [
    'certify',
    'certify: judging',
    ['certify', '-t', file('t.json'), ...signing, '--out', file('new')],
    { starting: 1500, finished: true, result: file('new/attestation.json') },
  ],
  ['writing', 'run: the reports are being written', embedded, { once: isWriting, after: 0 }],
  [
    'report',
    'report: writing',
    ['report', file('run'), '--out', file('forms'), '--format', 'html,har'],
    working('forms/report.html'),
  ],
  ['diff', 'diff: comparing', ['diff', file('run'), file('run')], working('none')],
  [
    'merge',
    'merge: reading',
    ['merge', file('shard-1'), file('shard-2'), '--out', file('merged')],
    working('merged/report.json'),
  ],
  ['verify', 'verify: computing again', ['verify', file('bundle'), '--key', file('keys/assay.pub')], working('none')],
  ['witness', 'witness: verifying', ['witness', file('bundle'), '--key', file('other/assay.key')], working('none')],
  ['listing', 'listing: verifying', ['listing', file('bundle'), '--out', file('site')], working('site/index.html')],
  [
    'init',
    'init: packing the kit',
    ['init', '--yes', '--trading-url', 'http://127.0.0.1:9/v1', '--dir', file('new-project')],
    working('new-project/package.json'),
  ],
]

async function served(meets = () => false) {
  const reference = createReference({ clock: systemClock })
  const inside = inProcessTransport(reference.answer)
  let [n, met] = [0, () => {}]
  const server = createServer(async (request, response) => {
    const pieces = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces).toString()
    const dealt = meets({ url: request.url, body, n: ++n, response })
    if (dealt !== false) return met()
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const wire = {
      method: request.method,
      url: `http://reference.invalid${request.url}`,
      headers,
      body: body === '' ? null : body,
    }
    const { status, headers: came, body: text } = await inside.send(wire)
    const { 'content-length': _, 'content-encoding': __, ...rest } = came
    response.writeHead(status, rest).end(text)
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return { reference, server, origin: `http://127.0.0.1:${server.address().port}`, met: handle => (met = handle) }
}

async function silentOrigin(scheme) {
  const server = createSocketServer(socket => socket.on('error', never))
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return `${scheme}://127.0.0.1:${server.address().port}`
}

async function measured(
  words,
  { meets, target, messaging, silent, origin, node = [], after = 600, stdin, client, env, ...more },
) {
  if (more.finished) await finishedRuns()
  const { reference, server, origin: own, met } = await served(meets)
  const whole = reference.targetFile(origin ?? (silent ? await silentOrigin(silent) : own))
  writeFileSync(
    file('t.json'),
    JSON.stringify({
      ...whole,
      ...target,
      trading: { ...whole.trading, ...target },
      messaging: { ...whole.messaging, ...messaging, ...target },
    }),
  )
  const out = join(folder, `out-${performance.now()}`)
  const isReporting = /^(run|judge|proxy)$/.test(words[0])
  const child = spawn(process.execPath, [...node, command, ...words, ...(isReporting ? ['--out', out] : [])], {
    env: { ...process.env, ...env },
  })
  const closed = new Promise(resolve => child.on('close', (...given) => resolve(given)))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (said += piece))
  if (stdin === 'lines') child.stdin.write(readFileSync(file('lines')))
  const reached = meets
    ? new Promise(resolve => met(resolve))
    : begun(words[0] === 'run' ? out : null, more.starting, more.once)
  if (client) {
    const place = await new Promise(resolve =>
      child.stderr.on('data', () => /(http:\S+) passes on/.test(said) && resolve(/(http:\S+) passes on/.exec(said)[1])),
    )
    for (let n = 0; n < 5; n++) fetch(`${place}/v1/public/ping`).catch(never)
  }
  await Promise.race([reached, new Promise(resolve => setTimeout(resolve, 30_000))])
  await new Promise(resolve => setTimeout(resolve, after))
  const pressedAt = performance.now()
  child.kill('SIGINT')
  const [status, signal] = await closed
  const seconds = (performance.now() - pressedAt) / 1000
  server.closeAllConnections()
  server.close()
  const report = existsSync(join(out, 'report.json'))
    ? JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
    : null
  const left = more.result && (existsSync(more.result) ? 'complete' : 'none')
  const kept =
    left ?? (report === null ? 'none' : report.run.unfinished ? 'unfinished' : `${report.run.exchanges} exchanges`)
  return { seconds, status: signal ?? status, kept, said }
}

const STARTING_MS = 4000

/** Waits until a command has started: a run when it has locked its folder, other commands (`out` is null) after some seconds. */
async function begun(out, starting = STARTING_MS, once = folder => existsSync(join(folder, 'assay.lock'))) {
  const since = performance.now()
  const isDue = () => performance.now() - since > starting
  while (out === null ? !isDue() : !once(out)) await new Promise(resolve => setTimeout(resolve, 5))
}

let finished
/** Makes once the finished runs, shards and bundle that some commands read. */
function finishedRuns() {
  finished ??= (async () => {
    for (const name of ['keys', 'other']) await assay('keygen', '--out', file(name))
    writeFileSync(
      file('statement.yaml'),
      'vendor: Acme\nproduct: { name: Chat, version: 1.0.0, url: "https://acme.example" }\ncontact: a@acme.example\nprofile: messaging-push\nfeatureLevel: 500\n',
    )
    const { reference, server, origin } = await served()
    writeFileSync(file('whole.json'), JSON.stringify({ ...reference.targetFile(origin), requestsPerSecond: 0 }))
    await assay('certify', '-t', file('whole.json'), ...signing, '--out', file('bundle'), '--allow', 'write')
    server.close()
    await assay(...embedded, '--out', file('run'))
    for (const n of [1, 2]) await assay(...embedded, '--shard', `${n}/2`, '--out', file(`shard-${n}`))
  })()
  return finished
}

function assay(...words) {
  const child = spawn(process.execPath, [command, ...words], { stdio: 'ignore' })
  return new Promise(resolve => child.on('close', resolve))
}

function prepare() {
  writeFileSync(file('never.mjs'), 'export const provision = () => new Promise(() => {})\n')
  const exchange = n => ({
    ...{ n, via: 'target', api: 'trading', operation: 'ping', actor: null, sentAt: new Date().toISOString() },
    receivedAt: new Date().toISOString(),
    request: { method: 'GET', url: 'https://a.example/v1/public/ping', headers: {}, body: null, sent: [] },
    response: { status: 200, headers: {}, body: `{"status":"true","serverTime":"${Date.now()}","result":{}}` },
  })
  writeFileSync(file('lines'), Array.from({ length: 3000 }, (_, n) => `${JSON.stringify(exchange(n + 1))}\n`).join(''))
  return new Promise(resolve => spawn('mkfifo', [file('pipe')]).on('close', resolve))
}

await prepare()
const rows = []
for (const [name, about, words, how] of states) {
  if (named.length > 0 && !named.includes(name)) continue
  const { seconds, status, kept, said } = await measured(words, how)
  rows.push(
    `| ${about} | ${seconds.toFixed(1)} s | ${status === 'SIGINT' ? '130 (by the signal)' : status} | ${kept} |`,
  )
  console.log(rows.at(-1))
  if (seconds > LONGEST) process.exitCode = 1
  if (named.length > 0) console.log(said.slice(-600))
}
rmSync(folder, { recursive: true, force: true })
/** The table with the new rows. Rows of states that were not measured this time are kept. */
function table(present) {
  const [head, line, ...before] = present.split('\n')
  const about = row => row.split(' | ')[0]
  const all = states.flatMap(([, what]) => {
    const is = row => about(row) === `| ${what}`
    return rows.find(is) ?? before.find(is) ?? []
  })
  return [head, line, ...all].join('\n')
}
if (write) replaceSection(page, 'interrupt', table)
process.exit()
