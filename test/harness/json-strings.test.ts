/** mapJson on very many values. */
import { expect, it } from 'vitest'
import { mapJson } from '../../harness/evidence/json-strings.ts'

it('mapJson changes some or all of very many literals, and nothing else', () => {
  const text = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => ({ [`m${n}`]: `v${n}` })))
  const upper = (quoted: string, isName: boolean): string => (isName ? quoted : quoted.toUpperCase())
  expect(mapJson(text, { string: upper })).toBe(text.replaceAll('"v', '"V'))
  expect(mapJson(text, { string: quoted => quoted })).toBe(text)
  expect(mapJson(text, { string: quoted => quoted.replace('v9999', 'last') })).toBe(text.replace('"v9999"', '"last"'))
  expect(mapJson('1,"a', { string: () => '', between: part => part.replace('1', '2') })).toBe('2,"a')
})
