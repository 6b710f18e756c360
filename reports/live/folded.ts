/**
 * As many areas as there is room for: those under way first, then failed ones, then those to come. The others are
 * summed up.
 */
import { type AreaStanding, type Stage, together } from './state.ts'

const STAGES: readonly Stage[] = ['under way', 'done', 'to come']

export function folded(areas: readonly AreaStanding[], room: number): AreaStanding[] {
  if (areas.length <= room) return [...areas]
  const ranked = areas
    .map((area, index) => ({ area, index }))
    .sort((a, b) => rank(a.area) - rank(b.area) || a.index - b.index)
  for (let kept = room - 1; kept >= 0; kept--) {
    const rest = ranked.slice(kept).map(({ area }) => area)
    const sums = STAGES.flatMap(stage => summed(rest, stage, kept > 0))
    if (kept + sums.length > room && kept > 0) continue
    const shown = ranked.slice(0, kept).sort((a, b) => a.index - b.index)
    return [...shown.map(({ area }) => area), ...sums].slice(0, Math.max(0, room))
  }
  return []
}

function rank({ stage, counts }: AreaStanding): number {
  if (stage === 'under way') return 0
  if (counts.fail > 0) return 1
  return stage === 'to come' ? 2 : 3
}

function summed(areas: readonly AreaStanding[], stage: Stage, more: boolean): AreaStanding[] {
  const members = areas.filter(area => area.stage === stage)
  if (members.length === 0) return []
  return [together(`${members.length}${more ? ' more' : ''} ${stage}`, members, stage)]
}
