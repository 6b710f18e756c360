/** What the doctor found, as data. */
import type { Session } from '../../harness/index.ts'
import type { Obstacle } from '../../reports/index.ts'
import type { Finding } from './finding.ts'

export interface DoctorReport {
  readonly target: string
  readonly good: boolean
  readonly findings: readonly Finding[]
  /** Of the requirements that apply: how many a run could judge now. */
  readonly judged: number
  readonly applicable: number
  readonly obstacles: readonly (Obstacle & { readonly next: string | null })[]
  readonly leftovers: Session['leftovers']
}
