/** The evidence in the form that the script of a page reads. */
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'

/** One row of the list of exchanges: n, start in ms, duration, status, then indexes into `words`. */
export type Row = readonly [
  n: number,
  start: number,
  took: number,
  status: number,
  method: number,
  path: number,
  operation: number,
  actor: number,
  via: number,
]

export interface Index {
  readonly startedAt: number
  readonly words: readonly string[]
  readonly rows: readonly Row[]
  /** Number of the first exchange of each block. */
  readonly firsts: readonly number[]
}

export interface ClaimLine
  extends Pick<ClaimRecord, 'n' | 'predicate' | 'exchanges' | 'control' | 'attempt' | 'outcome' | 'weight'> {
  readonly expected: string | null
  readonly actual: string | null
  readonly why?: string
  readonly args: string
  readonly at: readonly string[]
}

/** The claims of one requirement, as far as a page contains them. */
export interface ClaimsOf {
  readonly total: Readonly<Record<ClaimRecord['outcome'], number>>
  readonly predicates: readonly (readonly [string, number])[]
  readonly lines: readonly ClaimLine[]
  /** Exchanges to show: those of the report, and the control. */
  readonly exchanges: readonly number[]
}

export type ExchangeShown = ExchangeRecord & {
  readonly cut?: { readonly request?: number; readonly response?: number }
}
