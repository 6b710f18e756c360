/** Where evidence goes as it happens: files of a run's folder, or memory. */
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import { makeFolder } from '../make-folder.ts'
import { escapeJson } from './escape-json.ts'

/** A request that may change something, recorded before it leaves: a killed run knows what was under way. */
export interface Departure extends Pick<ExchangeRecord, 'n' | 'via' | 'operation'> {
  readonly request: Pick<ExchangeRecord['request'], 'method' | 'url' | 'body'>
}

export interface EvidenceSink {
  departure?(record: Departure): void
  exchange(record: ExchangeRecord): void
  claim(record: ClaimRecord): void
  close(): void
}

/** The file of departures; deleted when the run ends in good order. */
export const IN_FLIGHT = 'in-flight.ndjson'

/** Each line is written at once, so that a killed run keeps what it has. */
export function fileSink(folder: string): EvidenceSink {
  makeFolder(folder)
  const [exchanges, claims, departures] = ['exchanges.ndjson', 'claims.ndjson', IN_FLIGHT].map(name =>
    openSync(join(folder, name), FRESH),
  ) as [number, number, number]
  return {
    departure: record => writeLine(departures, record),
    exchange: record => writeLine(exchanges, record),
    claim: record => writeLine(claims, record),
    close: () => {
      closeSync(exchanges)
      closeSync(claims)
      closeSync(departures)
      rmSync(join(folder, IN_FLIGHT), { force: true })
    },
  }
}

/** Follows no link, and waits for no pipe. */
const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** A record as a line of evidence, without its line feed. */
export const lineOf = (record: object): string => escapeJson(JSON.stringify(record))

const writeLine = (file: number, record: object): void => writeText(file, `${lineOf(record)}\n`)

/** Writes the whole text or throws: a full disk takes a part of it first. */
export function writeText(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
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
