/** Names for the things that a run creates, for any maximum length. */
import { describe, expect, test } from 'vitest'
import { nameWithin, SHORT_NAME } from '../../harness/world/name-within.ts'

const lengths = [1, 4, 7, 11, 18, 20, 30, 60, Number.POSITIVE_INFINITY]

describe('a name', () => {
  test.each(lengths)('has at most %d bytes', most => {
    for (const label of ['channel', 'channel 2', 'канал 頻道 9'])
      expect(Buffer.byteLength(nameWithin(most, 'k3v9', 'abc123', label))).toBeLessThanOrEqual(most)
  })

  test.each(lengths.filter(most => most >= 11))('of at most %d bytes differs by run and tag, with any label', most => {
    const names = ['k3v9', 'x1y2'].flatMap(run =>
      ['abc1231', 'abc1232', 'zzz9991'].map(tag => nameWithin(most, run, tag, 'a label that goes on and on')),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  test('keeps the prefix by which a later command finds it if there is room', () => {
    for (const most of [20, 30, 60]) expect(nameWithin(most, 'k3v9', 'abc1232', 'channel')).toMatch(/^assay k3v9 /)
  })

  test.each([
    ['group', 'assay k3v9x abcdef1 group'],
    ['a label that goes on', 'assay k3v9x abcdef1 a label th'],
    ['Жق頻ø', 'assay k3v9x abcdef1 Жق頻ø'],
    ['頻頻頻頻', 'assay k3v9x abcdef1 頻頻頻'],
    ['channel b c', 'assay k3v9x abcdef1 channel b'],
  ])('of 30 bytes keeps as much of %s as fits', (label, name) => {
    expect(nameWithin(SHORT_NAME, 'k3v9x', 'abcdef1', label)).toBe(name)
  })
})
