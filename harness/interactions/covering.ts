/** Covering arrays: few rows in which every legal pair (or triple) of accepted values meets. Deterministic by seed. */
import { type Random, randomFrom } from '../random.ts'
import { type Combinations, exclusion, type Factor, type FactorValue, isFresh, plainest, type Row } from './factor.ts'

export interface CoveringOptions {
  readonly seed: number
  /** 2 for pairs, 3 for triples of the risky factors as well. */
  readonly strength: 2 | 3
}

const known = new Map<string, readonly Row[]>()

/** The plainest row first, then the rows that cover most of what is left. With strength 3 each member of a class counts. */
export function covering(combinations: Combinations, { seed, strength }: CoveringOptions): readonly Row[] {
  const { operation, factors } = combinations
  const key = JSON.stringify([operation, seed, strength, factors.map(({ name, values }) => [name, values])])
  const made = known.get(key) ?? rowsOf(combinations, strength, randomFrom(seed, 'covering', operation))
  known.set(key, made)
  return made
}

/** How many rows are tried for each that is taken. */
const CANDIDATES = 8

function rowsOf(combinations: Combinations, strength: 2 | 3, random: Random): Row[] {
  const factors = combinations.factors
    .map(accepted)
    .map(factor => (strength === 3 ? factor : byClass(factor)))
    .filter(({ values }) => values.length > 0)
  const space = spaceOf(factors)
  const row = plainest({ factors })
  const rows = [row]
  const risky = strength === 3 ? factors.filter(({ name }) => combinations.risky?.includes(name)) : []
  const goals = [uncovered(combinations, factors, space, 2), uncovered(combinations, risky, space, 3)]
  for (const goal of goals) {
    cross(goal, space, rows[0] as Row)
    for (const made of rows.slice(1)) cross(goal, space, made)
    while (goal.left.size > 0) {
      const candidates = Array.from({ length: CANDIDATES }, () => candidate(combinations, factors, space, goal, random))
      const best = candidates.reduce((one, other) => (other.gain > one.gain ? other : one))
      if (best.gain === 0) {
        goal.left.delete(best.start)
        continue
      }
      rows.push(best.row)
      for (const other of goals) cross(other, space, best.row)
    }
  }
  return strength === 3 ? rows : inTurn(combinations, rows)
}

/** The classes of a factor's values. */
const byClass = ({ name, values }: Factor): Factor => ({
  name,
  values: [...new Map(values.map(value => [value.of ?? value.name, value.costs ?? 0]))].map(([word, costs]) => ({
    name: word,
    costs,
  })),
})

/**
 * Each row takes the member of a class that met least of what else the row has. A row that adds nothing for its class
 * takes one of another class.
 */
function inTurn(combinations: Combinations, rows: readonly Row[]): Row[] {
  return combinations.factors
    .filter(({ values }) => values.some(value => value.of !== undefined))
    .reduce((all, factor) => withMembers(combinations, accepted(factor), all), [...rows])
}

function withMembers(combinations: Combinations, { name, values }: Factor, rows: readonly Row[]): Row[] {
  const met = new Set<string>()
  const meets = (chosen: string | undefined, row: Row): string[] =>
    Object.entries(row).flatMap(([factor, value]) => (factor === name ? [] : [`${chosen}\n${factor}\n${value}`]))
  return rows.map(row => {
    const isNew = meets(`class ${row[name]}`, row).some(key => !met.has(key))
    const best = values
      .filter(value => !isNew || (value.of ?? value.name) === row[name])
      .filter(value => exclusion(combinations, { ...row, [name]: value.name }) === null)
      .map(value => ({ value, gain: meets(value.name, row).filter(key => !met.has(key)).length }))
      .reduce<{ value: FactorValue; gain: number } | null>(
        (one, other) => (one && one.gain >= other.gain ? one : other),
        null,
      )
    const chosen = best?.value ?? values[0]
    for (const key of [...meets(`class ${chosen?.of ?? chosen?.name}`, row), ...meets(chosen?.name, row)]) met.add(key)
    return { ...row, [name]: chosen?.name }
  })
}

/** What is accepted of a factor when it is first sent. */
const accepted = ({ name, values }: Factor): Factor => ({
  name,
  values: values.filter(isFresh),
})

interface Space {
  readonly size: number
  numberOf(factor: string, value: string | undefined): number
  choiceAt(number: number): readonly [string, string]
}

function spaceOf(factors: readonly Factor[]): Space {
  const choices = factors.flatMap(({ name, values }) => values.map(value => [name, value.name] as const))
  const numbers = new Map(choices.map(([factor, value], index) => [`${factor}\n${value}`, index]))
  return {
    size: choices.length,
    numberOf: (factor, value) => numbers.get(`${factor}\n${value}`) ?? -1,
    choiceAt: number => choices[number] as readonly [string, string],
  }
}

/** Tuples of choices that no row has yet, each as one number. */
interface Goal {
  readonly strength: number
  readonly factors: ReadonlySet<string>
  readonly left: Set<number>
}

function uncovered(combinations: Combinations, factors: readonly Factor[], space: Space, strength: number): Goal {
  const left = new Set<number>()
  const visit = (from: number, chosen: readonly number[], row: Row): void => {
    if (exclusion(combinations, row) !== null) return
    if (chosen.length === strength) return void left.add(packed(chosen, space.size))
    for (let index = from; index < factors.length; index++) {
      const { name, values } = factors[index] as Factor
      for (const value of values)
        visit(index + 1, [...chosen, space.numberOf(name, value.name)], { ...row, [name]: value.name })
    }
  }
  visit(0, [], {})
  return { strength, factors: new Set(factors.map(({ name }) => name)), left }
}

const packed = (chosen: readonly number[], size: number): number =>
  [...chosen].sort((a, b) => a - b).reduce((sum, number) => sum * size + number, 0)

function unpacked(tuple: number, { size }: Space, strength: number): number[] {
  const numbers: number[] = []
  for (let rest = tuple; numbers.length < strength; rest = Math.floor(rest / size)) numbers.unshift(rest % size)
  return numbers
}

const numbersOf = (row: Row, space: Space, { factors }: Goal): number[] =>
  Object.entries(row).flatMap(([factor, value]) =>
    factors.has(factor) && value !== undefined ? [space.numberOf(factor, value)] : [],
  )

/** The tuples of so many numbers; with `last`, those that it belongs to. */
function* tuples(numbers: readonly number[], strength: number, size: number, last?: number): Iterable<number> {
  const picked = last === undefined ? [] : [last]
  function* more(from: number, chosen: readonly number[]): Iterable<number> {
    if (chosen.length === strength) return yield packed(chosen, size)
    for (let index = from; index < numbers.length; index++)
      yield* more(index + 1, [...chosen, numbers[index] as number])
  }
  yield* more(0, picked)
}

function cross(goal: Goal, space: Space, row: Row): void {
  if (goal.left.size === 0) return
  for (const tuple of tuples(numbersOf(row, space, goal), goal.strength, space.size)) goal.left.delete(tuple)
}

/** A row that has one uncovered tuple, completed factor by factor with what covers most. */
function candidate(
  combinations: Combinations,
  factors: readonly Factor[],
  space: Space,
  goal: Goal,
  random: Random,
): { row: Row; gain: number; start: number } {
  const start = nth(goal.left, random.below(goal.left.size))
  let row: Row = Object.fromEntries(unpacked(start, space, goal.strength).map(number => space.choiceAt(number)))
  for (const { name, values } of random.sample(factors, factors.length)) {
    if (row[name] !== undefined) continue
    const have = numbersOf(row, space, goal)
    let best: { value: string; gain: number; costs: number } | null = null
    for (const value of random.sample(values, values.length)) {
      if (exclusion(combinations, { ...row, [name]: value.name }) !== null) continue
      let gain = 0
      if (goal.factors.has(name))
        for (const tuple of tuples(have, goal.strength, space.size, space.numberOf(name, value.name)))
          if (goal.left.has(tuple)) gain++
      const { costs = 0 } = value
      if (best === null || gain > best.gain || (gain === best.gain && costs < best.costs))
        best = { value: value.name, gain, costs }
    }
    if (best === null) return { row, gain: 0, start }
    row = { ...row, [name]: best.value }
  }
  const ordered = Object.fromEntries(factors.map(({ name }) => [name, row[name]]))
  let gain = 0
  for (const tuple of tuples(numbersOf(ordered, space, goal), goal.strength, space.size))
    if (goal.left.has(tuple)) gain++
  return { row: ordered, gain, start }
}

function nth(set: ReadonlySet<number>, index: number): number {
  let at = 0
  for (const member of set) if (at++ === index) return member
  return -1
}
