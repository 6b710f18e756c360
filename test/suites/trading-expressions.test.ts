/** Regular expressions of networks: which of them JavaScript can compile. */
import { expect, test } from 'vitest'
import { compileError } from '../../suites/trading/public.predicates.ts'

test('an expression may be written for any of the flags of JavaScript', () => {
  for (const source of ['^[a-z]+$', '^\\p{L}+$', '^[\\p{L}--[a-z]]+$', '\\-']) expect(compileError(source)).toBeNull()
  expect(compileError('^(?P<m>[0-9]++)$')).toMatch(/Invalid/)
})
