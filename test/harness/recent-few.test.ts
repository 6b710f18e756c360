/** A cache of a few recent values. */
import { expect, it } from 'vitest'
import { recentFew } from '../../harness/memory/recent-few.ts'

it('keeps the most recently used values', () => {
  const few = recentFew<string, number>(2)
  let made = 0
  const of = (key: string): number => few.of(key, () => ++made)
  expect([of('a'), of('b'), of('a'), of('c'), of('a'), of('b')]).toEqual([1, 2, 1, 3, 1, 4])
})
