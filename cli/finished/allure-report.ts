/** Allure results and Allure's own HTML, where Allure is installed. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../harness/index.ts'
import { type FinishedRun, finishResults, replayed, stripAnalytics } from '../../reports/index.ts'
import { UsageError } from '../usage-error.ts'

export async function allureReport(run: FinishedRun, out: string): Promise<string[]> {
  const command = allureCommand()
  const whole = ['allure-results', 'allure-report'].map(name => resolve(out, name))
  // Written under other names until they are complete.
  const [results, pages] = whole.map(folder => `${folder}.part`) as [string, string]
  for (const folder of [...whole, results, pages]) rmSync(folder, { recursive: true, force: true })
  await replay(run, results)
  finishResults(results, run.report)
  await generate(command, results, pages, run.report.target.name)
  for (const name of readdirSync(pages, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue
    const file = join(pages, name)
    writeFileSync(file, stripAnalytics(readFileSync(file, 'utf8')))
  }
  for (const folder of whole) renameSync(`${folder}.part`, folder)
  return ['allure-results', join('allure-report', 'index.html')]
}

function allureCommand(): string {
  const require = createRequire(import.meta.url)
  try {
    require.resolve('allure-vitest/reporter')
    require.resolve('vitest/node')
    return join(dirname(require.resolve('allure')), '..', 'cli.js')
  } catch {
    throw new UsageError(
      '--allure needs Allure and vitest beside assay: npm install --save-dev allure allure-vitest allure-js-commons vitest',
    )
  }
}

/**
 * Replays the run with one test per requirement for allure-vitest to record. The exit status stays ours: verdicts are
 * the run's.
 */
async function replay(run: FinishedRun, results: string): Promise<void> {
  const { startVitest } = await import('vitest/node')
  const { default: AllureReporter } = await import('allure-vitest/reporter')
  const folder = mkdtempSync(join(tmpdir(), 'assay-allure-'))
  const file = join(folder, 'replay.json')
  writeFileSync(file, JSON.stringify(replayed(run)))
  const source = fileURLToPath(new URL('../../reports/allure/replay.ts', import.meta.url))
  const script = import.meta.url.endsWith('.ts') ? source : source.replace(/\.ts$/, '.js')
  const before = process.exitCode
  try {
    const vitest = await startVitest('test', [], {
      config: false,
      root: packageFolder,
      include: [script],
      exclude: [],
      watch: false,
      pool: 'threads',
      isolate: false,
      testTimeout: 60_000,
      reporters: [new AllureReporter({ resultsDir: results, environmentInfo: environmentOf(run) })],
      provide: { replay: file },
    })
    await vitest.close()
  } finally {
    process.exitCode = before
    rmSync(folder, { recursive: true, force: true })
  }
}

function environmentOf({ report: { target, run, kit, summary } }: FinishedRun): Record<string, string> {
  return {
    outcome: summary.outcome,
    target: target.name,
    ...(target.trading && { trading: target.trading.baseUrl }),
    ...(target.messaging && {
      messaging: target.messaging.baseUrl,
      featureLevel: String(target.messaging.featureLevel),
    }),
    profile: run.profile,
    run: run.id,
    seed: String(run.seed),
    kit: kit.version,
  }
}

async function generate(command: string, results: string, pages: string, name: string): Promise<void> {
  const words = [
    'awesome',
    results,
    '--output',
    pages,
    '--single-file',
    '--group-by',
    'epic,feature',
    '--report-name',
    name,
  ]
  const child = spawn(process.execPath, [command, ...words], {
    cwd: dirname(results),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ALLURE_NO_ANALYTICS: '1' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)))
  const status = await new Promise<number>((settle, fail) => {
    child.on('error', fail)
    child.on('close', code => settle(code ?? 1))
  })
  if (status !== 0) throw new Error(`allure ended with ${status}: ${said.slice(-2_000)}`)
}
