/** Writes reports of finished runs, from their folders alone. */
import { join } from 'node:path'
import { makeFolder } from '../../harness/index.ts'
import { type FinishedRun, matrixPage, printable } from '../../reports/index.ts'
import { refuseSignedBundle, writeWhole, writing } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
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
  readonly suites?: string
}

export async function report(folders: readonly string[], flags: ReportFlags, io: Io): Promise<number> {
  const [folder, ...others] = folders
  if (folder === undefined) throw new UsageError('report needs the folder of a run')
  if (others.length > 0) return sideBySide(folders, flags, io)
  const formats = flags.format ?? (flags.allure ? [] : ['html' as const])
  const keeping = flags.allure || formats.includes('html') ? 'shown' : 'decisive'
  const run = await withQuotes(await readRun(folder, flags.suites, keeping), flags.contract)
  const contradictory = printDamage(folder, run, io)
  const out = flags.out ?? folder
  if (flags.allure || formats.some(format => format !== 'annotations')) makeOutFolder(out)
  const { names, failure } = await writeFormats(run, formats, out)
  const allure = flags.allure ? await allureReport(run, out) : []
  const text = printed(run, formats)
  if (text !== '') io.out(text)
  for (const name of [...names, ...allure]) (text === '' ? io.out : io.err)(`${printable(join(out, name))}\n`)
  if (failure !== null) throw failure
  return contradictory ? 1 : 0
}

async function withQuotes(run: FinishedRun, folder: string | undefined): Promise<FinishedRun> {
  if (folder === undefined) return run
  const { citedIn, readContract } = await import('../contract/read-contract.ts')
  const { requirements } = run.report
  return { ...run, report: { ...run.report, contract: citedIn(readContract(folder, requirements), requirements) } }
}

/** Several runs side by side on one page. */
async function sideBySide(folders: readonly string[], flags: ReportFlags, io: Io): Promise<number> {
  if (flags.out === undefined) throw new UsageError('several runs make one page of their own: say where by --out DIR')
  if (flags.allure || flags.format?.some(format => format !== 'html')) {
    throw new UsageError('several runs make a page only: --format html')
  }
  if (flags.contract !== undefined)
    throw new UsageError('the page of several runs quotes no contract: leave out --contract')
  const runs: FinishedRun[] = []
  let status = 0
  for (const folder of folders) {
    const run = await readRun(folder, flags.suites)
    if (printDamage(folder, run, io)) status = 1
    runs.push(run)
  }
  makeOutFolder(flags.out)
  const file = join(flags.out, 'matrix.html')
  writeWhole(file, matrixPage(runs, pageAssets))
  io.out(`${printable(file)}\n`)
  return status
}

/** Prints what is damaged or contradictory; returns whether the run contradicts itself. */
export function printDamage(folder: string, { damage, contradictions = [] }: FinishedRun, io: Io): boolean {
  for (const line of [...damage, ...contradictions.slice(0, MOST_PRINTED)])
    io.err(`assay: ${printable(folder)}: ${printable(line)}\n`)
  const more = contradictions.length - MOST_PRINTED
  if (more > 0) io.err(`assay: ${printable(folder)}: ${more} more contradictions.\n`)
  return contradictions.length > 0
}

const MOST_PRINTED = 10

/** The folder of a signed bundle is refused. */
export function makeOutFolder(folder: string): void {
  refuseSignedBundle(folder)
  writing(printable(folder), () => makeFolder(folder))
}
