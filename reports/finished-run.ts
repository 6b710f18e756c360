/** A run as its folder holds it. */
import type { ClaimRecord, ExchangeRecord, Report } from '../generated/formats.ts'

export interface FinishedRun {
  readonly report: Report
  readonly exchanges: readonly ExchangeRecord[]
  readonly claims: readonly ClaimRecord[]
  /** What of the folder was missing or could not be read, a sentence each. */
  readonly damage: readonly string[]
}

/** What the kit knows beyond the report, for titles and levels; a page can be made without. */
export interface Glossary {
  readonly areas: Readonly<Record<string, string>>
  readonly levels: Readonly<Record<string, { readonly since?: number; readonly until?: number }>>
  readonly openPoints: Readonly<Record<string, string>>
  readonly operations: readonly OperationEntry[]
}

export interface OperationEntry {
  readonly id: string
  readonly api: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly string[]
}

export const emptyGlossary: Glossary = { areas: {}, levels: {}, openPoints: {}, operations: [] }
