/** Matching texts with gaps gives the same results as regular expressions, and many gaps do not make it slow. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { consistsOf, type Piece } from '../../harness/playback/pieces.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', '\n'), maxLength: 8 })
const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ text }),
  fc.record({ least: fc.constantFrom(0 as const, 1 as const) }),
  fc.constant({ integer: true } as const),
)
const expression = (pieces: readonly Piece[]): RegExp => {
  const sources = pieces.map(one => {
    if ('text' in one) return one.text
    return 'least' in one ? (one.least === 0 ? '.*' : '.+') : '-?[0-9]+'
  })
  return new RegExp(`^${sources.join('')}$`, 's')
}

it('gives the same results as regular expressions', () => {
  fc.assert(
    fc.property(text, fc.array(piece, { maxLength: 5 }), (whole, pieces) => {
      expect(consistsOf(whole, pieces)).toBe(expression(pieces).test(whole))
    }),
    { numRuns: 3000 },
  )
})

it('matches hundreds of gaps quickly', () => {
  const gaps: Piece[] = Array.from({ length: 300 }, () => [{ least: 0 as const }, { text: 'a' }]).flat()
  expect(consistsOf('a'.repeat(2000), [...gaps, { text: 'b' }])).toBe(false)
  expect(consistsOf('a'.repeat(2000), gaps)).toBe(true)
})
