/** Changes to a correctly signed request, one at a time. */
import { createHash, createHmac } from 'node:crypto'
import { type Parameter, type Reply, tellsCasesApart } from '../../../harness/index.ts'
import { shared } from '../shared.ts'
import type { SignedRequest, Venue } from '../venue.ts'
import type { World } from '../world.ts'
import {
  type Account,
  account,
  correctly,
  extendedPairs,
  type Making,
  ownPairs,
  refusal,
  scriptPairs,
  send,
} from './account.ts'
import { isLate } from './signed-sending.ts'
import { isAccepted } from './signing.predicates.ts'

/** A request made with a mistake; its correct form was never sent. */
export interface Tampered {
  readonly sent: string
  readonly make: Making
  /** Leaves before the second request of other kinds. */
  readonly sooner?: boolean
}

/** A request that was sent and accepted a moment ago, and is now altered and sent again. */
export interface Reused {
  readonly sent: string
  readonly right: (world: World, own: Account, after: number) => Promise<Accepted>
  readonly alter: (request: SignedRequest) => SignedRequest
}

interface Accepted {
  readonly request: SignedRequest
  readonly reply: Reply
}

export async function sendTampered(
  world: World,
  own: Account,
  tampered: Tampered | Reused,
  control: Reply,
  after = 0,
): Promise<{ readonly reply: Reply; readonly from: Reply }> {
  if ('make' in tampered) return { reply: await send(world, own, tampered.make, { after }), from: control }
  const { request, reply: from } = await tampered.right(world, own, after)
  return { reply: await send(world, own, () => tampered.alter(request), { after }), from }
}

/** Correct requests that come late are sent again this often: an alteration has the same timestamp, and would be late too. */
const MOST_SENDINGS = 3

/** The refusals of correct requests that were sent to be altered. */
export const refusedAnew = shared(async (): Promise<Reply[]> => [])

/** Sends a correct request for this one alteration. */
export const acceptedAnew =
  (make: Making): Reused['right'] =>
  async (world, own, after) => {
    for (let times = 1; ; times++) {
      let request: SignedRequest | null = null
      const right: Making = (venue, timestamp) => {
        request = make(venue, timestamp)
        return request
      }
      const reply = await send(world, own, right, { after })
      const sent = request as SignedRequest | null
      if (!sent || !isAccepted(reply.exchange, own.reading)) {
        ;(await refusedAnew(world)).push(reply)
        throw refusal(`a correctly signed request (exchange ${reply.exchange.n})`, reply)
      }
      if (!isLate(reply, own.usual) || times === MOST_SENDINGS) return { request: sent, reply }
    }
  }

const correctlyAnew = acceptedAnew(correctly)
const sentOnce = shared(
  (world, after: number): Promise<Accepted> => account(world).then(own => correctlyAnew(world, own, after)),
)

/** With the quick budget all alterations are of one accepted request, and follow it at once. */
export const justAccepted: Reused['right'] = (world, own, after) =>
  world.budget === 'quick' ? sentOnce(world, after) : correctlyAnew(world, own, after)

/** Alters the query of a request that was accepted, and leaves its signature. */
export const reused = (
  sent: string,
  right: Reused['right'],
  change: (pairs: readonly string[]) => readonly string[],
): Reused => ({
  sent: `${sent}, where the signature was accepted before`,
  right,
  alter: request => ({ ...request, query: change(request.query.split('&')).join('&') }),
})

type Pairs = readonly Parameter[]
export const same = (pairs: Pairs): Pairs => pairs

/** Signs one list of parameters and sends another. */
export const sentInstead =
  (toSign: (pairs: Pairs) => Pairs, toSend: (pairs: Pairs) => Pairs, all = ownPairs as PairsOf): Making =>
  (venue, timestamp) => {
    const pairs = all(venue, timestamp)
    return { query: venue.signed(toSend(pairs)).query, headers: venue.signed(toSign(pairs)).headers }
  }

type PairsOf = (venue: Venue, timestamp: string) => Pairs

/** The same for the control that has one additional parameter before the others and one after. */
export const extended = (toSign: (pairs: Pairs) => Pairs, toSend: (pairs: Pairs) => Pairs): Making =>
  sentInstead(toSign, toSend, extendedPairs)

/** The same for the control that has values in several scripts. */
export const scripted = (toSign: (pairs: Pairs) => Pairs, toSend: (pairs: Pairs) => Pairs): Making =>
  sentInstead(toSign, toSend, scriptPairs)

/** Adds one pair: at the beginning, in the middle or at the end. */
export const withPair =
  (pair: Parameter, where: 'first' | 'middle' | 'last'): ((pairs: Pairs) => Pairs) =>
  pairs =>
    pairs.toSpliced(where === 'first' ? 0 : where === 'last' ? pairs.length : Math.ceil(pairs.length / 2), 0, pair)

export const earlierBy =
  (ms: number) =>
  (pairs: Pairs): Pairs =>
    pairs.map(([name, value]) => (name === 'timestamp' ? [name, String(Number(value) - ms)] : [name, value]))

export const isStamp = ([name]: Parameter): boolean => name === 'timestamp'

export const replaced = (pairs: Pairs, where: number, change: (value: string) => string): Pairs =>
  pairs.map(([name, value], index) => [name, index === where ? change(value) : value])

export const headersOf =
  (change: (headers: SignedRequest['headers']) => SignedRequest['headers']): Making =>
  (venue, timestamp) => {
    const request = correctly(venue, timestamp)
    return { ...request, headers: change(request.headers) }
  }

export const withKey = (change: (key: string) => string): Making =>
  headersOf(headers => ({ ...headers, 'x-svc-apikey': change(headers['x-svc-apikey'] ?? '') }))

export const withSignature = (change: (signature: string) => string): Making =>
  headersOf(headers => ({ ...headers, 'x-svc-signature': change(headers['x-svc-signature'] ?? '') }))

export const signing =
  (signature: (query: string, secret: string, key: string) => string): Making =>
  (venue, timestamp) => {
    const { query, headers } = correctly(venue, timestamp)
    const { secretKey = '', apiKey = '' } = venue.credentials ?? {}
    return { query, headers: { ...headers, 'x-svc-signature': signature(query, secretKey, apiKey) } }
  }

export const hmac = (algorithm: string): Tampered => ({
  sent: `an HMAC by ${algorithm}`,
  make: signing((query, secret) => createHmac(algorithm, secret).update(query).digest('hex')),
})

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The timestamp that a query has. */
export const stampIn = (query: string): string => /timestamp=([0-9]+)/.exec(query)?.[1] ?? ''

export const laterStamp = (pair: string): string =>
  pair.startsWith('timestamp=') ? `timestamp=${Number(pair.slice(10)) + 1}` : pair

/** The whole path of the probe, that of the base address included. */
export const wholePath = (world: World): string => new URL(world.venue.baseUrl).pathname + probePath(world)

/** The path of the probe as the target file has it. */
export const probePath = ({ venue }: World): string => venue.probe?.path ?? ''

/** The word with each letter in the other case; empty if nothing changes, so that the same word is never returned. */
export function otherCase(word: string): string {
  const swapped = [...word].map(letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return swapped.join('') === word ? '' : swapped.join('')
}

/**
 * The key with one character changed in its second half: a server that compares only the beginning, the end or the length
 * accepts it. If keys have letters of both cases, a prefix aside, the case of a letter changes, since that can be another key.
 * If not, it is open whether case matters, so another character is taken.
 */
export const withOneCharacterChanged = (key: string): string => oneChanged(key).key

/** How that key differs from the right one, in words that reveal no character of either. */
export const describeChangedCharacter = (key: string): string => oneChanged(key).how

function oneChanged(key: string): { readonly key: string; readonly how: string } {
  const middle = Math.ceil(key.length / 2)
  const hasBoth = tellsCasesApart(key)
  const kinds = hasBoth ? [/[a-z]/i, /[0-9]/] : [/[0-9a-z]/i]
  const place = middle + (kinds.map(kind => key.slice(middle).search(kind)).find(found => found >= 0) ?? 0)
  const was = key[place] ?? ''
  const inOtherCase = hasBoth && otherCase(was)
  const instead = inOtherCase || (was === '7' ? '3' : '7')
  const where = `${place + 1} of ${key.length}`
  return {
    key: `${key.slice(0, place)}${instead}${key.slice(place + 1)}`,
    how: inOtherCase ? `the letter at place ${where} in the other case` : `another character at place ${where}`,
  }
}

/** A random key of the same length and with the same kinds of characters. */
export function randomKeyLike(key: string, { random }: World): string {
  const kinds = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789']
  const made = [...key].map(character => random.pick([...(kinds.find(kind => kind.includes(character)) ?? character)]))
  return made.join('') === key ? `${key}0` : made.join('')
}
