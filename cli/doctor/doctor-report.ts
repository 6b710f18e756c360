/** What the doctor found, as data. */
import type { Reason, Session } from '../../harness/index.ts'
import type { Obstacle } from '../../reports/index.ts'
import type { Finding } from './finding.ts'
import type { FixtureFinding } from './fixtures.ts'

/** Of the requirements that apply: how many a run could judge now. */
export interface Share {
  readonly judged: number
  readonly applicable: number
}

export interface DoctorReport extends Share {
  readonly target: string
  readonly good: boolean
  readonly findings: readonly Finding[]
  /** Each kind of fixture, with its own cause where it cannot be had. */
  readonly fixtures: readonly (FixtureFinding & { readonly cause: string; readonly next: string | null })[]
  readonly areas: readonly (Share & { readonly area: string })[]
  readonly profiles: readonly (Share & { readonly profile: string })[]
  readonly obstacles: readonly (Obstacle<Reason> & { readonly next: string | null })[]
  readonly leftovers: Session['leftovers']
}
