/**
 * How the cost of a run grows (exchanges, seconds, CPU, memory) with markets, the size of the organization, the budget, generated
 * requests and shards. The reference runs in a separate process, so that it is not included in the figures.
 * Also the limit table, by limit.mjs. `npm run bench -- --growth [--only markets,organization,budget,requests,shards,limit]`.
 * Writes bench/results/growth.json and limit.json, and renders docs/benchmarks.md.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measured } from './peers/process.mjs'
import { shardSeconds } from './shard-time.mjs'

const { values } = parseArgs({
  options: {
    growth: { type: 'boolean' },
    only: { type: 'string' },
    limit: { type: 'string', default: '300' },
    counts: { type: 'string', default: '1,2,4,8' },
  },
})
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const RATE = 40

/** Serves a reference in a separate process until `stop` is called. */
async function served(options) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-growth-'))
  const target = join(folder, 'target.json')
  const child = spawn(process.execPath, [command, 'serve', '--write-target', target, ...options], { stdio: 'ignore' })
  while (!existsSync(target) || readFileSync(target, 'utf8') === '') {
    if (child.exitCode !== null) throw new Error(`assay serve ${options.join(' ')} ended with ${child.exitCode}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const stop = () => new Promise(resolve => child.once('close', resolve).kill('SIGINT'))
  return { folder, target, stop }
}

async function ran({ folder, target }, options, name = 'run') {
  const out = join(folder, name)
  const args = ['run', '--target', target, '--allow', 'write,destructive', '--reporter', 'none', '--out', out]
  const { cost, output } = await measured([process.execPath, command, ...args, ...options], {
    ...{ work: folder, limit: Number(values.limit), name },
  })
  if (![0, 3].includes(cost.status))
    throw new Error(`assay ${options.join(' ')} ended with ${cost.status}: ${output.slice(-300)}`)
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  const requests = readFileSync(join(out, 'exchanges.ndjson'), 'utf8').match(/"via":"target"/g)?.length ?? 0
  return { ...cost, requests, exchanges: report.run.exchanges, claims: report.run.claims, out, report }
}

const figures = ({ exchanges, claims, seconds, cpu, megabytes }) => ({ exchanges, claims, seconds, cpu, megabytes })

async function series(points, serveOptions, runOptions) {
  const rows = []
  for (const at of points) {
    const reference = await served(serveOptions(at))
    const run = await ran(reference, [...runOptions(at), '--no-page']).catch(error => console.log(error.message))
    await reference.stop()
    rmSync(reference.folder, { recursive: true, force: true })
    if (!run) continue
    rows.push({ at, ...figures(run) })
    console.log(JSON.stringify(rows.at(-1)))
  }
  return rows
}

/** Compares one run with N shards: N processes at the same time under one rate limit, then the last step and the merge. */
async function shards(counts) {
  const rows = []
  const reference = await served([])
  const file = JSON.parse(readFileSync(reference.target, 'utf8'))
  for (const part of [file, file.trading, file.messaging]) part.requestsPerSecond = RATE
  writeFileSync(reference.target, JSON.stringify(file))
  const scope = ['--only', 'messaging.*', '--budget', 'quick', '--no-page']
  const verdicts = report => JSON.stringify(report.requirements.map(({ id, verdict }) => [id, verdict]).sort())
  let whole
  for (const count of counts) {
    const started = performance.now()
    const parts =
      count === 1
        ? [await ran(reference, scope, 'whole')]
        : await Promise.all(
            Array.from({ length: count }, (_, at) =>
              ran(reference, [...scope, '--shard', `${at + 1}/${count}`], `of-${count}-${at + 1}`),
            ),
          )
    const together = (performance.now() - started) / 1000
    const last = count === 1 ? null : await ran(reference, [...scope, '--shard', `last/${count}`], `of-${count}-last`)
    const merged = count === 1 ? parts[0].report : await mergedOf(reference, [...parts, last], count)
    whole ??= verdicts(merged)
    const requests = parts.map(part => part.requests)
    const mean = requests.reduce((sum, one) => sum + one, 0) / count
    const total = mean * count + (last?.requests ?? 0)
    const row = {
      ...{ at: count, requests: total, largest: Math.max(...requests), last: last?.requests ?? 0 },
      balance: Math.round((Math.max(...requests) / mean) * 100) / 100,
      seconds: Math.round((together + (last?.seconds ?? 0)) * 10) / 10,
      bound: Math.round((total / RATE) * 10) / 10,
      cpu: Math.round([...parts, ...(last ? [last] : [])].reduce((sum, part) => sum + part.cpu, 0) * 10) / 10,
      megabytes: Math.max(...parts.map(part => part.megabytes)),
      equal: verdicts(merged) === whole,
      ...{ sharedLimit: await shardSeconds(count, 10), ownLimit: await shardSeconds(count, 10 * count) },
    }
    console.log(JSON.stringify(row))
    rows.push(row)
  }
  await reference.stop()
  rmSync(reference.folder, { recursive: true, force: true })
  return rows
}

async function mergedOf({ folder }, parts, count) {
  const out = join(folder, `merged-${count}`)
  const { cost, output } = await measured(
    [process.execPath, command, 'merge', ...parts.map(part => part.out), '--out', out],
    { work: folder, limit: 120, name: 'merge' },
  )
  if (cost.status !== 0) throw new Error(`assay merge ended with ${cost.status}: ${output.slice(-300)}`)
  return JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
}

const quick = api => () => ['--only', `${api}.*`, '--budget', 'quick']
const all = {
  markets: () => series([10, 100, 1000, 5000], at => ['--markets', String(at)], quick('trading')),
  organization: () => series([10, 100, 1000, 10_000], at => ['--organization-size', String(at)], quick('messaging')),
  budget: () =>
    series(
      ['quick', 'standard', 'thorough'],
      () => [],
      at => ['--budget', at],
    ),
  requests: () =>
    series(
      [1000, 4000, 16_000],
      () => [],
      at => ['--requests', String(at)],
    ),
  shards: () => shards(values.counts.split(',').map(Number)),
}

/** The time of a run against its lower bound: the rows that limit.mjs prints. */
function limitTables() {
  const tables = ['trading', 'messaging'].map(api => {
    const script = fileURLToPath(new URL('limit.mjs', import.meta.url))
    const { stdout } = spawnSync(process.execPath, [script, '--api', api], { encoding: 'utf8' })
    const rows = [...stdout.matchAll(/^ *(none|\d+) +(\d+ ms) +(\d+) +([\d.]+) +([\d.]+) +([\d.]+)$/gm)]
    return { api, rows: rows.map(([, ...cells]) => cells) }
  })
  const limits = { date: new Date().toISOString().slice(0, 10), tables }
  writeFileSync(new URL('results/limit.json', import.meta.url), `${JSON.stringify(limits, null, 1)}\n`)
}

mkdirSync(new URL('results/', import.meta.url), { recursive: true })
if (!values.only || values.only.split(',').includes('limit')) limitTables()
const file = new URL('results/growth.json', import.meta.url)
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { series: {} }
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, gigabytes: Math.round(totalmem() / 2 ** 30) }
for (const [name, measure] of Object.entries(all)) {
  if (values.only && !values.only.split(',').includes(name)) continue
  console.log(name)
  results.series[name] = await measure()
  results.date = new Date().toISOString().slice(0, 10)
  results.machine = { ...machine, node: process.version, load: Math.round(loadavg()[1]) }
  results.rate = RATE
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
}
await import('./render.mjs')
