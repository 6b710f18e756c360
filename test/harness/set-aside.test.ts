/** Bytes that are kept in a file instead of in memory. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { setAside } from '../../harness/evidence/set-aside.ts'

it('returns bytes unchanged, and leaves no file behind', () => {
  const own = (): string[] => readdirSync(tmpdir()).filter(name => name.startsWith(`assay-${process.pid}-`))
  const before = own()
  const given = [10, 64 * 1024, 200_000].map(size => randomBytes(size))
  const read = given.map(setAside)
  for (const [n, bytes] of given.entries()) expect(read[n]?.().equals(bytes)).toBe(true)
  expect(own()).toEqual(before)
})
