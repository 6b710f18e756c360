/**
 * Long runs against the embedded reference, their memory over time, and the page, a comparison and a merge afterwards:
 * node bench/load.mjs [generated requests, 6000] [plain requests, 1000000] [--write]. 0 skips a run. Prints Markdown;
 * with --write it is put into docs/resilience.md, where the section of a skipped run is kept.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { replaceSection } from './replace-section.mjs'

const write = process.argv.includes('--write')
const numbers = process.argv.slice(2).filter(word => word !== '--write')
const [generated = 6000, plain = 1_000_000] = numbers.map(Number)
const page = fileURLToPath(new URL('../docs/resilience.md', import.meta.url))
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const suite = fileURLToPath(new URL('load-suite', import.meta.url))
const probe = new URL('./held-loop.mjs', import.meta.url).href
const heldIn = join(mkdtempSync(join(tmpdir(), 'assay-load-held-')), 'held')

/** Resident memory of a process, now and at its peak, in MB. */
function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return ['VmRSS', 'VmHWM'].map(name => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return [0, 0]
  }
}

function measured(words, env = {}) {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', probe, command, ...words], {
    env: { ...process.env, ...env, ASSAY_HELD_LOOP: heldIn },
    stdio: 'ignore',
  })
  const rows = []
  let peak = 0
  const timer = setInterval(() => {
    const [now, most] = memoryOf(child.pid)
    peak = Math.max(peak, most)
    if (now > 0) rows.push(`${Math.round((performance.now() - started) / 1000)} s ${Math.round(now)} MB`)
  }, 1000)
  return new Promise(resolve =>
    child.on('close', status => {
      clearInterval(timer)
      const shown = rows.filter((_, index) => index % Math.ceil(rows.length / 12) === 0)
      const seconds = Math.round((performance.now() - started) / 1000)
      const { longest } = JSON.parse(readFileSync(heldIn, 'utf8'))
      resolve({ status, seconds, peak: Math.round(peak), shown, step: longest.toFixed(1) })
    }),
  )
}

/** How long a browser takes to show the page, if a browser is installed. */
async function openedIn(page) {
  const browser = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(path => existsSync(path))
  if (!browser) return 'not opened: no browser'
  const { chromium } = await import('playwright-core')
  const options = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const running = await chromium.launch({ executablePath: browser, args: options })
  const tab = await running.newPage()
  const started = performance.now()
  await tab.goto(pathToFileURL(page).href)
  const title = await tab.locator('h1').first().textContent()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  await running.close()
  return `opened in ${seconds} s ("${title?.trim()}")`
}

const megabytes = path => `${Math.round(statSync(path).size / 1e6)} MB`

/** The memory that the project's limit allows a run with this number of exchanges, in MB of 1,048,576 bytes, like /proc. */
const allowed = exchanges => Math.round(512 + (exchanges * 100) / 1048576)

/** Makes the same run in two shards, and measures their merge. */
async function merged(words, env) {
  const [first, second, out] = Array.from({ length: 3 }, () => mkdtempSync(join(tmpdir(), 'assay-load-')))
  const shards = [first, second]
  for (const [n, shard] of shards.entries())
    await measured(['run', ...words, '--shard', `${n + 1}/2`, '--no-page', '--out', shard, '--reporter', 'none'], env)
  const own = words.includes('--suites') ? ['--suites', suite] : []
  const merge = await measured(['merge', ...shards, ...own, '--no-page', '--out', out])
  for (const folder of [...shards, out]) rmSync(folder, { recursive: true, force: true })
  return merge
}

async function section(name, words, env) {
  const out = mkdtempSync(join(tmpdir(), 'assay-load-'))
  const { status, seconds, peak, shown, step } = await measured(
    ['run', ...words, '--no-page', '--out', out, '--reporter', 'none'],
    env,
  )
  const { run, summary } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  const size = ['exchanges.ndjson', 'claims.ndjson'].map(file => megabytes(join(out, file))).join(', ')
  const report = await measured(['report', out, '--format', 'html'])
  const html = join(out, 'report.html')
  const pageSize = megabytes(html)
  const opened = await openedIn(html)
  const same = await measured(['diff', out, out])
  rmSync(out, { recursive: true, force: true })
  const merge = await merged(words, env)
  const lines = [
    `### ${name}`,
    '',
    '| exchanges | claims | outcome | exit status | seconds | peak memory | allowed | exchanges.ndjson, claims.ndjson |',
    '|---|---|---|---|---|---|---|---|',
    `| ${run.exchanges} | ${run.claims} | ${summary.outcome} | ${status} | ${seconds} | ${peak} MB | ${allowed(run.exchanges)} MB | ${size} |`,
    '',
    `Longest step, in CPU time: ${step} s. Memory over time: ${shown.join(', ')}.`,
    '',
    `Its page: written by \`assay report\` in ${report.seconds} s with a peak of ${report.peak} MB (longest step ${report.step} s), ${pageSize}, ${opened}.`,
    `Compared with itself by \`assay diff\` in ${same.seconds} s with a peak of ${same.peak} MB (longest step ${same.step} s).`,
    `Made in two shards and merged by \`assay merge\` in ${merge.seconds} s with a peak of ${merge.peak} MB (longest step ${merge.step} s).`,
  ]
  return lines.join('\n')
}

for (const [mark, count, name, words, env] of [
  ['load-generated', generated, 'Generated requests of both APIs', ['--requests', String(generated)], {}],
  [
    'load-plain',
    plain,
    'Plain requests',
    ['--suites', suite, '--only', 'load.*', '--only', 'trading.*'],
    { ASSAY_LOAD: String(plain) },
  ],
]) {
  if (count === 0) continue
  const text = await section(name, words, env)
  console.log(`${text}\n`)
  if (write) replaceSection(page, mark, text)
}
