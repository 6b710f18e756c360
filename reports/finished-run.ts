/** A run as stored in its folder. */
import type { ClaimRecord, ExchangeRecord, Report } from '../generated/formats.ts'

export interface FinishedRun {
  readonly report: Report
  /** Of a very long run, those that can be shown. */
  readonly exchanges: readonly ExchangeRecord[]
  /** Reads all exchanges, one at a time. */
  readonly everyExchange?: () => AsyncIterable<ExchangeRecord>
  readonly claims: readonly ClaimRecord[]
  /** What was missing in the folder or could not be read, a sentence each. */
  readonly damage: readonly string[]
  /** Contradictions between the report and its claims, a sentence each. */
  readonly contradictions?: readonly string[]
}

/** An operation of the descriptions, for the coverage of the page. */
export interface OperationEntry {
  readonly id: string
  readonly api: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly string[]
}

/** The title of an area according to the report. */
export const titleOf = ({ areas }: Report, area: string): string | undefined => areas?.[area]
