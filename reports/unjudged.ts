/** What was not judged, one entry for each thing that stood in the way. */
import type { Report } from '../generated/formats.ts'

export interface Obstacle {
  readonly reason: string
  readonly why: string
  readonly ids: readonly string[]
}

/** Obstacles of one verdict, those that block most first. Reasons that differ only in a number are told as one. */
export function obstacles(report: Report, verdict: 'unverified' | 'not-applicable'): Obstacle[] {
  const groups = new Map<string, { reason: string; whys: Set<string>; ids: string[] }>()
  for (const entry of report.requirements) {
    if (entry.verdict !== verdict) continue
    const reason = entry.reason ?? entry.verdict
    const why = entry.message ?? 'nothing more is known'
    const key = `${reason} ${why.replaceAll(/\d+/g, '0')}`
    const group = groups.get(key) ?? { reason, whys: new Set(), ids: [] }
    group.whys.add(why)
    group.ids.push(entry.id)
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ reason, whys, ids }) => ({ reason, why: asOne([...whys]), ids }))
    .sort((a, b) => b.ids.length - a.ids.length)
}

/** `from level 215; it claims 100` and `from level 389; it claims 100` become `from level 215..389; it claims 100`. */
function asOne(whys: readonly string[]): string {
  const numbers = whys.map(why => (why.match(/\d+/g) ?? []).map(Number))
  let n = 0
  return (whys[0] ?? '').replaceAll(/\d+/g, own => {
    const all = numbers.map(list => list[n] ?? 0)
    n++
    const [least, most] = [Math.min(...all), Math.max(...all)]
    return least === most ? own : `${least}..${most}`
  })
}
