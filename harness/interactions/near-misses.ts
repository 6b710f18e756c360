/** Requests to be refused for one cause: accepted rows with one value replaced, so that it meets all others in few requests. */
import { type Choice, type Combinations, classesOf, exclusion, kindOf, plainest, type Row } from './factor.ts'

export interface NearMiss<Kept> {
  readonly row: Row
  /** The accepted row that it differs from in one value. */
  readonly control: Kept
  readonly cause: Choice
  /** How many values it meets that its cause had not met before. */
  readonly gain: number
}

/** How many rows a cause meets for which a refusal is only recommended. */
const RECOMMENDED = 2

/** How many more rows each cause meets where there is time for it. */
const DEEPER = 8

/**
 * Best first: each adds most of what is left. `accepted` are the rows that a target accepted, `shown` refused ones that
 * other checks have shown. With strength 3 each cause meets more of them, so that it meets pairs of values as well.
 */
export function nearMisses<Kept extends { readonly row: Row }>(
  combinations: Combinations,
  accepted: readonly Kept[],
  strength: 2 | 3 = 2,
  shown: readonly Row[] = [],
): NearMiss<Kept>[] {
  const chosen: NearMiss<Kept>[] = []
  let causes = 0
  for (const { name, values } of combinations.factors)
    for (const value of values) {
      if (value.refusedBy === undefined) continue
      const cause = [name, value.name] as const
      const met = new Set<string>()
      const meets = (row: Row): void => {
        for (const [factor, its] of classesOf(combinations, row)) if (factor !== name) met.add(`${factor}=${its}`)
      }
      for (const row of shown) if (row[name] === value.name) meets(row)
      // Each cause begins with another row, so that not all of them meet the same ones.
      const from = causes++ % Math.max(1, accepted.length)
      let rows = [...accepted.slice(from), ...accepted.slice(0, from)]
        .map(control => ({ row: { ...control.row, [name]: value.name }, control, cause }))
        .filter(({ row }) => exclusion(combinations, row) === null)
      const most = value.recommended && strength === 2 ? RECOMMENDED : Number.POSITIVE_INFINITY
      for (let count = 0; rows.length > 0 && count < most; count++) {
        const gains = rows.map(one => gainOf(combinations, one.row, name, met))
        const best = gains.indexOf(Math.max(...gains))
        const gain = gains[best] ?? 0
        if (gain === 0 && met.size + chosen.filter(other => other.cause === cause).length > 0) break
        const one = rows[best] as Omit<NearMiss<Kept>, 'gain'>
        meets(one.row)
        chosen.push({ ...one, gain })
        rows = rows.filter(other => other !== one)
      }
      if (strength === 3) chosen.push(...spread(rows, DEEPER).map(one => ({ ...one, gain: 0 })))
    }
  return ofOneKind(combinations, chosen).sort((one, other) => other.gain - one.gain)
}

/**
 * Where one requirement refuses the same value of several parameters, what one of them has met adds little for the
 * others: all are tried, then those that add a value for the whole kind, in turn, and the rest comes last.
 */
function ofOneKind<Kept>(combinations: Combinations, chosen: readonly NearMiss<Kept>[]): NearMiss<Kept>[] {
  const alone = chosen.filter(({ cause }) => kindOf(combinations, cause) === undefined)
  const kinds = new Set(chosen.flatMap(({ cause }) => kindOf(combinations, cause) ?? []))
  const shared = [...kinds].map(kind => chosen.filter(({ cause }) => kindOf(combinations, cause) === kind))
  return [...alone, ...shared.flatMap(own => inTurn(combinations, own))]
}

function inTurn<Kept>(combinations: Combinations, kind: readonly NearMiss<Kept>[]): NearMiss<Kept>[] {
  const met = new Set<string>()
  const used = new Map<string, number>()
  const left = new Set(kind)
  const ordered: NearMiss<Kept>[] = []
  while (left.size > 0) {
    const rated = [...left].map(one => {
      const times = used.get(one.cause[0]) ?? 0
      return { one, times, gain: gainOf(combinations, one.row, one.cause[0], met) }
    })
    const best = rated.reduce((a, b) =>
      b.gain > a.gain || (b.gain === a.gain && b.times < a.times) || (a.times > 0 && b.times === 0) ? b : a,
    )
    const { one, times, gain } = best
    left.delete(one)
    used.set(one.cause[0], times + 1)
    for (const [factor, its] of classesOf(combinations, one.row))
      if (factor !== one.cause[0]) met.add(`${factor}=${its}`)
    ordered.push({ ...one, gain: times === 0 ? Math.max(gain, one.gain) : gain })
  }
  return ordered
}

/** So many of them, evenly spread. */
const spread = <T>(all: readonly T[], count: number): readonly T[] =>
  all.length <= count ? all : Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T)

const gainOf = (combinations: Combinations, row: Row, cause: string, met: ReadonlySet<string>): number =>
  classesOf(combinations, row).filter(([factor, value]) => factor !== cause && !met.has(`${factor}=${value}`)).length

/**
 * What the own check of a requirement sends: the plainest request with the one value that it refuses. Where it refuses
 * several values, or the plainest request cannot have this one, it is not known what that check sent.
 */
export function refusedAlone(combinations: Combinations, isJudged: (requirement: string) => boolean): Row[] {
  const plain = plainest(combinations)
  const causes = combinations.factors.flatMap(({ name, values }) =>
    values.flatMap(({ name: value, refusedBy }) => (refusedBy === undefined ? [] : [{ name, value, refusedBy }])),
  )
  return causes
    .filter(one => causes.every(other => other === one || other.refusedBy !== one.refusedBy))
    .filter(({ refusedBy }) => isJudged(refusedBy))
    .map(({ name, value }) => ({ ...plain, [name]: value }))
    .filter(row => exclusion(combinations, row) === null)
}
