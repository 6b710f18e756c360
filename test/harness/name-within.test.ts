/** Names of what a run makes, at any length that a deployment allows. */
import { describe, expect, test } from 'vitest'
import { nameWithin } from '../../harness/name-within.ts'

const lengths = [1, 4, 7, 11, 18, 20, 30, 60, Number.POSITIVE_INFINITY]

describe('a name', () => {
  test.each(lengths)('has at most %d bytes', most => {
    for (const label of ['channel', 'channel 2', 'канал 頻道 9'])
      expect(Buffer.byteLength(nameWithin(most, 'k3v9', 'abc123', label))).toBeLessThanOrEqual(most)
  })

  test.each(lengths.filter(most => most >= 11))('of at most %d bytes differs by run, check and label', most => {
    const names = ['k3v9', 'x1y2'].flatMap(run =>
      ['abc123', 'zzz999'].flatMap(tag => ['a', 'a 2', 'a 3'].map(label => nameWithin(most, run, tag, label))),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  test('keeps the prefix by which a later command finds it as long as there is room', () => {
    expect(nameWithin(20, 'k3v9', 'abc123', 'channel 2')).toMatch(/^assay k3v9 \w{7}$/)
  })
})
