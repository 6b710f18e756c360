/** Reads the envelope from the beginning of a reply's body: bodies may be long, and every exchange is examined. */
import { shapeOf } from '../../../harness/index.ts'

/** How many characters of a body are examined. */
const HEAD = 4000

const SAYS_ERROR = /"result"\s*:\s*"error"/

/** The text of the envelope's own members within the examined part; nested objects and lists are left out. */
function ownMembers(body: string): string {
  const head = body.slice(0, HEAD)
  let [own, depth, from] = ['', 0, 0]
  for (const { 0: found, index } of head.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (found.startsWith('"')) continue
    if (depth === 1) own += head.slice(from, index + 1)
    depth += found === '{' || found === '[' ? 1 : -1
    if (depth === 1) from = index
  }
  return depth === 1 ? own + head.slice(from) : own
}

/** The code of an error envelope. */
export function codeOf(body: string): string | null {
  if (!SAYS_ERROR.test(body.slice(0, HEAD))) return null
  const own = ownMembers(body)
  return SAYS_ERROR.test(own) ? (/"code"\s*:\s*"([^"]*)/.exec(own)?.[1] ?? null) : null
}

/** A key for an error envelope: its code and the shape of its message; null for any other body. */
export function refusalOf(body: string): string | null {
  const code = codeOf(body)
  if (code === null) return null
  const message = /"msg"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(ownMembers(body))?.[1] ?? ''
  return `${code} ${shapeOf(message)}`
}

/** Describes a body that is neither of the two envelopes; null if it is one of them. */
export function wrongEnvelope(body: string): string | null {
  if (body.startsWith('{"result":"success"')) return null
  const head = body.slice(0, HEAD).trim()
  if (!head.startsWith('{')) return `no object: ${shapeOf(head.slice(0, 1))}`
  const result = /"result"\s*:\s*("[^"]*"|[\w.-]+|\{|\[)/.exec(ownMembers(body))?.[1] ?? 'missing'
  if (result === '"error"') return 'an error without a code'
  return result === '"success"' ? null : `result ${result}`
}
