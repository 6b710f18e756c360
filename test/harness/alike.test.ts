/** Comparing a request that was made again with the recorded one: only times may differ. */
import { expect, test } from 'vitest'
import { differenceOf } from '../../harness/playback/alike.ts'

const sent = (drafts: unknown, more: Readonly<Record<string, string>> = {}) => ({
  operation: 'createDrafts',
  request: {
    method: 'POST',
    url: 'http://t.example/drafts',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ drafts: JSON.stringify(drafts), ...more }).toString(),
    sent: [],
  },
})
const known = { runId: 'abcde', ids: new Set<number>() }
const difference = (one: ReturnType<typeof sent>, other: ReturnType<typeof sent>): string | null =>
  differenceOf(one as never, other as never, known)

test('times may differ, also inside lists and objects', () => {
  const one = { content: 'a', timestamp: 1767225600 }
  expect(difference(sent([one]), sent([{ ...one, timestamp: 1795000000 }]))).toBe(null)
  expect(difference(sent([one], { time: '1767225600' }), sent([one], { time: '1795000000' }))).toBe(null)
})

test.each([
  ['an invalid time', { content: 'a', timestamp: 7 }],
  ['another text', { content: 'b', timestamp: 1767225600 }],
  ['another number', { content: 'a', timestamp: 1767225600, to: 1795000000 }],
])('%s is a difference', (_what, other) => {
  expect(difference(sent([{ content: 'a', timestamp: 1767225600 }]), sent([other]))).toBe('drafts')
})
