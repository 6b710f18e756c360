/**
 * Long runs against the embedded reference, their memory over time, and the page afterwards:
 * node bench/load.mjs [generated requests, 6000] [plain requests, 1000000]. Prints Markdown for docs/resilience.md.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [generated = 6000, plain = 1_000_000] = process.argv.slice(2).map(Number)
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const suite = fileURLToPath(new URL('load-suite', import.meta.url))

/** Resident memory and the largest it ever was, in MB. */
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
  const child = spawn(process.execPath, [command, ...words], { env: { ...process.env, ...env }, stdio: 'ignore' })
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
      resolve({ status, seconds: Math.round((performance.now() - started) / 1000), peak: Math.round(peak), shown })
    }),
  )
}

/** How long a browser takes to show the page, where there is a browser. */
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
console.log('| run | exchanges | claims | outcome | exit status | seconds | peak memory | exchanges.ndjson |')
console.log('|---|---|---|---|---|---|---|---|')
const notes = []
for (const [name, words, env] of [
  ['generated requests of both APIs', ['--requests', String(generated)], {}],
  ['plain requests', ['--suites', suite, '--only', 'load.*', '--only', 'trading.*'], { ASSAY_LOAD: String(plain) }],
]) {
  const out = mkdtempSync(join(tmpdir(), 'assay-load-'))
  const ran = await measured(['run', ...words, '--no-page', '--out', out, '--reporter', 'none'], env)
  const { run, summary } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  const { status, seconds, peak } = ran
  const size = megabytes(join(out, 'exchanges.ndjson'))
  console.log(
    `| ${name} | ${run.exchanges} | ${run.claims} | ${summary.outcome} | ${status} | ${seconds} | ${peak} MB | ${size} |`,
  )
  const told = await measured(['report', out, '--format', 'html'])
  const page = join(out, 'report.html')
  notes.push(
    `Memory over time, ${name}: ${ran.shown.join(', ')}.`,
    `Its page: written by \`assay report\` in ${told.seconds} s with a peak of ${told.peak} MB, ${megabytes(page)}, ${await openedIn(page)}.`,
  )
  rmSync(out, { recursive: true, force: true })
}
console.log(`\n${notes.join('\n\n')}`)
