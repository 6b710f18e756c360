/** The findings of the doctor, as data. */
import type { Reason, Session } from '../../harness/index.ts'
import type { Obstacle } from '../../reports/index.ts'
import type { Finding } from './finding.ts'
import type { FixtureFinding } from './fixtures.ts'

/** How many of the requirements that apply a run could judge now. */
export interface Share {
  readonly judged: number
  readonly applicable: number
}

export interface DoctorReport extends Share {
  readonly target: string
  readonly good: boolean
  readonly findings: readonly Finding[]
  /** Each kind of fixture, with the cause if it is not available. */
  readonly fixtures: readonly (FixtureFinding & { readonly cause: string; readonly next: string | null })[]
  readonly areas: readonly (Share & { readonly area: string })[]
  readonly profiles: readonly (Share & { readonly profile: string })[]
  readonly obstacles: readonly (Obstacle<Reason> & { readonly next: string | null })[]
  readonly leftovers: Session['leftovers']
}
