/** The words of APIs, such as names of members. A password that is one of them is not looked for: replies are full of it. */
import type { Api } from '../api.ts'

/** Tells whether a value is one of these words or a part of one, in either letter case. */
export function vocabularyOf(apis: readonly Api[]): (value: string) => boolean {
  let words: string | undefined
  return value => {
    words ??= JSON.stringify([
      'result msg code success error data status',
      ...apis.map(({ operations, fields, fixtures }) => [operations, fields, fixtures?.kinds]),
    ]).toLowerCase()
    return words.includes(value.toLowerCase())
  }
}
