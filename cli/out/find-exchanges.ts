/** Reads a few exchanges back from the evidence of a run. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import { linesIn } from '../finished/read-records.ts'

export async function findExchanges(file: string, wanted: ReadonlySet<number>): Promise<Map<number, ExchangeRecord>> {
  const found = new Map<number, ExchangeRecord>()
  if (wanted.size === 0) return found
  for await (const { text } of linesIn(file)) {
    if (text === null) continue
    const number = /^\{"n":(\d+),/.exec(text)?.[1]
    if (number !== undefined && wanted.has(Number(number)))
      found.set(Number(number), JSON.parse(text) as ExchangeRecord)
    if (found.size === wanted.size) break
  }
  return found
}
