/** report.json in the folder of a run. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../generated/formats.ts'

export function writeReport(folder: string, report: Report): void {
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
}
