/** Makes the reports of finished runs again, from their folders alone. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FinishedRun, matrixPage, printable } from '../../reports/index.ts'
import type { Io } from '../io.ts'
import { UsageError } from '../usage-error.ts'
import { allureReport } from './allure-report.ts'
import type { Format } from './formats.ts'
import { readRun } from './read-run.ts'
import { pageAssets, printed, writeFormats } from './write-formats.ts'

export interface ReportFlags {
  readonly format?: readonly Format[]
  readonly out?: string
  readonly allure?: boolean
  readonly contract?: string
}

export async function report(folders: readonly string[], flags: ReportFlags, io: Io): Promise<number> {
  const [folder, ...others] = folders
  if (folder === undefined) throw new UsageError('report needs the folder of a run')
  if (others.length > 0) return sideBySide(folders, flags, io)
  const run = await quoting(await readRun(folder), flags.contract)
  tellDamage(folder, run, io)
  const out = flags.out ?? folder
  made(out)
  const formats = flags.format ?? (flags.allure ? [] : ['html' as const])
  const names = writeFormats(run, formats, out)
  if (flags.allure) names.push(...(await allureReport(run, out)))
  const text = printed(run, formats)
  if (text !== '') io.out(text)
  for (const name of names) (text === '' ? io.out : io.err)(`${printable(join(out, name))}\n`)
  return 0
}

async function quoting(run: FinishedRun, folder: string | undefined): Promise<FinishedRun> {
  if (folder === undefined) return run
  const { citedIn, readContract } = await import('../contract/read-contract.ts')
  const { requirements } = run.report
  return { ...run, report: { ...run.report, contract: citedIn(readContract(folder, requirements), requirements) } }
}

/** Several deployments in one page. */
async function sideBySide(folders: readonly string[], flags: ReportFlags, io: Io): Promise<number> {
  if (flags.out === undefined) throw new UsageError('several runs make one page of their own: say where by --out DIR')
  if (flags.allure || flags.format?.some(format => format !== 'html')) {
    throw new UsageError('several runs make a page only: --format html')
  }
  const runs: FinishedRun[] = []
  for (const folder of folders) {
    const run = await readRun(folder)
    tellDamage(folder, run, io)
    runs.push(run)
  }
  made(flags.out)
  const file = join(flags.out, 'matrix.html')
  writeFileSync(file, matrixPage(runs, pageAssets))
  io.out(`${printable(file)}\n`)
  return 0
}

export function tellDamage(folder: string, { damage }: FinishedRun, io: Io): void {
  for (const line of damage) io.err(`assay: ${printable(folder)}: ${printable(line)}\n`)
}

export function made(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new UsageError(
      `${printable(folder)} cannot be written (${(error as { code?: string }).code ?? 'unknown error'})`,
    )
  }
}
