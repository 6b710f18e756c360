/** Factors of an operation's requests, the values they take, and which values cannot meet. Names no API. */

export interface FactorValue {
  readonly name: string
  /** The requirement that refuses a request with this value. Such a value is never combined with another one of its kind. */
  readonly refusedBy?: string
  /** That it is refused is only recommended: few requests show it where there is no time for more. */
  readonly recommended?: true
  /** What a combination has that was sent before: it is sent again as it was, never put together anew. */
  readonly repeats?: true
  /** How many more requests it takes: it is combined where it adds a pair, and nowhere else. */
  readonly costs?: number
  /** The class that it is one of: pairs are counted for the class, and requests take its members in turn. */
  readonly of?: string
  /** How many forms a refused value has: requests take them in turn, and each form by itself where there is time for it. */
  readonly forms?: number
}

export interface Factor {
  readonly name: string
  /** The first is the plainest: what a failure is shrunk to. */
  readonly values: readonly FactorValue[]
}

/** Values that do not go together, and why. Called with parts of rows: what is not there yet is undefined. */
export interface Exclusion {
  readonly reason: string
  readonly excludes: (row: Row) => boolean
}

/** One combination: the name of a value for each factor. */
export type Row = Readonly<Record<string, string | undefined>>

/** What is combined for one operation. */
export interface Combinations {
  readonly operation: string
  readonly factors: readonly Factor[]
  readonly constraints: readonly Exclusion[]
  /** Factors of which triples are combined as well where there is time for it. */
  readonly risky?: readonly string[]
}

/** A value of a factor, by their names. */
export type Choice = readonly [factor: string, value: string]

/** Several choices that meet in one request. */
export type Meeting = readonly Choice[]

export const rowOf = (meeting: Meeting): Row => Object.fromEntries(meeting)

export const wordsOf = ([factor, value]: Choice): string => `${factor}=${value}`

/** The words of choices, sorted, as one key. */
export const joined = (words: readonly string[]): string => words.join(' & ')

export const keyOf = (meeting: Meeting): string => joined(meeting.map(wordsOf).sort())

/** Whether it is a value that combinations are put together of. */
export const isFresh = ({ refusedBy, repeats }: FactorValue): boolean =>
  refusedBy === undefined && repeats === undefined

export const plainest = ({ factors }: Pick<Combinations, 'factors'>): Row =>
  Object.fromEntries(factors.map(({ name, values }) => [name, values[0]?.name]))

export const isRefused = ({ factors }: Pick<Combinations, 'factors'>, [factor, value]: Choice): boolean =>
  factors.find(({ name }) => name === factor)?.values.find(({ name }) => name === value)?.refusedBy !== undefined

/** Why a row or part of one is not sent; null where it is. */
export const exclusion = ({ constraints }: Pick<Combinations, 'constraints'>, row: Row): string | null =>
  constraints.find(({ excludes }) => excludes(row))?.reason ?? null

/** All meetings of so many factors; of values that are refused at most one takes part. */
export function meetingsOf({ factors }: Pick<Combinations, 'factors'>, strength = 2): Meeting[] {
  const sets: Factor[][] = [[]]
  for (const factor of factors) for (const set of [...sets]) if (set.length < strength) sets.push([...set, factor])
  return sets
    .filter(set => set.length === strength)
    .flatMap(set =>
      set.reduce<{ choices: Choice[]; refused: number }[]>(
        (all, { name, values }) =>
          all.flatMap(({ choices, refused }) =>
            values
              .filter(({ refusedBy }) => refused === 0 || refusedBy === undefined)
              .map(value => ({
                choices: [...choices, [name, value.name] as const],
                refused: refused + (value.refusedBy === undefined ? 0 : 1),
              })),
          ),
        [{ choices: [], refused: 0 }],
      ),
    )
    .map(({ choices }) => choices)
}

/** What counts of a row: its choices, those of a class as that class. */
export const classesOf = ({ factors }: Pick<Combinations, 'factors'>, row: Row): Choice[] =>
  choicesOf(row).map(([name, chosen]) => {
    const found = factors.find(factor => factor.name === name)?.values.find(value => value.name === chosen)
    return [name, found?.of ?? chosen] as const
  })

const kinds = new WeakMap<readonly Factor[], ReadonlyMap<string, string>>()

/** What several parameters have in common that one requirement refuses for the same value; undefined where it is alone. */
export function kindOf({ factors }: Pick<Combinations, 'factors'>, [factor, value]: Choice): string | undefined {
  let known = kinds.get(factors)
  if (!known) {
    const causes = factors.flatMap(one =>
      one.values.flatMap(({ name, refusedBy }) =>
        refusedBy === undefined ? [] : [{ key: `${one.name}=${name}`, kind: `${name} (${refusedBy})` }],
      ),
    )
    const shared = causes.filter(({ kind }) => causes.filter(other => other.kind === kind).length > 1)
    known = new Map(shared.map(({ key, kind }) => [key, kind]))
    kinds.set(factors, known)
  }
  return known.get(`${factor}=${value}`)
}

/** The choices of a row. */
export const choicesOf = (row: Row): Choice[] =>
  Object.entries(row).flatMap(([factor, value]) => (value === undefined ? [] : [[factor, value] as const]))
