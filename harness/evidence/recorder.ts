/** Where evidence goes as it happens: files of a run's folder, or memory. */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'

/** A request that may change something, written down before it leaves: a killed run knows what was on its way. */
export interface Departure extends Pick<ExchangeRecord, 'n' | 'via' | 'operation'> {
  readonly request: Pick<ExchangeRecord['request'], 'method' | 'url' | 'body'>
}

export interface EvidenceSink {
  departure?(record: Departure): void
  exchange(record: ExchangeRecord): void
  claim(record: ClaimRecord): void
  close(): void
}

/** What has left and is not known to have arrived; gone with the end of a run. */
export const IN_FLIGHT = 'in-flight.ndjson'

/** Each line is written at once, so that a killed run keeps what it has. */
export function fileSink(folder: string): EvidenceSink {
  mkdirSync(folder, { recursive: true })
  const exchanges = openSync(join(folder, 'exchanges.ndjson'), 'w')
  const claims = openSync(join(folder, 'claims.ndjson'), 'w')
  const departures = openSync(join(folder, IN_FLIGHT), 'w')
  return {
    departure: record => void writeSync(departures, `${JSON.stringify(record)}\n`),
    exchange: record => void writeSync(exchanges, `${JSON.stringify(record)}\n`),
    claim: record => void writeSync(claims, `${JSON.stringify(record)}\n`),
    close: () => {
      closeSync(exchanges)
      closeSync(claims)
      closeSync(departures)
      rmSync(join(folder, IN_FLIGHT), { force: true })
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
