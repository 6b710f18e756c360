/** Highlighting with several filters: at least one of the words is highlighted in every message of the reply. */
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../harness/index.ts'
import { highlightsOne } from '../../suites/messaging/messages/narrow.predicates.ts'

const answering = (...contents: readonly string[]): Exchange[] => {
  const messages = Object.fromEntries(contents.map((match_content, at) => [at + 1, { match_content }]))
  return [{ json: { result: 'success', msg: '', messages } } as unknown as Exchange]
}
const span = (inner: string): string => `<p>some <span class="highlight">${inner}</span> text</p>`
const args = { ids: [1, 2, 3], member: 'match_content', words: ['ash', 'oak'] }

describe('highlighting one of the words of the search', () => {
  it.each([
    ['either word', [span('ash'), span('oak')], 'holds'],
    ['both words in one element', [span('oak Ash')], 'holds'],
    ['another highlight next to it', [`${span('elm')}${span('oak')}`], 'holds'],
    ['no highlight in the second message', [span('ash'), '<p>some oak text</p>'], 'broken'],
    ['another word', [span('elm')], 'broken'],
    ['part of a word', [span('as')], 'broken'],
    ['more than the word', [span('oak text')], 'broken'],
    ['no message', [], 'vacuous'],
  ])('%s', (_what, contents, outcome) => {
    expect(highlightsOne.judge(answering(...contents), args).outcome).toBe(outcome)
  })
})
