/** What the head of a reply's body says it is: bodies may be long, and every exchange is looked at. */
import { shapeOf } from '../../harness/index.ts'

/** So much of a body says what it is. */
const HEAD = 4000

const SAYS_ERROR = /"result"\s*:\s*"error"/

/** The members of the envelope itself, as far as its head shows them: objects and lists among them are left out. */
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

/** An error envelope by its code and text. */
export function refusalOf(body: string): string | null {
  const code = codeOf(body)
  if (code === null) return null
  const message = /"msg"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(ownMembers(body))?.[1] ?? ''
  return `${code} ${shapeOf(message)}`
}

/** What a body is that is neither of the two envelopes; null where it is one. */
export function wrongEnvelope(body: string): string | null {
  if (body.startsWith('{"result":"success"')) return null
  const head = body.slice(0, HEAD).trim()
  if (!head.startsWith('{')) return `no object: ${shapeOf(head.slice(0, 1))}`
  const result = /"result"\s*:\s*("[^"]*"|[\w.-]+|\{|\[)/.exec(ownMembers(body))?.[1] ?? 'missing'
  if (result === '"error"') return 'an error without a code'
  return result === '"success"' ? null : `result ${result}`
}
