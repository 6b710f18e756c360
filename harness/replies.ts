/** What telling causes apart needs to know of every exchange of a run beyond its claims. */
import { type Api, apiNamed } from './api.ts'

export interface Replies {
  readonly apis: readonly Api[]
  operation(n: number): string | null
  /** The refusal that this reply is, without ids and names; null for any other reply. */
  refusal(n: number): string | null
  /** Whether this reply is neither a success nor a refusal, and what it is instead. */
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
const MOST_TEXTS = 20_000
const OTHER = 'one of very many texts'

export function replyBook(apis: readonly Api[]): ReplyBook {
  const operations = new Map<number, string>()
  const refusals = new Map<number, string>()
  const garbled = new Map<number, string>()
  const accepted = new Set<string>()
  const writers = new Set<string>()
  const kinds = new Map<string, Set<string>>()
  /** One text for all replies that read alike: a million of them take no memory. */
  const texts = new Map<string, string>()
  const same = (text: string): string => {
    const known = texts.get(text)
    if (known !== undefined) return known
    if (texts.size >= MOST_TEXTS) return OTHER
    texts.set(text, text)
    return text
  }
  return {
    apis,
    add({ n, api, operation, via, check, request, response }) {
      if (check && request.method !== 'GET') writers.add(check)
      if (operation === null || via !== 'target' || !response) return
      operations.set(n, operation)
      const reading = apiNamed(apis, api)?.replies
      const refusal = reading?.refusal(response) ?? null
      if (refusal === null) {
        const wrong = reading?.garbled(response) ?? null
        if (wrong !== null) garbled.set(n, same(wrong))
        else accepted.add(operation)
        return
      }
      refusals.set(n, same(refusal))
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

export function repliesOf(exchanges: readonly Seen[], apis: readonly Api[]): Replies {
  const book = replyBook(apis)
  for (const exchange of exchanges) book.add(exchange)
  return book
}

/** Numbers, and names that the run made up, are taken out. */
export const shapeOf = (text: string): string =>
  text
    .slice(0, 4000)
    .replaceAll(/assay[ -]?\w+[ -]\w{6,9}[ -][^"\\,]*/g, 'assay')
    .replaceAll(/\d+/g, '#')
    .slice(0, 200)
