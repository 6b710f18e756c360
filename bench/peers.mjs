/**
 * Compares Assay with other tools on a fixed sample of the reference's faults and variants; each run has its own reference.
 * `npm run bench -- --peers [--work DIR] [--lanes 2] [--limit 90] [--tools a,b] [--most N]`. DIR holds the installed tools and
 * the results so far: an interrupted comparison continues where it stopped. Writes bench/results/peers.json.
 */
import { fork } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { described } from './peers/describe.mjs'
import { current } from './peers/examples.mjs'
import { install } from './peers/install.mjs'
import { basic, open, openMany } from './peers/lane.mjs'
import { replies, sameReplies } from './peers/replay.mjs'
import { requestsOf } from './peers/requests.mjs'
import { sample } from './peers/sample.mjs'
import assay from './peers/tools/assay.mjs'
import dredd from './peers/tools/dredd.mjs'
import portman from './peers/tools/portman.mjs'
import prism from './peers/tools/prism.mjs'
import schemathesis from './peers/tools/schemathesis.mjs'
import specmatic from './peers/tools/specmatic.mjs'
import stepci from './peers/tools/stepci.mjs'
import { stopWorkers } from './peers/warm.mjs'

const { values } = parseArgs({
  options: {
    peers: { type: 'boolean' },
    work: { type: 'string', default: join(tmpdir(), 'assay-peers') },
    lanes: { type: 'string', default: '2' },
    limit: { type: 'string', default: '90' },
    tools: { type: 'string' },
    most: { type: 'string' },
    part: { type: 'string' },
    started: { type: 'boolean', default: false },
  },
})
const all = { assay, schemathesis, dredd, specmatic, portman, stepci, 'prism-cli': prism }
const APIS = ['trading', 'messaging']
const PLAIN_RUNS = 2
const lanes = Number(values.lanes)
const part = values.part === undefined ? null : Number(values.part)
/** Each lane has its own ports: this one for the reference, and 100 and 200 above it for Prism. */
const port = 23_100 + (part ?? -2)
const folder = values.work
mkdirSync(folder, { recursive: true })
const missing = install(folder)
const chosen = Object.entries(all).filter(([name]) => !values.tools || values.tools.split(',').includes(name))
const tools = chosen.filter(([name]) => !missing[name])
const { seed, subjects: settled } = sample()
const subjects = settled.slice(0, values.most ? Number(values.most) : undefined)

const journal = join(folder, 'journal.ndjson')
const journalled = () =>
  existsSync(journal)
    ? readFileSync(journal, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
    : []
const keyOf = ({ tool, kind, id, api, round }) => [tool, api, kind, id ?? round].join(' ')
const known = new Map(journalled().map(entry => [keyOf(entry), entry]))

/** One run of a tool against newly served references: one, or several if the tool can test several at once. */
async function ran([name, tool], subjects, port, keep) {
  const clock = tool.signsItself ? undefined : stillAt(Date.now())
  const { lanes, close } = await openMany(subjects, port, clock)
  const work = mkdtempSync(join(tmpdir(), 'assay-peer-'))
  const { api, kind } = subjects[0]
  const context = { folder, api, work, limit: Number(values.limit), goodReplies: good.get(api), cold: kind === 'plain' }
  const entry = (at, { cost, findings, trouble }) => ({
    ...{ tool: name, ...subjects[at], requests: lanes[at].requests.length, ...cost },
    ...(trouble && { trouble }),
    findings: firstOfEach(findings),
  })
  try {
    const outcomes = tool.runMany
      ? await tool.runMany({ ...context, lanes })
      : [await tool.run({ ...context, lane: lanes[0] })]
    keep?.(lanes[0].requests)
    return outcomes.map((outcome, at) => entry(at, outcome))
  } catch (error) {
    return subjects.map((_, at) => entry(at, { findings: [], trouble: String(error).slice(0, 400) }))
  } finally {
    await close()
    rmSync(work, { recursive: true, force: true })
  }
}

const stillAt = moment => ({ now: () => moment, sleep: ms => new Promise(resolve => setTimeout(resolve, ms)) })

function firstOfEach(findings) {
  const first = new Map()
  for (const { key, at } of findings) if (!first.has(key) || at < first.get(key)) first.set(key, at)
  return [...first].map(([key, at]) => ({ key, at }))
}

function note(entry) {
  known.set(keyOf(entry), entry)
  appendFileSync(journal, `${JSON.stringify(entry)}\n`)
}

/** Replies of the plain reference to each example, for tools that need an example of the reply as well. */
const good = new Map()
for (const api of lanes > 0 ? APIS : []) {
  const lane = await open({ kind: 'plain', api }, port + (api === 'trading' ? 300 : 350))
  const authorization = person => (lane.target.actors ? basic(person ?? lane.target.actors.owner) : undefined)
  const document = described(api, lane.target.baseUrl, lane.examples)
  const answers = new Map()
  for (const one of JSON.parse(current(JSON.stringify(requestsOf(document, lane.examples, authorization)), lane))) {
    if (answers.has(one.operationId)) continue
    const reply = await fetch(`${lane.target.baseUrl}${one.url}`, {
      method: one.method,
      headers: one.headers,
      body: one.body,
    })
    const body = await reply.json().catch(() => null)
    if (reply.ok && body) answers.set(one.operationId, { status: 200, body })
  }
  good.set(api, answers)
  await lane.close()
}

/**
 * The requests that each tool sent to the plain reference, and their replies. Findings of those runs are noise. A tool whose
 * requests get the same replies from a faulty reference need not be run against it.
 */
const recorded = new Map()
const bytes = requests => requests.map(one => ({ ...one, body: one.body && Buffer.from(one.body, 'base64') }))
const text = requests => requests.map(one => ({ ...one, body: one.body && Buffer.from(one.body).toString('base64') }))
for (const { api, tool } of APIS.flatMap(api => tools.map(tool => ({ api, tool })))) {
  const [name] = tool
  const file = join(folder, `recorded-${name}-${api}.json`)
  for (let round = 0; round < PLAIN_RUNS; round++) {
    if (known.has(keyOf({ tool: name, api, kind: 'plain', round }))) continue
    const keep = requests => writeFileSync(file, JSON.stringify(text(requests)))
    const [entry] = await ran(tool, [{ kind: 'plain', api, round }], port, keep)
    note(entry)
    const { findings, requests, seconds, trouble = '' } = entry
    console.log(`plain ${api}, ${name}: ${findings.length} reports, ${requests} requests, ${seconds} s ${trouble}`)
  }
  if (part === null || tool[1].always) continue
  const requests = bytes(JSON.parse(readFileSync(file, 'utf8')))
  const plain = await replies({ kind: 'plain', api }, requests)
  const again = await replies({ kind: 'plain', api }, requests)
  recorded.set(`${name} ${api}`, { requests, plain, steady: sameReplies(plain, again) })
}
if (part === null) {
  await prism.stop()
  stopWorkers()
}

/** The sample in mixed order (APIs, faults and variants), so that the results of an interrupted run are a fair sample too. */
const mixed = [...subjects.entries()].sort(([one], [other]) => ((one * 67) % 173) - ((other * 67) % 173))
const jobs = mixed.flatMap(([, subject], lane) => tools.map(tool => ({ subject, tool, lane: lane % lanes })))
/** A file named `stop` in the folder ends the run cleanly; the next run continues from there. */
const stopped = () => existsSync(join(folder, 'stop'))
const isLeft = ({ subject, tool: [name] }) => !known.has(keyOf({ tool: name, ...subject })) && isWanted(subject)
const begun = new Set([...known.values()].flatMap(entry => (entry.tool === 'assay' && entry.id ? [entry.id] : [])))
/** With `--started`, only subjects that Assay has already been run on: finishes these and begins no others. */
function isWanted({ id }) {
  return !values.started || begun.has(id)
}
if (part === null) {
  console.log(`${jobs.length} runs, ${jobs.filter(isLeft).length} of them left`)
  await Promise.all(Array.from({ length: lanes }, (_, index) => inProcess(index)))
  for (const entry of journalled()) known.set(keyOf(entry), entry)
} else {
  const waiting = new Map()
  for (const { subject, tool } of jobs.filter(({ lane }) => lane === part).filter(isLeft)) {
    if (stopped()) break
    const [name, { always, together }] = tool
    const group = `${name} ${subject.api}`
    const { requests, plain, steady } = recorded.get(group) ?? {}
    if (!always && steady && sameReplies(plain, await replies(subject, requests, plain)))
      note({ tool: name, ...subject, requests: requests.length, replayed: true, findings: [] })
    else if (together) waiting.set(group, [...(waiting.get(group) ?? []), { subject, tool }])
    else for (const entry of await ran(tool, [subject], port)) note(entry)
    if (waiting.get(group)?.length === together) await clear(waiting, group)
  }
  for (const group of waiting.keys()) await clear(waiting, group)
  await prism.stop()
  stopWorkers()
  process.exit()
}

/** Runs a lane in a separate process, so that the references of several lanes do not share one thread. */
function inProcess(index) {
  const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--part', String(index)])
  return new Promise(resolve => child.once('exit', resolve))
}

async function clear(waiting, group) {
  const ready = waiting.get(group) ?? []
  waiting.set(group, [])
  const [first] = ready
  const subjects = ready.map(({ subject }) => subject)
  if (first) for (const entry of await ran(first.tool, subjects, port)) note(entry)
}

const runsOf = name => [...known.values()].filter(entry => entry.tool === name)
const results = {
  date: new Date().toISOString().slice(0, 10),
  machine: {
    ...{ cpu: cpus()[0]?.model, cores: cpus().length, gigabytes: Math.round(totalmem() / 2 ** 30) },
    ...{ node: process.version, load: Math.round(loadavg()[1]), lanes },
  },
  sample: { seed, subjects },
  limit: Number(values.limit),
  tools: chosen.map(([name, { name: title, settings, version }]) =>
    missing[name]
      ? { name, title, notRun: missing[name] }
      : { ...{ name, title, settings, version: version(folder) }, ...summary(name) },
  ),
}

function summary(name) {
  const runs = runsOf(name)
  const plain = runs.filter(({ kind }) => kind === 'plain')
  const noise = new Map(
    APIS.map(api => [
      api,
      new Set(plain.filter(one => one.api === api).flatMap(one => one.findings.map(({ key }) => key))),
    ]),
  )
  const of = new Map(runs.map(run => [run.id, run]))
  return {
    plain: plain.map(({ api, requests, seconds, cpu, megabytes, findings, trouble }) => ({
      ...{ api, requests, seconds, cpu, megabytes, reports: findings.length },
      ...(trouble && { trouble }),
    })),
    runs: subjects.map(({ id, api }) => {
      const run = of.get(id)
      if (!run) return null
      const fresh = run.findings.filter(({ key }) => !noise.get(api).has(key))
      const first = fresh.length > 0 ? Math.min(...fresh.map(({ at }) => at)) : null
      return {
        ...{ requests: run.requests, first },
        ...(run.replayed ? { replayed: true } : { seconds: run.seconds, cpu: run.cpu, megabytes: run.megabytes }),
        ...(run.late && { late: true }),
        ...(fresh.length > 0 && { report: fresh.sort((a, b) => a.at - b.at)[0].key.slice(0, 120) }),
      }
    }),
  }
}

const out = new URL('results/', import.meta.url)
mkdirSync(out, { recursive: true })
writeFileSync(new URL('peers.json', out), `${JSON.stringify(results, null, 1)}\n`)
for (const { title, notRun, runs } of results.tools) {
  if (notRun) console.log(`${title.padEnd(20)} not run: ${notRun}`)
  else {
    const count = kind => runs.filter((run, index) => subjects[index].kind === kind && run?.first).length
    console.log(`${title.padEnd(20)} caught ${count('fault')}, false alarms ${count('variant')}`)
  }
}
await import('./render.mjs')
