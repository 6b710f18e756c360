/** report.json in the folder of a run: the old one or the new one is there, never half of one. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../generated/formats.ts'

export function writeReport(folder: string, report: Report): void {
  const file = join(folder, 'report.json')
  writeFileSync(`${file}.part`, `${JSON.stringify(report, null, 2)}\n`)
  renameSync(`${file}.part`, file)
}
