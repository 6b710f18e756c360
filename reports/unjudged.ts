/** What was not judged, one entry for each thing that stood in the way. */
import type { JudgedRequirement, Report } from '../generated/formats.ts'

export interface Obstacle {
  readonly reason: string
  readonly why: string
  readonly ids: readonly string[]
}

/** Obstacles of one verdict, those that block most first. */
export function obstacles(report: Report, verdict: 'unverified' | 'not-applicable'): Obstacle[] {
  const groups = new Map<string, { reason: string; why: string; ids: string[] }>()
  for (const entry of report.requirements) {
    if (entry.verdict !== verdict) continue
    const { reason, why } = obstacle(entry)
    const key = `${reason}\n${why}`
    const group = groups.get(key) ?? { reason, why, ids: [] }
    group.ids.push(entry.id)
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => b.ids.length - a.ids.length)
}

function obstacle(entry: JudgedRequirement): { reason: string; why: string } {
  return { reason: entry.reason ?? entry.verdict, why: entry.message ?? 'nothing more is known' }
}
