/** Writes a finished run in the formats that are files; returns the names of the files. */
import { join } from 'node:path'
import { pageScript, pageStyle } from '../../generated/page-assets.ts'
import {
  annotations,
  badgeJson,
  badgeSvg,
  ctrf,
  type FinishedRun,
  har,
  junit,
  markdown,
  reportPage,
} from '../../reports/index.ts'
import { writeWhole } from '../out-folder.ts'
import type { Format } from './formats.ts'
import { operationEntries } from './operation-entries.ts'

export const pageAssets = { script: pageScript, style: pageStyle }

type Files = readonly (readonly [name: string, text: string])[]

const makers: Readonly<Record<Format, (run: FinishedRun) => Files>> = {
  html: run => [['report.html', reportPage(run, pageAssets, operationEntries())]],
  junit: ({ report, exchanges }) => [['junit.xml', junit(report, exchanges)]],
  markdown: ({ report }) => [['summary.md', markdown(report)]],
  har: run => [['exchanges.har', har(run)]],
  ctrf: ({ report }) => [['ctrf.json', ctrf(report)]],
  badge: ({ report }) => [
    ['badge.svg', badgeSvg(report)],
    ['badge.json', badgeJson(report)],
  ],
  annotations: () => [],
}

export function writeFormats(run: FinishedRun, formats: readonly Format[], folder: string): string[] {
  const files = formats.flatMap(format => makers[format](run))
  for (const [name, text] of files) writeWhole(join(folder, name), text)
  return files.map(([name]) => name)
}

/** GitHub reads annotations from the output of a step, so they are printed, not written. */
export function printed({ report }: FinishedRun, formats: readonly Format[]): string {
  return formats.includes('annotations') ? annotations(report) : ''
}
