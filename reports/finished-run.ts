/** A run as its folder holds it. */
import type { ClaimRecord, ExchangeRecord, Report } from '../generated/formats.ts'

export interface FinishedRun {
  readonly report: Report
  readonly exchanges: readonly ExchangeRecord[]
  readonly claims: readonly ClaimRecord[]
  /** What of the folder was missing or could not be read, a sentence each. */
  readonly damage: readonly string[]
  /** Where the report says something else than its claims, a sentence each. */
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

/** The title of an area, as the report tells it. */
export const titleOf = ({ areas }: Report, area: string): string | undefined => areas?.[area]
