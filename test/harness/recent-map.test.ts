/** The map of limited size, and mapJson and parseExactly on very many values. */
import { expect, it } from 'vitest'
import { mapJson } from '../../harness/evidence/json-strings.ts'
import { parseExactly, restored } from '../../harness/exact-integers.ts'
import { recentMap } from '../../harness/recent-map.ts'

it('keeps entries that were used recently, and forgets the others', () => {
  const map = recentMap<number, string>(10)
  expect(map.isEmpty).toBe(true)
  for (let n = 0; n < 100; n++) {
    map.set(n, `value ${n}`)
    expect(map.get(0)).toBe('value 0')
  }
  expect([map.get(99), map.get(91), map.get(50)]).toEqual(['value 99', 'value 91', undefined])
})

it('mapJson changes some or all of very many literals, and nothing else', () => {
  const text = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => ({ [`m${n}`]: `v${n}` })))
  const upper = (quoted: string, isName: boolean): string => (isName ? quoted : quoted.toUpperCase())
  expect(mapJson(text, { string: upper })).toBe(text.replaceAll('"v', '"V'))
  expect(mapJson(text, { string: quoted => quoted })).toBe(text)
  expect(mapJson(text, { string: quoted => quoted.replace('v9999', 'last') })).toBe(text.replace('"v9999"', '"last"'))
  expect(mapJson('1,"a', { string: () => '', between: part => part.replace('1', '2') })).toBe('2,"a')
})

it('keeps the most recent large integers, and of a single reply the first ones', () => {
  const replies = Array.from({ length: 6 }, (_, reply) =>
    Array.from({ length: 20_001 }, (_, n) => `${10n ** 19n + BigInt(reply * 100_000 + n)}`),
  )
  const parsed = replies.map(ids => parseExactly(`[${ids.join(',')}]`) as number[])
  expect(new Set(parsed.flat()).size).toBe(replies.flat().length)
  expect(restored(String(parsed.at(-1)?.[19_999]))).toBe(replies.at(-1)?.[19_999])
  expect(restored(String(parsed.at(-1)?.[20_000]))).toBe(String(parsed.at(-1)?.[20_000]))
})
