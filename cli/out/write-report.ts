/** Writes report.json in the folder of a run: either the old or the new one is there, never half of one. */
import { join } from 'node:path'
import type { Report } from '../../generated/formats.ts'
import { escapeJson } from '../../harness/index.ts'
import { writeWhole } from './out-folder.ts'

export function writeReport(folder: string, report: Report): void {
  writeWhole(join(folder, 'report.json'), `${escapeJson(JSON.stringify(report, null, 2))}\n`)
}
