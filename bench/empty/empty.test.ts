import { expect, it } from 'vitest'

it('passes', () => {
  expect(true).toBe(true)
})
