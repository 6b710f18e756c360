/** Stand-ins for values that only the run knew: ids, addresses, keys. They are far from anything that is generated. */
import type { Piece } from './pieces.ts'

export interface StandIns {
  number(): number
  text(): string
}

const FIRST = 8_000_000_000_000_000

export function standIns(): StandIns {
  let count = 0
  return { number: () => FIRST + ++count, text: () => `standin${++count}x` }
}

export const isStandIn = (value: unknown): boolean =>
  typeof value === 'number' ? value > FIRST : typeof value === 'string' && IN_TEXT.test(value)

const IN_TEXT = /standin\d+x|80000000000\d{5}/

/** The pieces of a text in which any text or integer may be in the place of a stand-in. */
export const piecesOf = (text: string): Piece[] =>
  text.split(/(standin\d+x(?:@assay\.invalid)?|80000000000\d{5})/).map((part, at) => {
    if (at % 2 === 0) return { text: part }
    return part.startsWith('8') ? { integer: true } : { least: 1 }
  })
