/** The feature levels that fit the observed changes best, and the changes that deviate from them. */

export interface Shown {
  readonly change: number
  readonly shown: 'after' | 'before' | 'unclear'
}

export interface Inferred {
  /** The lowest and the highest level that fit; `to` is null if there is no upper bound. */
  readonly from: number
  readonly to: number | null
  /** Changes that do not fit these levels: an earlier change is missing, or a later one is present. */
  readonly deviations: readonly { readonly change: number; readonly how: 'lacks' | 'ahead' }[]
}

/**
 * All changes that could be observed count alike, and the levels with the fewest deviations win. But if only one change
 * is missing for the claimed level, and at least two others support it, the claim stands: the missing change is then a
 * deviation, not a sign of a lower level.
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
  if (asClaimed && (best.includes(asClaimed) || standsDespite(asClaimed, decided.length))) return asClaimed
  return best.at(-1) ?? { from: 1, to: null, deviations: [] }
}

export const includes = ({ from, to }: Pick<Inferred, 'from' | 'to'>, level: number): boolean =>
  level >= from && (to === null || level <= to)

const deviationsFrom = (level: number, decided: readonly Shown[]): Inferred['deviations'] =>
  decided
    .filter(({ change, shown }) => change <= level !== (shown === 'after'))
    .map(({ change }) => ({ change, how: change <= level ? 'lacks' : 'ahead' }))

function standsDespite({ deviations }: Inferred, tried: number): boolean {
  const [only, ...more] = deviations
  return only?.how === 'lacks' && more.length === 0 && tried >= 3
}

/** The changes at which claim and behaviour differ. */
export function parting(claimed: number, seen: readonly Shown[]): number[] {
  return seen
    .filter(({ change, shown }) => shown !== 'unclear' && claimed >= change !== (shown === 'after'))
    .map(({ change }) => change)
}
