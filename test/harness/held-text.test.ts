/** Long texts, of which only a few are kept in memory. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { heldText } from '../../harness/evidence/held-text.ts'

it('stores more long texts than are kept in memory', () => {
  const texts = Array.from({ length: 4 }, () => randomBytes(200_000).toString('hex'))
  const held = texts.map(heldText)
  for (const [n, text] of texts.entries()) expect(held[n]?.text === text).toBe(true)
})
