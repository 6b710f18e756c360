/** Factors of an operation's requests, the values they take, and which values cannot meet. Names no API. */
import { madeOnce } from '../memory/made-once.ts'

export interface FactorValue {
  readonly name: string
  /** The requirement that refuses a request with this value. A request never has two refused values. */
  readonly refusedBy?: string
  /** The refusal is only recommended (SHOULD): few requests test it unless there is time for more. */
  readonly recommended?: true
  /** Marks a combination that was sent before: it is repeated as it was, and never part of a new combination. */
  readonly repeats?: true
  /** How many more requests it takes: it is only used in a combination if it adds a pair. */
  readonly costs?: number
  /** The class of the value: pairs are counted for the class, and requests use its members in turn. */
  readonly of?: string
  /** How many forms a refused value has: requests use them in turn, or test each form by itself if there is time. */
  readonly forms?: number
}

export interface Factor {
  readonly name: string
  /** The first is the plainest: failures are shrunk towards it. */
  readonly values: readonly FactorValue[]
}

/** Values that cannot be combined, and why. Also called with incomplete rows: a missing value is undefined. */
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
  /** Factors of which triples are combined as well if there is time. */
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

/** Whether new combinations may contain the value. */
export const isFresh = ({ refusedBy, repeats }: FactorValue): boolean =>
  refusedBy === undefined && repeats === undefined

export const plainest = ({ factors }: Pick<Combinations, 'factors'>): Row =>
  Object.fromEntries(factors.map(({ name, values }) => [name, values[0]?.name]))

export const isRefused = ({ factors }: Pick<Combinations, 'factors'>, [factor, value]: Choice): boolean =>
  factors.find(({ name }) => name === factor)?.values.find(({ name }) => name === value)?.refusedBy !== undefined

/** Why a row or a part of one is not sent; null if it is. */
export const exclusion = ({ constraints }: Pick<Combinations, 'constraints'>, row: Row): string | null =>
  constraints.find(({ excludes }) => excludes(row))?.reason ?? null

/** All meetings of `strength` factors, with at most one refused value each. */
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

/** The choices of a row as they are counted: a member of a class counts as the class. */
export const classesOf = ({ factors }: Pick<Combinations, 'factors'>, row: Row): Choice[] =>
  choicesOf(row).map(([name, chosen]) => {
    const found = factors.find(factor => factor.name === name)?.values.find(value => value.name === chosen)
    return [name, found?.of ?? chosen] as const
  })

const kinds = new WeakMap<readonly Factor[], ReadonlyMap<string, string>>()

/** The kind that a choice shares with other parameters whose same value one requirement refuses; undefined if with none. */
export function kindOf({ factors }: Pick<Combinations, 'factors'>, [factor, value]: Choice): string | undefined {
  return madeOnce(kinds, factors, () => kindsOf(factors)).get(`${factor}=${value}`)
}

function kindsOf(factors: readonly Factor[]): Map<string, string> {
  const causes = factors.flatMap(one =>
    one.values.flatMap(({ name, refusedBy }) =>
      refusedBy === undefined ? [] : [{ key: `${one.name}=${name}`, kind: `${name} (${refusedBy})` }],
    ),
  )
  const shared = causes.filter(({ kind }) => causes.filter(other => other.kind === kind).length > 1)
  return new Map(shared.map(({ key, kind }) => [key, kind]))
}

/** The choices of a row. */
export const choicesOf = (row: Row): Choice[] =>
  Object.entries(row).flatMap(([factor, value]) => (value === undefined ? [] : [[factor, value] as const]))
