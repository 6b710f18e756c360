/** Reads a few exchanges back from the evidence of a run. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ExchangeRecord } from '../generated/formats.ts'

export async function findExchanges(file: string, wanted: ReadonlySet<number>): Promise<Map<number, ExchangeRecord>> {
  const found = new Map<number, ExchangeRecord>()
  if (wanted.size === 0) return found
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    const number = /^\{"n":(\d+),/.exec(line)?.[1]
    if (number !== undefined && wanted.has(Number(number)))
      found.set(Number(number), JSON.parse(line) as ExchangeRecord)
    if (found.size === wanted.size) break
  }
  return found
}
