/**
 * If a venue refuses correctly signed requests, either it signs differently from the contract, or the credentials are wrong. One
 * accepted deviation, signed with the same key and secret, rules out wrong credentials. Tried only after a refusal.
 */
import { createHmac } from 'node:crypto'
import { Undecided } from '../../../harness/index.ts'
import type { Venue } from '../venue.ts'
import type { World } from '../world.ts'
import {
  correctly,
  flipped,
  lastDigitFlipped,
  type Making,
  ownPairs,
  readingOf,
  send,
  serverStamps,
} from './account.ts'
import { inCapitals } from './browser.ts'
import { sign } from './signer.ts'
import { accepted, isAccepted } from './signing.predicates.ts'
import { digest, signing, stampIn } from './tampering.ts'

interface Deviation {
  readonly sent: string
  readonly make: Making
  /** The same request with a wrong signature, if changing the last digit of its signature header does not make one. */
  readonly wrong?: Making
  /** A request that is accepted too if the venue accepts the deviation for another reason. */
  readonly counterexample?: Making
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const signedAs = (sent: string, signature: Parameters<typeof signing>[0]): Deviation => ({
  sent,
  make: signing(signature),
})
const pathOf = (venue: Venue): string => new URL(venue.baseUrl).pathname + (venue.probe?.path ?? '')

const inSeconds: Making = (venue, timestamp) =>
  venue.signed(ownPairs(venue, String(Math.floor(Number(timestamp) / 1000))))

/** A venue that accepts any past timestamp accepts seconds too: it reads them as milliseconds, a time long past. */
const longAgo: Making = venue => venue.signed(ownPairs(venue, '1000000000'))

const asParameter =
  (change: (signature: string) => string): Making =>
  (venue, timestamp) => {
    const { query, headers } = correctly(venue, timestamp)
    const { 'x-svc-apikey': key = '', 'x-svc-signature': signature = '' } = headers
    return { query: `${query}&signature=${change(signature)}`, headers: { 'x-svc-apikey': key } }
  }

const withStampFirst: Making = (venue, timestamp) => venue.signed([['timestamp', timestamp], ...venue.probeParameters])

const withUsualHeaders =
  (make: Making): Making =>
  (venue, timestamp) => {
    const { query, headers } = make(venue, timestamp)
    const { 'x-svc-apikey': key = '', 'x-svc-signature': signature = '' } = headers
    return { query, headers: { ...headers, 'x-api-key': key, 'x-signature': signature } }
  }

const withTimestampHeader: Making = (venue, timestamp) => {
  const { query, headers } = correctly(venue, timestamp)
  return { query, headers: { ...headers, 'x-svc-timestamp': timestamp } }
}

const isStamp = (pair: string): boolean => pair.startsWith('timestamp=')
const stampFirst = (query: string): string =>
  query
    .split('&')
    .toSorted((one, other) => Number(isStamp(other)) - Number(isStamp(one)))
    .join('&')

/** What clients and servers of other venues usually do. */
const deviations = (venue: Venue): readonly Deviation[] => [
  signedAs('a signature in upper case', (query, secret) => sign(query, secret).toUpperCase()),
  signedAs('a signature in base64', (query, secret) => bytes(sign(query, secret)).toString('base64')),
  signedAs('a signature with the name of its algorithm', (query, secret) => `sha256=${sign(query, secret)}`),
  signedAs('an HMAC by SHA-512', (query, secret) => createHmac('sha512', secret).update(query).digest('hex')),
  signedAs('an HMAC by SHA-1', (query, secret) => createHmac('sha1', secret).update(query).digest('hex')),
  signedAs('the plain SHA-256 of query and secret', (query, secret) => digest(query + secret)),
  signedAs('the plain SHA-256 of secret and query', (query, secret) => digest(secret + query)),
  signedAs('an HMAC with secret and query exchanged', (query, secret) => sign(secret, query)),
  signedAs('a signature keyed with the API key', (query, _secret, key) => sign(query, key)),
  signedAs('a signature keyed with the bytes that the secret is the hexadecimal form of', (query, secret) =>
    createHmac('sha256', bytes(secret)).update(query).digest('hex'),
  ),
  signedAs('a signature keyed with the bytes that the secret is the base64 form of', (query, secret) =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(query).digest('hex'),
  ),
  signedAs('the signature of path and query', (query, secret) => sign(`${pathOf(venue)}?${query}`, secret)),
  signedAs('the signature of method, path and query', (query, secret) => sign(`GET${pathOf(venue)}?${query}`, secret)),
  signedAs('the signature of path and query without a question mark', (query, secret) =>
    sign(pathOf(venue) + query, secret),
  ),
  signedAs('the signature of method, path and query without a question mark', (query, secret) =>
    sign(`GET${pathOf(venue)}${query}`, secret),
  ),
  signedAs('the signature of the query with its question mark', (query, secret) => sign(`?${query}`, secret)),
  signedAs('the signature of key and query', (query, secret, key) => sign(key + query, secret)),
  signedAs('the signature of timestamp, key and query', (query, secret, key) =>
    sign(stampIn(query) + key + query, secret),
  ),
  signedAs('the signature of the timestamp alone', (query, secret) => sign(stampIn(query), secret)),
  signedAs('the signature of the pair of the timestamp alone', (query, secret) =>
    sign(`timestamp=${stampIn(query)}`, secret),
  ),
  signedAs('the signature of the parameters without their timestamp', (query, secret) =>
    sign(query.replace(/&?timestamp=[^&]*/, ''), secret),
  ),
  signedAs('the signature of the sorted parameters', (query, secret) =>
    sign(query.split('&').toSorted().join('&'), secret),
  ),
  signedAs('the signature of the timestamp and the parameters after it', (query, secret) =>
    sign(stampFirst(query), secret),
  ),
  {
    sent: 'a signature that is a parameter in place of a header',
    make: asParameter(signature => signature),
    wrong: asParameter(signature => flipped(signature, signature.length - 1)),
  },
  {
    sent: 'a request with the names of its headers in capitals',
    make: inCapitals(correctly),
    wrong: inCapitals((of, timestamp) => lastDigitFlipped(correctly(of, timestamp))),
  },
  { sent: 'a request with the timestamp before its other parameters', make: withStampFirst },
  {
    sent: 'a request with key and signature in headers of the usual names too',
    make: withUsualHeaders(correctly),
    wrong: withUsualHeaders((of, timestamp) => lastDigitFlipped(correctly(of, timestamp))),
  },
  { sent: 'a request with the timestamp in a header too', make: withTimestampHeader },
  { sent: 'a timestamp in seconds', make: inSeconds, counterexample: longAgo },
]

/**
 * Claims that the correctly signed request is accepted, if a deviating one is, and neither one without credentials nor one with
 * a wrong signature is.
 */
export async function claimDespite(world: World, refusal: unknown): Promise<void> {
  if (!(refusal instanceof Undecided) || refusal.reason !== 'prerequisite-failed') return
  const own = { stamps: await serverStamps(world) }
  for (const { sent, make, wrong: otherwise, counterexample } of deviations(world.venue)) {
    const deviating = await send(world, own, make)
    const reading = readingOf(world.venue, deviating)
    if (!reading || !isAccepted(deviating.exchange, reading)) continue
    const right = await send(world, own, correctly)
    const wrong = await send(world, own, otherwise ?? ((venue, timestamp) => lastDigitFlipped(make(venue, timestamp))))
    const bare = await send(world, own, (venue, timestamp) => ({ ...make(venue, timestamp), headers: {} }))
    const other = counterexample ? [await send(world, own, counterexample)] : []
    if ([right, wrong, bare, ...other].some(({ exchange }) => isAccepted(exchange, reading))) return
    const args = { sent: `a correctly signed request (and not only ${sent})`, reading }
    world.claim(right).against(deviating).keeps(accepted, args)
  }
}
