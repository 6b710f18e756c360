/** Compares two finished runs. */
import { join } from 'node:path'
import { difference, differencePage, differenceSummary, printable } from '../../reports/index.ts'
import { writeWhole } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import { readRun, requireReport } from './read-run.ts'
import { makeOutFolder, printDamage } from './report.ts'
import { pageAssets } from './write-formats.ts'

export interface DiffFlags {
  readonly json?: boolean
  readonly out?: string
}

export async function diff(before: string, after: string, flags: DiffFlags, io: Io): Promise<number> {
  const [a, b] = [await readRun(before), await readRun(after)]
  requireReport(before, a)
  requireReport(after, b)
  const contradictory = [printDamage(before, a, io), printDamage(after, b, io)].includes(true)
  const found = difference(a.report, b.report)
  if (flags.out !== undefined) {
    makeOutFolder(flags.out)
    const file = join(flags.out, 'diff.html')
    writeWhole(file, differencePage(a, b, pageAssets))
    io.err(`${printable(file)}\n`)
  }
  if (flags.json) io.out(`${JSON.stringify(found, null, 2)}\n`)
  else io.out(differenceSummary(found, { columns: io.columns(), colour: io.colour }))
  return contradictory || found.regressions > 0 ? 1 : 0
}
