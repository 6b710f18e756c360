/** Where evidence goes as it happens: files of a run's folder, or memory. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'

export interface EvidenceSink {
  exchange(record: ExchangeRecord): void
  claim(record: ClaimRecord): void
  close(): void
}

/** Each line is written at once, so that a killed run keeps what it has. */
export function fileSink(folder: string): EvidenceSink {
  mkdirSync(folder, { recursive: true })
  const exchanges = openSync(join(folder, 'exchanges.ndjson'), 'w')
  const claims = openSync(join(folder, 'claims.ndjson'), 'w')
  return {
    exchange: record => void writeSync(exchanges, `${JSON.stringify(record)}\n`),
    claim: record => void writeSync(claims, `${JSON.stringify(record)}\n`),
    close: () => {
      closeSync(exchanges)
      closeSync(claims)
    },
  }
}

export interface MemorySink extends EvidenceSink {
  readonly exchanges: ExchangeRecord[]
  readonly claims: ClaimRecord[]
}

export function memorySink(): MemorySink {
  const exchanges: ExchangeRecord[] = []
  const claims: ClaimRecord[] = []
  return {
    exchanges,
    claims,
    exchange: record => void exchanges.push(record),
    claim: record => void claims.push(record),
    close: () => {},
  }
}
