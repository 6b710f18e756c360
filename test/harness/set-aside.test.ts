/** Bytes and long texts that are kept in a file instead of in memory, and a cache of recent values. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { heldText } from '../../harness/evidence/held-text.ts'
import { setAside } from '../../harness/evidence/set-aside.ts'
import { recentFew } from '../../harness/recent-few.ts'

it('returns bytes unchanged, and leaves no file behind', () => {
  const own = (): string[] => readdirSync(tmpdir()).filter(name => name.startsWith(`assay-${process.pid}-`))
  const before = own()
  const given = [10, 64 * 1024, 200_000].map(size => randomBytes(size))
  const read = given.map(setAside)
  for (const [n, bytes] of given.entries()) expect(read[n]?.().equals(bytes)).toBe(true)
  expect(own()).toEqual(before)
})

it('stores more long texts than are kept in memory', () => {
  const texts = Array.from({ length: 4 }, () => randomBytes(200_000).toString('hex'))
  const held = texts.map(heldText)
  for (const [n, text] of texts.entries()) expect(held[n]?.text === text).toBe(true)
})

it('keeps the most recently used values', () => {
  const few = recentFew<string, number>(2)
  let made = 0
  const of = (key: string): number => few.of(key, () => ++made)
  expect([of('a'), of('b'), of('a'), of('c'), of('a'), of('b')]).toEqual([1, 2, 1, 3, 1, 4])
})
