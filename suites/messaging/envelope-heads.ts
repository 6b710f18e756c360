/** What the head of a reply's body says it is: bodies may be long, and every exchange is looked at. */
import { shapeOf } from '../../harness/index.ts'

/** So much of a body says what it is. */
const HEAD = 4000

/** The code of an error envelope. */
export function codeOf(body: string): string | null {
  const head = body.slice(0, HEAD)
  return /"result"\s*:\s*"error"/.test(head) ? (/"code"\s*:\s*"([^"]*)/.exec(head)?.[1] ?? null) : null
}

/** An error envelope by its code and text. */
export function refusalOf(body: string): string | null {
  const code = codeOf(body)
  if (code === null) return null
  const message = /"msg"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body.slice(0, HEAD))?.[1] ?? ''
  return `${code} ${shapeOf(message)}`
}

/** What a body is that is neither of the two envelopes; null where it is one. */
export function wrongEnvelope(body: string): string | null {
  const head = body.slice(0, HEAD).trim()
  if (!head.startsWith('{')) return `no object: ${shapeOf(head.slice(0, 1))}`
  const result = /"result"\s*:\s*("[^"]*"|[\w.-]+|\{|\[)/.exec(body)?.[1] ?? 'missing'
  if (result === '"error"') return 'an error without a code'
  return result === '"success"' ? null : `result ${result}`
}
