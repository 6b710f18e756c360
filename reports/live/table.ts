/** The columns of the table of areas, as many as fit. */
import { shortened, width } from '../columns.ts'
import type { Standing } from '../tally.ts'
import type { AreaStanding } from './state.ts'

export interface Column {
  readonly name: 'area' | 'bar' | 'left' | Standing
  readonly width: number
}

/** Each width includes the space before the column. A narrow terminal does without the last ones. */
const numbers = [
  { name: 'pass', width: 6 },
  { name: 'fail', width: 6 },
  { name: 'left', width: 6 },
  { name: 'warn', width: 6 },
  { name: 'unverified', width: 12 },
] as const

const order: readonly Column['name'][] = ['pass', 'fail', 'warn', 'unverified', 'left']
const SHORTEST_BAR = 8
const LONGEST_BAR = 40
const LONGEST_NAME = 28

export function columnsFor(areas: readonly AreaStanding[], room: number): Column[] {
  const longest = Math.min(LONGEST_NAME, Math.max(8, ...areas.map(({ id }) => width(id))))
  const name = Math.min(longest, Math.max(8, Math.floor(room * 0.45))) + 1
  let free = room - name - SHORTEST_BAR
  const chosen = numbers.filter(({ width: size }) => {
    if (free < size) return false
    free -= size
    return true
  })
  return [
    { name: 'area', width: name },
    { name: 'bar', width: Math.min(LONGEST_BAR, SHORTEST_BAR + Math.max(0, free)) },
    ...order.flatMap(one => chosen.filter(({ name: wanted }) => wanted === one)),
  ]
}

export const head = (columns: readonly Column[]): string =>
  columns
    .map(({ name, width: size }) => (name === 'area' || name === 'bar' ? ' '.repeat(size) : cell(name, size, 'right')))
    .join('')

export function cell(text: string, size: number, side: 'left' | 'right'): string {
  const short = shortened(text, size - 1)
  const space = ' '.repeat(Math.max(0, size - width(short)))
  return side === 'left' ? short + space : space + short
}
