/** The quick search that excludes inputs without any of the known secrets. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginnings } from '../../harness/evidence/beginnings.ts'

describe('the search for beginnings of secrets', () => {
  const endless = { left: Number.POSITIVE_INFINITY }

  it('finds a text at any position and in any letter case', () => {
    const texts = fc.array(fc.string({ minLength: 8, maxLength: 12, unit: fc.constantFrom(...'abAB1%ΣЖé') }), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(texts, fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (known, before, after) => {
        const among = beginnings(endless, known)
        for (const text of known) expect(among.mayStandIn(before + text + after)).toBe(true)
        for (const text of known.filter(one => /^[ -~]*$/.test(one)))
          expect(among.mayStandIn(before + text.toUpperCase() + after)).toBe(true)
      }),
    )
  })

  it('finds a text across the borders of chunks', () => {
    const among = beginnings(endless, ['s3cret-value'])
    for (let at = 64 * 1024 - 14; at < 64 * 1024 + 2; at++)
      expect(among.mayStandIn(`${' '.repeat(at)}s3cret-value`)).toBe(true)
    expect(among.mayStandIn(`${' '.repeat(64 * 1024 - 4)}s3cr t-value`)).toBe(false)
  })

  it('excludes most texts without a full comparison', () => {
    const effort = { left: 0 }
    const among = beginnings(
      effort,
      Array.from({ length: 5000 }, (_, n) => `${n * 7919}-and-more`),
    )
    expect(among.mayStandIn('nothing of it, and 1234 or 7919 neither: '.repeat(100))).toBe(false)
    expect(() => among.mayStandIn('here is 7919-and-more')).toThrow('cannot be looked for in time')
  })
})
