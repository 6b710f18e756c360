/** Which feature levels fit what was seen at each change. */

export interface Shown {
  readonly change: number
  readonly shown: 'after' | 'before' | 'unclear'
}

export interface Inferred {
  /** The lowest level that fits, and the highest; null where nothing bounds it above. */
  readonly from: number
  readonly to: number | null
  /** Changes seen before an earlier one that is missing: no level fits those. */
  readonly contradictions: readonly { readonly after: number; readonly before: number }[]
}

export function inferLevel(seen: readonly Shown[]): Inferred {
  const afters = seen.filter(({ shown }) => shown === 'after').map(({ change }) => change)
  const befores = seen.filter(({ shown }) => shown === 'before').map(({ change }) => change)
  const contradictions = befores.flatMap(before =>
    afters.filter(after => after > before).map(after => ({ after, before })),
  )
  return { from: Math.max(1, ...afters), to: befores.length > 0 ? Math.min(...befores) - 1 : null, contradictions }
}

/** The changes at which the claim says one thing and the behaviour another. */
export function parting(claimed: number, seen: readonly Shown[]): number[] {
  return seen
    .filter(({ change, shown }) => shown !== 'unclear' && claimed >= change !== (shown === 'after'))
    .map(({ change }) => change)
}
