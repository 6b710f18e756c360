/** Writing only the beginning of a JSON value. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonStart } from '../../harness/judging/json-start.ts'

test('a short value is written like JSON.stringify', () => {
  fc.assert(fc.property(fc.jsonValue(), value => jsonStart(value, 1e6) === JSON.stringify(value)))
})

test('of a long value, little more than the requested beginning is written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(40), (value, enough) => {
      const start = jsonStart(value, enough)
      expect(start.slice(0, enough)).toBe(JSON.stringify(value).slice(0, enough))
    }),
  )
  expect(jsonStart(Array(1e6).fill(7), 300).length).toBeLessThan(310)
  expect(jsonStart('x'.repeat(1e6), 300).length).toBeLessThan(310)
  expect(jsonStart({ a: undefined, b: new Date(0) }, 300)).toBe('{"b":"1970-01-01T00:00:00.000Z"}')
})
