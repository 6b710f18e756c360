/** The words of APIs, such as names of members. A password that is one of them is not looked for: replies are full of it. */
import type { Api } from '../api.ts'

/** Tells whether a value is one of these words. */
export function vocabularyOf(apis: readonly Api[]): (value: string) => boolean {
  let words: Set<string> | undefined
  return value => {
    words ??= new Set(['result', 'msg', 'code', 'success', 'error', 'data', 'status', ...wordsIn(apis)])
    return words.has(value)
  }
}

/** All names and texts in what describes the APIs. */
function wordsIn(apis: readonly Api[]): Set<string> {
  const words = new Set<string>()
  JSON.stringify(
    apis.map(({ operations, fields, fixtures }) => [operations, fields, fixtures?.kinds]),
    (name, value) => {
      for (const word of [name, value]) if (typeof word === 'string') words.add(word)
      return value
    },
  )
  return words
}
