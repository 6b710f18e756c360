/**
 * Requests that must be refused for one cause: accepted rows with one value replaced, so that the new value meets all
 * others in few requests.
 */
import {
  type Choice,
  type Combinations,
  choicesOf,
  classesOf,
  exclusion,
  type FactorValue,
  kindOf,
  plainest,
  type Row,
} from './factor.ts'

export interface NearMiss<Kept> {
  readonly row: Row
  /** The accepted row that it differs from in one value. */
  readonly control: Kept
  readonly cause: Choice
  /** How many values it meets that its cause had not met before. */
  readonly gain: number
  /** The form of the cause, if each form is sent. */
  readonly form?: number | undefined
}

/** How many rows a cause meets if its refusal is only recommended. */
const RECOMMENDED = 2

/** How many more rows each cause meets if there is time. */
const DEEPER = 8

/** Which choices of a row count. */
type Counting = (combinations: Combinations, row: Row) => readonly Choice[]

const eachMember: Counting = (_combinations, row) => choicesOf(row)

/**
 * Best first: each adds most of what is left. `accepted` are rows that the target accepted, `shown` refused rows that
 * other checks have demonstrated. Each form of a value gets a row. With strength 3 each cause meets more rows: also pairs
 * of values, each member of a class, and as many values as possible in each of its forms.
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
      // Each cause begins with another row, so that not all of them meet the same ones.
      const from = causes++ % Math.max(1, accepted.length)
      const rows = [...accepted.slice(from), ...accepted.slice(0, from)]
        .map(control => ({ row: { ...control.row, [name]: value.name }, control, cause }))
        .filter(({ row }) => exclusion(combinations, row) === null)
      const own = shown.filter(row => row[name] === value.name)
      const most = value.recommended && strength === 2 ? RECOMMENDED : Number.POSITIVE_INFINITY
      if (strength === 2) {
        const met = coveringRows(combinations, rows, own, most, classesOf)
        const further = Math.min(value.forms ?? 1, most) - met.length
        chosen.push(...met, ...spread(withoutThese(rows, met), further).map(one => ({ ...one, gain: 0 })))
        continue
      }
      for (const form of formsOf(value)) {
        const met = coveringRows(combinations, rows, own, most, form ? classesOf : eachMember)
        const deeper = spread(form ? [] : withoutThese(rows, met), DEEPER).map(one => ({ ...one, gain: 0 }))
        chosen.push(...[...met, ...deeper].map(one => ({ ...one, form })))
      }
    }
  return kindsInTurn(combinations, chosen).sort((one, other) => other.gain - one.gain)
}

/** The numbers of its forms; undefined if it has only one. */
const formsOf = ({ forms = 1 }: FactorValue): readonly (number | undefined)[] =>
  forms === 1 ? [undefined] : Array.from({ length: forms }, (_, form) => form)

/** The same for the value that a row is refused for. */
export const formsIn = ({ factors }: Combinations, row: Row): readonly (number | undefined)[] =>
  formsOf(
    factors
      .flatMap(({ name, values }) => values.filter(value => value.name === row[name]))
      .find(({ refusedBy }) => refusedBy !== undefined) ?? { name: '' },
  )

/** A few rows of one cause, in which it meets every value that it meets in any row. */
function coveringRows<Kept>(
  combinations: Combinations,
  all: readonly Omit<NearMiss<Kept>, 'gain'>[],
  shown: readonly Row[],
  most: number,
  counting: Counting,
): NearMiss<Kept>[] {
  const chosen: NearMiss<Kept>[] = []
  const met = new Set<string>()
  const keysOf = ({ row, cause: [name] }: Pick<NearMiss<Kept>, 'row' | 'cause'>): string[] =>
    counting(combinations, row).flatMap(([factor, its]) => (factor === name ? [] : [`${factor}=${its}`]))
  const markMet = (keys: readonly string[]): void => keys.forEach(key => void met.add(key))
  for (const row of shown) if (all[0]) markMet(keysOf({ row, cause: all[0].cause }))
  let left = all.map(one => ({ one, keys: keysOf(one) }))
  while (left.length > 0 && chosen.length < most) {
    const gains = left.map(({ keys }) => keys.filter(key => !met.has(key)).length)
    const gain = Math.max(...gains)
    const best = left[gains.indexOf(gain)]
    if (!best || (gain === 0 && met.size + chosen.length > 0)) break
    markMet(best.keys)
    chosen.push({ ...best.one, gain })
    left = left.filter(other => other !== best)
  }
  return chosen
}

/**
 * If one requirement refuses the same value of several parameters, a value that one of them has met adds little for the
 * others: each parameter comes once, then those rows in turn that add a value for the whole kind, then the rest.
 */
function kindsInTurn<Kept>(combinations: Combinations, chosen: readonly NearMiss<Kept>[]): NearMiss<Kept>[] {
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

/** `count` of them, evenly spread; none if it is negative. */
const spread = <T>(all: readonly T[], count: number): readonly T[] =>
  all.length <= count
    ? all
    : Array.from({ length: Math.max(0, count) }, (_, at) => all[Math.floor((at * all.length) / count)] as T)

const withoutThese = <Met extends { readonly row: Row }>(
  all: readonly Met[],
  these: readonly { readonly row: Row }[],
) => all.filter(({ row }) => !these.some(one => one.row === row))

const gainOf = (combinations: Combinations, row: Row, cause: string, met: ReadonlySet<string>): number =>
  classesOf(combinations, row).filter(([factor, value]) => factor !== cause && !met.has(`${factor}=${value}`)).length

/**
 * The rows that requirements' own checks send: the plainest request with the one refused value. If a requirement
 * refuses several values, or the plainest request cannot have this one, it is unknown what its check sent.
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
