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
    crossOut(goal, space, rows[0] as Row)
    for (const made of rows.slice(1)) crossOut(goal, space, made)
    while (goal.left.size > 0) {
      const candidates = Array.from({ length: CANDIDATES }, () => candidate(combinations, factors, space, goal, random))
      const best = candidates.reduce((one, other) => (other.gain > one.gain ? other : one))
      if (best.gain === 0) {
        goal.left.delete(best.start)
        continue
      }
      rows.push(best.row)
      for (const other of goals) crossOut(other, space, best.row)
    }
  }
  return strength === 3 ? rows : membersInTurn(combinations, rows)
}

/** The factor with classes in place of its values. */
const byClass = ({ name, values }: Factor): Factor => ({
  name,
  values: [...new Map(values.map(value => [value.of ?? value.name, value.costs ?? 0]))].map(([word, costs]) => ({
    name: word,
    costs,
  })),
})

/**
 * Puts members in place of a factor's classes: each row takes the member that met fewest of the row's other values. A
 * row that adds nothing for its class takes a member of another class.
 */
function membersInTurn(combinations: Combinations, rows: readonly Row[]): Row[] {
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

/** The factor with only the values that are accepted when they are first sent. */
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
  const numbers = new Map<string, Map<string | undefined, number>>(factors.map(({ name }) => [name, new Map()]))
  for (const [index, [factor, value]] of choices.entries()) numbers.get(factor)?.set(value, index)
  return {
    size: choices.length,
    numberOf: (factor, value) => numbers.get(factor)?.get(value) ?? -1,
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

/** A tuple of ascending numbers as one number. */
const packed = (chosen: readonly number[], size: number): number =>
  chosen.reduce((sum, number) => sum * size + number, 0)

function unpacked(tuple: number, { size }: Space, strength: number): number[] {
  const numbers: number[] = []
  for (let rest = tuple; numbers.length < strength; rest = Math.floor(rest / size)) numbers.unshift(rest % size)
  return numbers
}

/** The numbers of the choices of a row that count for the goal, ascending. */
const numbersOf = (row: Row, space: Space, { factors }: Goal): number[] =>
  Object.entries(row)
    .flatMap(([factor, value]) => (factors.has(factor) && value !== undefined ? [space.numberOf(factor, value)] : []))
    .sort((a, b) => a - b)

/** Calls `visit` with each tuple of `strength` of the ascending numbers. */
function eachTuple(numbers: readonly number[], strength: number, size: number, visit: (tuple: number) => void): void {
  const more = (from: number, left: number, sum: number): void => {
    if (left === 0) visit(sum)
    for (let index = from; left > 0 && index <= numbers.length - left; index++)
      more(index + 1, left - 1, sum * size + (numbers[index] as number))
  }
  more(0, strength, 0)
}

/** How many tuples of these numbers are still uncovered; with `last`, how many tuples of them together with it. */
function gainOf({ left, strength }: Goal, numbers: readonly number[], { size }: Space, last?: number): number {
  let gain = 0
  const count = (tuple: number): void => {
    if (left.has(tuple)) gain++
  }
  if (last === undefined) eachTuple(numbers, strength, size, count)
  else eachTuple(numbers, strength - 1, size, tuple => count(joinedBy(tuple, last, size)))
  return gain
}

/** The tuple with one more number, still ascending. */
function joinedBy(tuple: number, number: number, size: number): number {
  const last = tuple % size
  if (number >= last) return tuple * size + number
  const rest = Math.floor(tuple / size)
  return (tuple < size ? number : joinedBy(rest, number, size)) * size + last
}

function crossOut(goal: Goal, space: Space, row: Row): void {
  if (goal.left.size === 0) return
  eachTuple(numbersOf(row, space, goal), goal.strength, space.size, tuple => goal.left.delete(tuple))
}

/** A row with one uncovered tuple, completed factor by factor with the value that covers most. */
function candidate(
  combinations: Combinations,
  factors: readonly Factor[],
  space: Space,
  goal: Goal,
  random: Random,
): { row: Row; gain: number; start: number } {
  const start = nth(goal.left, random.below(goal.left.size))
  let row: Row = Object.fromEntries(unpacked(start, space, goal.strength).map(number => space.choiceAt(number)))
  let have = numbersOf(row, space, goal)
  for (const { name, values } of random.sample(factors, factors.length)) {
    if (row[name] !== undefined) continue
    const counts = goal.factors.has(name)
    let best: { value: string; gain: number; costs: number } | null = null
    for (const value of random.sample(values, values.length)) {
      const gain = counts ? gainOf(goal, have, space, space.numberOf(name, value.name)) : 0
      const { costs = 0 } = value
      if (best !== null && (gain < best.gain || (gain === best.gain && costs >= best.costs))) continue
      if (exclusion(combinations, { ...row, [name]: value.name }) === null) best = { value: value.name, gain, costs }
    }
    if (best === null) return { row, gain: 0, start }
    row = { ...row, [name]: best.value }
    if (counts) have = [...have, space.numberOf(name, best.value)].sort((a, b) => a - b)
  }
  const ordered = Object.fromEntries(factors.map(({ name }) => [name, row[name]]))
  return { row: ordered, gain: gainOf(goal, have, space), start }
}

function nth(set: ReadonlySet<number>, index: number): number {
  let at = 0
  for (const member of set) if (at++ === index) return member
  return -1
}
