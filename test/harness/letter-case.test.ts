/** Whether letter case distinguishes keys of the same form. */
import { expect, it } from 'vitest'
import { tellsCasesApart } from '../../harness/index.ts'

it.each([
  ['7f3c91d2e4', false],
  ['7F3C91D2E4', false],
  ['AK-7f3c91d2e4', false],
  ['pk_7F3C91D2E4', false],
  ['123e4567-e89b-12d3-a456-426614174000', false],
  ['q0Zr8Lm2Vt5R', true],
  ['ref-q0Zr8Lm2Vt5R', true],
  ['q0-Zr8L-mv5R', true],
])('%s: %s', (key, apart) => {
  expect(tellsCasesApart(key)).toBe(apart)
})
