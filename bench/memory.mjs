/**
 * Peak memory of runs against deployments whose replies are huge, deep or full of values, and the longest time for which Ctrl-C
 * would have had to wait. Each run is a separate process: node bench/memory.mjs [--whole] [--write] [NAME…]. Prints Markdown;
 * with --write the rows go into docs/resilience.md. With --whole a run judges every requirement of both APIs and is interrupted
 * after a minute; if it ends before that, a second run is interrupted after ten seconds.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { serveReference } from '../dist/reference/index.js'
import { replaceSection } from './replace-section.mjs'

const write = process.argv.includes('--write')
const whole = process.argv.includes('--whole')
const table = whole ? 'whole' : 'memory'
const named = process.argv.slice(2).filter(word => !word.startsWith('--'))
const page = fileURLToPath(new URL('../docs/resilience.md', import.meta.url))
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const probe = new URL('./held-loop.mjs', import.meta.url).href
const MB = 1024 * 1024
const SCOPE = whole ? [] : ['--only', 'trading.coins.*']
const ALLOWED = 512
const LONGEST_STEP = 2
/** Seconds after which a run is interrupted. */
const LONGEST_RUN = whole ? 60 : 600
const INTERRUPTED_AFTER = 10

/** Adds one more member to a reply, which is legal. Its bytes are made only once. */
const member = (text, name = 'more') => {
  const bytes = Buffer.from(`,"${name}":${text}}`)
  return body => (body.at(-1) === 125 ? Buffer.concat([body.subarray(0, -1), bytes]) : body)
}
const values = (count, value) => `[${Array(count).fill(value).join(',')}]`
const yaml = `openapi: 3.1.0\ninfo: {title: t, version: 1.0.0}\npaths: {}\nx-more:\n${'  - {a: 1, b: [2, 3]}\n'.repeat(460_000)}`
const bomb = gzipSync(Buffer.alloc(64 * MB))
const blank = gzipSync(Buffer.alloc(7 * MB, 32))

const cases = [
  ['values', '3 MB with 800,000 values in each reply', { changes: member(values(800_000, '"1"')) }],
  ['objects', '3 MB with 400,000 objects in each reply', { changes: member(values(400_000, '{"a":""}')) }],
  ['texts', '7.5 MB with one long text in each reply', { changes: member(`"${'x'.repeat(7.5 * MB)}"`) }],
  ['wide', '7.5 MB with 900,000 texts in each reply', { changes: member(values(900_000, '"abcde"')) }],
  ['integers', '7.5 MB with 350,000 integers of 20 digits', { changes: member(distinctIntegers()) }],
  ['beyond', '7.5 MB of a list of 3.9 million in each reply', { changes: member(values(3_900_000, '1')) }],
  ['five-million', '10 MB of a list of five million in each reply', { changes: member(values(5_000_000, '1')) }],
  ['names', 'a member name of a megabyte in each reply', { changes: member(`{"${'n'.repeat(MB)}":""}`) }],
  ['many-names', '7 MB with 400,000 different member names in each reply', { changes: member(manyNames()) }],
  ['secrets', '6 MB with 250,000 passwords in each reply', { changes: member(manySecrets()) }],
  ['password', 'a password of 7 MB in each reply', { changes: member(`"a1${'ab1'.repeat(2.3 * MB)}"`, 'password') }],
  ['alike', '6 MB that begin like 500 secrets, in each reply', { changes: member(secretsAlike()) }],
  ['padded', '7 MB with one integer of 20 digits and one token, different in each reply', { changes: padded() }],
  ['noise', '7 MB of random letters, different in each reply', { changes: noise() }],
  ['digits', 'an integer of seven million digits, different in each reply', { changes: longInteger() }],
  ['numbers', '7 MB with 350,000 fractions of 20 digits', { changes: member(values(350_000, '1234567890123456.789')) }],
  ['escapes', '7.5 MB of one escaped text in each reply', { changes: member(`"${'\\u0061'.repeat(1.2 * MB)}"`) }],
  ['nested', '4 MB of 1,500 lists of 490 levels', { changes: member(values(1500, deep('{"a":', '1', '}'))) }],
  [
    'parameters',
    'a text of a million parameters that are secret',
    { changes: member(`"${'token=a&'.repeat(900_000)}"`) },
  ],
  ['levels', 'a million levels in each reply', { changes: member('['.repeat(1_000_000) + ']'.repeat(1_000_000)) }],
  ['bomb', '64 MB in 64 KB of gzip for each reply', { changes: () => bomb, headers: { 'content-encoding': 'gzip' } }],
  [
    'blank',
    '7 MB of blanks in 7 KB of gzip for each reply',
    { changes: () => blank, headers: { 'content-encoding': 'gzip' } },
  ],
  [
    'description',
    'a description of 7.5 MB in JSON with 900,000 texts',
    { changes: member(values(900_000, '"abcde"'), 'x-more'), path: /swagger/ },
  ],
  ['yaml', 'a description of 10 MB in YAML', { changes: () => Buffer.from(yaml), path: /swagger/ }],
]

function distinctIntegers() {
  return `[${Array.from({ length: 350_000 }, (_, n) => `12345678901234${100_000 + n}`).join(',')}]`
}

function manySecrets() {
  return `[${Array.from({ length: 250_000 }, (_, n) => `{"password":"pw${n}"}`).join(',')}]`
}

function secretsAlike() {
  const tokens = Array.from({ length: 500 }, (_, n) => `{"token":"${'a'.repeat(1000)}${1000 + n}"}`)
  return `[${tokens.join(',')},"${'a'.repeat(5.5 * MB)}"]`
}

let replies = 0
function padded() {
  return body => {
    const token = `"token":"tok${1e9 + replies}abcdef","id":98765432109876${100_000 + replies++}`
    return member(`{${token},"more":"${'x'.repeat(7 * MB)}"}`)(body)
  }
}

function noise() {
  return body => member(`"${randomBytes(5.2 * MB).toString('base64')}"`)(body)
}

function longInteger() {
  return body => member(`${1 + (replies++ % 9)}${'7'.repeat(7 * MB)}${100_000 + replies}`)(body)
}

function deep(open, value, close) {
  return open.repeat(490) + value + close.repeat(490)
}

function manyNames() {
  return `{${Array.from({ length: 400_000 }, (_, n) => `"name${n}":""`).join(',')}}`
}

/** A proxy in front of the reference that changes its replies. */
function between(origin, { changes, headers = {}, path = /^(?!.*swagger)/ }) {
  const server = createServer((asked, answer) => {
    const onward = ask(new URL(asked.url, origin), { method: asked.method, headers: asked.headers }, came => {
      const pieces = []
      came.on('data', piece => pieces.push(piece))
      came.on('end', () => {
        const body = Buffer.concat(pieces)
        const hit = path.test(asked.url) && !asked.url.startsWith('/provision')
        const sent = hit ? changes(body) : body
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = came.headers
        answer.writeHead(came.statusCode, { ...rest, ...(hit && headers), 'content-length': sent.length })
        answer.end(sent)
      })
    })
    asked.pipe(onward)
  })
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function peakOf(words, heldIn, interruptedAfter) {
  const child = spawn(process.execPath, ['--import', probe, command, ...words], {
    stdio: 'ignore',
    env: { ...process.env, ASSAY_HELD_LOOP: heldIn },
  })
  let peak = 0
  let pressedAt = null
  const press = () => {
    pressedAt = performance.now()
    writeFileSync(`${heldIn}-pressed`, '')
    child.kill('SIGINT')
  }
  const alarm = setTimeout(press, (interruptedAfter ?? LONGEST_RUN) * 1000)
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    } catch {}
  }, 50)
  return new Promise(resolve =>
    child.on('close', status => {
      clearInterval(timer)
      clearTimeout(alarm)
      const answered = pressedAt === null ? null : (performance.now() - pressedAt) / 1000
      const { longest: held, since } = JSON.parse(readFileSync(heldIn, 'utf8'))
      resolve({ status, peak: Math.round(peak), held, answered, since })
    }),
  )
}

async function measured(change, interruptedAfter) {
  const served = await serveReference({ port: 0 })
  const server = await between(served.origin, change)
  const folder = mkdtempSync(join(tmpdir(), 'assay-memory-'))
  const file = join(folder, 'target.json')
  const origin = `http://127.0.0.1:${server.address().port}`
  writeFileSync(file, JSON.stringify({ ...served.reference.targetFile(origin), requestsPerSecond: 0 }))
  const out = join(folder, 'out')
  const words = ['run', '-t', file, '--out', out, '--budget', 'quick', '--allow', 'write', ...SCOPE]
  const started = performance.now()
  const { status, peak, held, answered, since } = await peakOf(words, join(folder, 'held'), interruptedAfter)
  const seconds = Math.round((performance.now() - started) / 1000)
  const { run, summary } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  server.closeAllConnections()
  server.close()
  await served.close()
  rmSync(folder, { recursive: true, force: true })
  const { pass, fail, unverified } = summary.counts
  return {
    ...{ status, peak, held, answered, since, seconds },
    exchanges: run.exchanges,
    verdicts: `${pass} pass, ${fail} fail, ${unverified} unverified`,
  }
}

/** The table with one new row in the place of its old one, or at the end. */
const withRow = (what, row) => present => {
  const rows = present.split('\n')
  const old = rows.findIndex(line => line.startsWith(`| ${what} |`))
  rows.splice(old < 0 ? rows.length : old, 1, row)
  return rows.join('\n')
}

const heads = ['replies', 'exchanges', 'verdicts', 'seconds', 'peak memory', 'longest step']
if (whole) heads.push('exit status', 'Ctrl-C')
console.log(`| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}`)

/** Text for the report: when Ctrl-C came, and how long the command took to end. */
const pressing = ({ answered, since, seconds }) =>
  answered === null
    ? 'had ended'
    : `after ${seconds - Math.round(answered)} s: ${answered.toFixed(1)} s, of CPU time ${since?.toFixed(1)} s`

for (const [name, what, change] of cases) {
  if (named.length > 0 && !named.includes(name)) continue
  const came = await measured(change)
  const { peak, held, seconds, exchanges, verdicts, status, answered } = came
  const cells = [what, exchanges, verdicts, seconds, `${peak} MB`, `${held.toFixed(1)} s`]
  // A long run was interrupted already; a run that ended by itself is repeated and interrupted early.
  const early = whole && answered === null ? await measured(change, INTERRUPTED_AFTER) : came
  if (whole) cells.push(answered === null ? status : 'interrupted', pressing(early))
  const row = `| ${cells.join(' | ')} |`
  console.log(row)
  if (write) replaceSection(page, table, withRow(what, row))
  const late = whole ? (early.since ?? 0) > LONGEST_STEP : answered !== null
  if (peak > ALLOWED || held > LONGEST_STEP || late) process.exitCode = 1
}
