/**
 * Reads the records of an ndjson file. Leaves out lines that cannot be read, such as a last line that was cut off, and
 * reports them.
 */
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Line, linesOf, outOfBounds } from '../../harness/index.ts'

export interface Keeping<T> {
  /** What to keep of a record, given the total number of bytes of the records kept so far; null leaves it out. */
  readonly keeps?: (record: T, size: number) => T | null
  /** Receives a sentence about the records that were not kept. */
  readonly omitted?: string[]
}

export async function readRecords<T>(
  file: string,
  fits: (value: unknown) => value is T,
  damage: string[],
  { keeps, omitted = damage }: Keeping<T> = {},
): Promise<T[]> {
  const name = basename(file)
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) {
    damage.push(found ? `${name} is not a file.` : `There is no ${name}.`)
    return []
  }
  const records: T[] = []
  let [unreadable, passedOver, size] = [0, 0, 0]
  for await (const { text, bytes, ended } of linesIn(file)) {
    const value = parsed(text)
    if (fits(value)) {
      const kept = keeps ? keeps(value, size) : value
      if (kept === null) passedOver++
      else {
        records.push(kept)
        size += bytes
      }
    } else if (ended) unreadable++
    else damage.push(`The last line of ${name} is cut off and left out.`)
  }
  if (unreadable === 1) damage.push(`A line of ${name} cannot be read and is left out.`)
  if (unreadable > 1) damage.push(`${unreadable} lines of ${name} cannot be read and are left out.`)
  if (passedOver > 0)
    omitted.push(`${passedOver} lines of ${name} beyond the first are not shown: the run is very long.`)
  return records
}

/** Yields the readable records one at a time and keeps none. */
export async function* recordsOf<T>(file: string, fits: (value: unknown) => value is T): AsyncGenerator<T> {
  for await (const { text } of linesIn(file)) {
    const value = parsed(text)
    if (fits(value)) yield value
  }
}

const LONGEST_LINE = 64 * 1024 * 1024

export const linesIn = (file: string): AsyncGenerator<Line> =>
  linesOf(createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>, LONGEST_LINE)

function parsed(text: string | null): unknown {
  if (text === null || outOfBounds(text) !== null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
