/** What telling causes apart needs to know of every exchange of a run beyond its claims. */

export interface Replies {
  operation(n: number): string | null
  /** The refusal that this reply is, without ids and names; null for any other reply. */
  refusal(n: number): string | null
  /** Whether this reply of the messaging API is neither of its two envelopes, and what it is instead. */
  isGarbled(n: number): boolean
  garbled(n: number): string | null
  /** Whether any request of the operation was accepted. */
  accepts(operation: string): boolean
  /** Whether the check sent anything that changes things: what it then met may be its own doing. */
  wrote(check: string): boolean
  /** How many different refusals the operation has given: where all read alike, the text tells nothing. */
  refusals(operation: string): number
}

interface Seen {
  readonly n: number
  readonly api: string
  readonly operation: string | null
  readonly via: string
  readonly check?: string | null | undefined
  readonly request: { readonly method: string }
  readonly response?: { readonly status: number; readonly body: string } | undefined
}

export interface ReplyBook extends Replies {
  add(exchange: Seen): void
}

const MOST_REFUSALS = 50
/** So much of a body says what it is. */
const HEAD = 4000

export function replyBook(): ReplyBook {
  const operations = new Map<number, string>()
  const refusals = new Map<number, string>()
  const garbled = new Map<number, string>()
  const accepted = new Set<string>()
  const writers = new Set<string>()
  const kinds = new Map<string, Set<string>>()
  return {
    add({ n, api, operation, via, check, request, response }) {
      if (check && request.method !== 'GET') writers.add(check)
      if (operation === null || via !== 'target' || !response) return
      operations.set(n, operation)
      const { status, body } = response
      const refusal = api === 'messaging' ? refusalOf(body) : status < 400 ? null : `${status} ${shapeOf(body)}`
      if (refusal === null) {
        const wrong = api === 'messaging' ? wrongEnvelope(body) : null
        if (wrong !== null) garbled.set(n, wrong)
        else accepted.add(operation)
        return
      }
      refusals.set(n, refusal)
      const known = kinds.get(operation) ?? new Set()
      if (known.size < MOST_REFUSALS) kinds.set(operation, known.add(refusal))
    },
    operation: n => operations.get(n) ?? null,
    refusal: n => refusals.get(n) ?? null,
    isGarbled: n => garbled.has(n),
    garbled: n => garbled.get(n) ?? null,
    wrote: check => writers.has(check),
    accepts: operation => accepted.has(operation),
    refusals: operation => kinds.get(operation)?.size ?? 0,
  }
}

export function repliesOf(exchanges: readonly Seen[]): Replies {
  const book = replyBook()
  for (const exchange of exchanges) book.add(exchange)
  return book
}

/** An error envelope by its code and text. */
function refusalOf(body: string): string | null {
  const head = body.slice(0, HEAD)
  if (!/"result"\s*:\s*"error"/.test(head) || !/"code"\s*:\s*"/.test(head)) return null
  const message = /"msg"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(head)?.[1] ?? ''
  const code = /"code"\s*:\s*"([^"]*)"/.exec(head)?.[1] ?? ''
  return `${code} ${shapeOf(message)}`
}

function wrongEnvelope(body: string): string | null {
  const head = body.slice(0, HEAD).trim()
  if (!head.startsWith('{')) return `no object: ${shapeOf(head.slice(0, 1))}`
  const result = /"result"\s*:\s*("[^"]*"|[\w.-]+|\{|\[)/.exec(body)?.[1] ?? 'missing'
  if (result === '"error"') return 'an error without a code'
  return result === '"success"' ? null : `result ${result}`
}

/** Numbers, and names that the run made up, are taken out. */
export const shapeOf = (text: string): string =>
  text
    .replaceAll(/assay[ -]?\w+[ -]\w{6,9}[ -][^"\\,]*/g, 'assay')
    .replaceAll(/\d+/g, '#')
    .slice(0, 200)
