/** What is known about each exchange of a run beyond its claims, for telling causes of failures apart. */
import { type Api, apiNamed } from './api.ts'
import { type Changes, changes, type Sent } from './causes/changes.ts'
import { type Timed, type UnderWay, underWay } from './causes/under-way.ts'
import { textByNumber } from './text/text-by-number.ts'

export interface Replies extends Pick<Changes, 'before'>, Pick<UnderWay, 'beside' | 'isOneAddress' | 'isOneQuery'> {
  readonly apis: readonly Api[]
  operation(n: number): string | null
  /** The refusal that this reply is, without ids and names; null for any other reply. */
  refusal(n: number): string | null
  /** Whether this reply is neither a success nor a refusal; `garbled` says what it is instead. */
  isGarbled(n: number): boolean
  garbled(n: number): string | null
  /** How many requests of the operation were accepted. */
  accepted(operation: string): number
  /** How many things the accepted requests of one actor created, and the number of the last such exchange. */
  acceptedOf(actor: string, operation: string): { readonly count: number; readonly last: number }
  /** Whether the check sent a request that changes something: it may itself have caused what it observed. */
  wrote(check: string): boolean
  /** How many different refusals the operation gave: if all are alike, their text tells no causes apart. */
  refusals(operation: string): number
}

interface Seen extends Sent, Omit<Timed, 'request'> {
  readonly check?: string | null | undefined
  readonly response?: { readonly status: number; readonly body: string } | undefined
}

export interface ReplyBook extends Replies {
  /** `told` is the same exchange without secrets. */
  add(exchange: Seen, withoutSecrets?: Sent): void
}

const MOST_REFUSALS = 50

export function replyBook(apis: readonly Api[]): ReplyBook {
  const operations = textByNumber()
  const refusals = textByNumber()
  const garbled = textByNumber()
  const accepted = new Map<string, number>()
  const byActor = new Map<string, { count: number; last: number }>()
  const writers = new Set<string>()
  const refusalTexts = new Map<string, Set<string>>()
  const { add: change, before } = changes(apis)
  const { add: send, beside, isOneAddress, isOneQuery } = underWay()
  return {
    apis,
    before,
    beside,
    isOneAddress,
    isOneQuery,
    add(exchange, withoutSecrets = exchange) {
      const { n, api, operation, via, check, actor, request, response } = exchange
      if (check && request.method !== 'GET') writers.add(check)
      if (via === 'target') send(exchange)
      else change(withoutSecrets, response !== undefined && response.status < 300)
      if (operation === null || via !== 'target' || !response) return
      operations.set(n, operation)
      const known = apiNamed(apis, api)
      const reading = known?.replies
      const refusal = reading?.refusal(response) ?? null
      const garbledText = refusal === null ? (reading?.garbled(response) ?? null) : null
      change(withoutSecrets, refusal === null && garbledText === null)
      if (refusal === null) {
        if (garbledText !== null) garbled.set(n, garbledText)
        else {
          accepted.set(operation, (accepted.get(operation) ?? 0) + 1)
          const own = `${actor ?? ''} ${operation}`
          const things = known?.capacity?.thingsIn(operation, request.body ?? '') ?? 1
          byActor.set(own, { count: (byActor.get(own)?.count ?? 0) + things, last: n })
        }
        return
      }
      refusals.set(n, refusal)
      const texts = refusalTexts.get(operation) ?? new Set()
      if (texts.size < MOST_REFUSALS) refusalTexts.set(operation, texts.add(refusal))
    },
    operation: operations.get,
    refusal: refusals.get,
    isGarbled: n => garbled.get(n) !== null,
    garbled: garbled.get,
    wrote: check => writers.has(check),
    accepted: operation => accepted.get(operation) ?? 0,
    acceptedOf: (actor, operation) => byActor.get(`${actor} ${operation}`) ?? { count: 0, last: 0 },
    refusals: operation => refusalTexts.get(operation)?.size ?? 0,
  }
}

export function repliesOf(exchanges: readonly Seen[], apis: readonly Api[]): Replies {
  const book = replyBook(apis)
  for (const exchange of exchanges) book.add(exchange)
  return book
}

/** The text without numbers, and without the names that the run made up. */
export const shapeOf = (text: string): string =>
  text
    .slice(0, 4000)
    .replaceAll(/assay[ -]?\w+[ -]\w{6,9}[ -][^"\\,]*/g, 'assay')
    .replaceAll(/\d+/g, '#')
    .slice(0, 200)
