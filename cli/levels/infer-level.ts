/** Which feature levels fit best what was seen at each change, and which changes deviate from them. */

export interface Shown {
  readonly change: number
  readonly shown: 'after' | 'before' | 'unclear'
}

export interface Inferred {
  /** The lowest level that fits, and the highest; null where nothing bounds it above. */
  readonly from: number
  readonly to: number | null
  /** Changes that do not fit these levels: missing though they came earlier, or there though they come later. */
  readonly deviations: readonly { readonly change: number; readonly how: 'lacks' | 'ahead' }[]
}

/**
 * All changes that could be tried count alike. The levels that disagree with the fewest of them win. A claim that only
 * one missing change speaks against, and several for, stands: that one is a deviation and not a lower level.
 */
export function inferLevel(seen: readonly Shown[], claimed: number): Inferred {
  const decided = seen.filter(({ shown }) => shown !== 'unclear').sort((one, other) => one.change - other.change)
  const ranges = [1, ...decided.map(({ change }) => change)].map((from, index) => {
    const next = decided[index]?.change
    return { from, to: next === undefined ? null : next - 1, deviations: deviationsFrom(from, decided) }
  })
  const fewest = Math.min(...ranges.map(({ deviations }) => deviations.length))
  const best = ranges.filter(({ deviations }) => deviations.length === fewest)
  const asClaimed = ranges.find(range => includes(range, claimed))
  if (asClaimed && (best.includes(asClaimed) || standsInSpite(asClaimed, decided.length))) return asClaimed
  return best.at(-1) ?? { from: 1, to: null, deviations: [] }
}

export const includes = ({ from, to }: Pick<Inferred, 'from' | 'to'>, level: number): boolean =>
  level >= from && (to === null || level <= to)

const deviationsFrom = (level: number, decided: readonly Shown[]): Inferred['deviations'] =>
  decided
    .filter(({ change, shown }) => change <= level !== (shown === 'after'))
    .map(({ change }) => ({ change, how: change <= level ? 'lacks' : 'ahead' }))

function standsInSpite({ deviations }: Inferred, tried: number): boolean {
  const [only, ...more] = deviations
  return only?.how === 'lacks' && more.length === 0 && tried >= 3
}

/** The changes at which the claim says one thing and the behaviour another. */
export function parting(claimed: number, seen: readonly Shown[]): number[] {
  return seen
    .filter(({ change, shown }) => shown !== 'unclear' && claimed >= change !== (shown === 'after'))
    .map(({ change }) => change)
}
