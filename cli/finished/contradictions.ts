/** Finds contradictions between the report of a finished run and its evidence. */
import type { ClaimRecord } from '../../generated/formats.ts'
import { claimsByRequirement, outcomeOfRun, verdictOf } from '../../harness/index.ts'
import { countVerdicts, type FinishedRun } from '../../reports/index.ts'

/**
 * One text for each contradiction. If lines of the evidence are known to be missing, it is not compared: the missing ones
 * may matter.
 */
export function contradictionsOf({ report, exchanges, claims, damage }: FinishedRun): string[] {
  const { requirements, summary } = report
  const found: string[] = []
  const counts: Readonly<Record<string, number>> = countVerdicts(requirements)
  for (const [verdict, count] of Object.entries(summary.counts))
    if (counts[verdict] !== count)
      found.push(`The summary counts ${count} requirements as ${verdict}; the report lists ${counts[verdict] ?? 0}.`)
  const outcome = outcomeOfRun(requirements)
  if (summary.outcome !== outcome) found.push(`The summary says ${summary.outcome}; its requirements give ${outcome}.`)
  if (damage.length > 0) return found
  return [...found, ...againstClaims(requirements, claims), ...againstExchanges(requirements, exchanges)]
}

type Requirements = FinishedRun['report']['requirements']

function againstClaims(requirements: Requirements, claims: readonly ClaimRecord[]): string[] {
  const byRequirement = claimsByRequirement(claims)
  return requirements.flatMap(({ id, verdict }) => {
    const made = byRequirement.get(id) ?? []
    const judged = made.length > 0 ? verdictOf(made).verdict : 'unverified'
    const fits = verdict === judged || (made.length === 0 && verdict === 'not-applicable')
    return fits ? [] : [`The report says ${verdict} for ${id}; its claims give ${judged}.`]
  })
}

function againstExchanges(requirements: Requirements, exchanges: FinishedRun['exchanges']): string[] {
  const kept = new Set(exchanges.map(({ n }) => n))
  const gone = new Set(requirements.flatMap(one => one.exchanges.filter(n => !kept.has(n))))
  const [first, ...more] = [...gone].sort((a, b) => a - b)
  if (first === undefined) return []
  const others = more.length === 0 ? '' : ` and ${more.length} others`
  return [
    `The report cites exchange ${first}${others}; exchanges.ndjson does not hold ${others === '' ? 'it' : 'them'}.`,
  ]
}
