/** Writes a finished run in the formats that are files; returns the names of the files. */
import { join } from 'node:path'
import { pageScript, pageStyle } from '../../generated/page-assets.ts'
import { escapeJson } from '../../harness/index.ts'
import { thrownError } from '../../harness/thrown.ts'
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
import { writeWhole, writing } from '../out/out-folder.ts'
import { UsageError } from '../usage-error.ts'
import type { Format } from './formats.ts'
import { operationEntries } from './operation-entries.ts'
import { partFile } from './part-file.ts'

export const pageAssets = { script: pageScript, style: pageStyle }

/** A long text comes in pieces. */
type Content = string | AsyncIterable<string>
type File = readonly [name: string, content: (run: FinishedRun) => Content]

const files: Readonly<Record<Format, readonly File[]>> = {
  html: [['report.html', run => reportPage(run, pageAssets, operationEntries())]],
  junit: [['junit.xml', ({ report, exchanges }) => junit(report, exchanges)]],
  markdown: [['summary.md', ({ report }) => markdown(report)]],
  har: [['exchanges.har', har]],
  ctrf: [['ctrf.json', ({ report }) => escapeJson(ctrf(report))]],
  badge: [
    ['badge.svg', ({ report }) => badgeSvg(report)],
    ['badge.json', ({ report }) => escapeJson(badgeJson(report))],
  ],
  annotations: [],
}

export interface Written {
  readonly names: readonly string[]
  /** Why a file could not be written; null if all of them were. To be thrown when everything else is done. */
  readonly failure: Error | null
}

/** A file that cannot be written does not prevent the others. */
export async function writeFormats(run: FinishedRun, formats: readonly Format[], folder: string): Promise<Written> {
  const names: string[] = []
  let failure: Error | null = null
  for (const [name, content] of formats.flatMap(format => files[format])) {
    const file = join(folder, name)
    try {
      await write(file, content(run))
      names.push(name)
    } catch (error) {
      failure ??= failureOf(file, error)
    }
  }
  return { names, failure }
}

async function write(file: string, content: Content): Promise<void> {
  if (typeof content === 'string') return writeWhole(file, content)
  const part = writing(file, () => partFile(file))
  try {
    for await (const piece of content) writing(file, () => part.write(escapeJson(piece)))
    writing(file, part.finish)
  } finally {
    part.discard()
  }
}

function failureOf(file: string, error: unknown): Error {
  if (error instanceof RangeError && error.message === 'Invalid string length')
    return new UsageError(`${file} cannot be written: its text would be longer than Node.js can hold`)
  return thrownError(error)
}

/** GitHub reads annotations from the output of a step, so they are printed, not written. */
export function printed({ report }: FinishedRun, formats: readonly Format[]): string {
  return formats.includes('annotations') ? annotations(report) : ''
}
