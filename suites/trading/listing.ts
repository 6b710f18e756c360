/** The markets or coins of a list, and the markets that any list of a run has shown as inactive. */
import type { TargetFile } from '../../generated/formats.ts'
import { bodyOf, type Exchange, isObject, type Reply, select } from '../../harness/index.ts'
import { meansSuccess } from './public.predicates.ts'

export type Listed = Readonly<Record<string, unknown>> & { readonly symbol: string }

export interface Listing {
  readonly reply: Reply
  readonly all: readonly Listed[]
  /** If the list was not served: a message with the reply that came instead; null if it was served, even empty. */
  readonly unserved: string | null
}

export function listing(reply: Reply): Listing {
  return { reply, all: listedIn(reply), unserved: meansSuccess(reply.exchange) ? null : unservedIn(reply.exchange) }
}

/** A market counts as inactive only if its flag says so, as a boolean or as text. */
export const isActive = ({ isActive: flag }: Listed): boolean => String(flag).toLowerCase() !== 'false'

const everInactive = new WeakMap<object, Set<string>>()

/**
 * The markets of this target that a list has shown as inactive at any moment of the run. What becomes inactive and active again
 * may do so between two lists, so the refusal of its book proves nothing.
 */
export function marketsEverInactive(entry: NonNullable<TargetFile['trading']>): Set<string> {
  const known = everInactive.get(entry) ?? new Set<string>()
  everInactive.set(entry, known)
  return known
}

export const inactiveIn = (reply: Reply): string[] =>
  listedIn(reply)
    .filter(market => !isActive(market))
    .map(({ symbol }) => symbol)

const listedIn = ({ exchange }: Reply): Listed[] =>
  select(exchange.json, '/result/*')
    .map(({ value }) => value)
    .filter(
      (value): value is Listed => isObject(value) && typeof value['symbol'] === 'string' && value['symbol'] !== '',
    )

const unservedIn = (exchange: Exchange): string => {
  const { method, url } = exchange.request
  const answer = `${exchange.response?.status} ${bodyOf(exchange, 100)}`
  return `${method} ${new URL(url).pathname} was not served (exchange ${exchange.n}): ${answer}`
}
