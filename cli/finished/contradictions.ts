/** Finds contradictions between the report of a finished run and its claims. */
import type { ClaimRecord } from '../../generated/formats.ts'
import { claimsByRequirement, outcomeOfRun, verdictOf } from '../../harness/index.ts'
import { countVerdicts, type FinishedRun } from '../../reports/index.ts'

/**
 * One text for each contradiction. If lines of the evidence are missing, claims are not compared: the missing ones may
 * matter.
 */
export function contradictionsOf({ report, claims, damage }: FinishedRun): string[] {
  const { requirements, summary } = report
  const found: string[] = []
  const counts: Readonly<Record<string, number>> = countVerdicts(requirements)
  for (const [verdict, count] of Object.entries(summary.counts))
    if (counts[verdict] !== count)
      found.push(`The summary counts ${count} requirements as ${verdict}; the report lists ${counts[verdict] ?? 0}.`)
  const outcome = outcomeOfRun(requirements)
  if (summary.outcome !== outcome) found.push(`The summary says ${summary.outcome}; its requirements give ${outcome}.`)
  return damage.length > 0 ? found : [...found, ...againstClaims(requirements, claims)]
}

function againstClaims(requirements: FinishedRun['report']['requirements'], claims: readonly ClaimRecord[]): string[] {
  const byRequirement = claimsByRequirement(claims)
  return requirements.flatMap(({ id, verdict }) => {
    const made = byRequirement.get(id) ?? []
    const judged = made.length > 0 ? verdictOf(made).verdict : 'unverified'
    const fits = verdict === judged || (made.length === 0 && verdict === 'not-applicable')
    return fits ? [] : [`The report says ${verdict} for ${id}; its claims give ${judged}.`]
  })
}
