/**
 * A venue that signs otherwise than the contract refuses whatever is signed rightly, which wrong credentials would explain
 * as well. One accepted deviation rules them out: it is signed with the same key and secret. Tried only after a refusal.
 */
import { createHash, createHmac } from 'node:crypto'
import { Undecided } from '../../harness/index.ts'
import { correctly, lastDigitFlipped, type Making, ownPairs, readingOf, send, serverStamps } from './account.ts'
import { sign } from './signer.ts'
import { accepted, isAccepted } from './signing.predicates.ts'
import { signing } from './tampering.ts'
import type { Venue } from './venue.ts'
import type { World } from './world.ts'

interface Deviation {
  readonly sent: string
  readonly make: Making
  /** Accepted as well where the deviation was let in for another reason. */
  readonly unlike?: Making
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const of = (sent: string, signature: Parameters<typeof signing>[0]): Deviation => ({ sent, make: signing(signature) })
const pathOf = (venue: Venue): string => new URL(venue.baseUrl).pathname + (venue.probe?.path ?? '')

const inSeconds: Making = (venue, timestamp) =>
  venue.signed(ownPairs(venue, String(Math.floor(Number(timestamp) / 1000))))

/** A venue that lets in any timestamp of the past takes seconds for such a one. */
const longAgo: Making = venue => venue.signed(ownPairs(venue, '1000000000'))

/** What clients and servers of other venues usually do. */
const deviations = (venue: Venue): readonly Deviation[] => [
  of('a signature in upper case', (query, secret) => sign(query, secret).toUpperCase()),
  of('a signature in base64', (query, secret) => bytes(sign(query, secret)).toString('base64')),
  of('an HMAC by SHA-512', (query, secret) => createHmac('sha512', secret).update(query).digest('hex')),
  of('an HMAC by SHA-1', (query, secret) => createHmac('sha1', secret).update(query).digest('hex')),
  of('the signature of path and query', (query, secret) => sign(`${pathOf(venue)}?${query}`, secret)),
  of('the signature of method, path and query', (query, secret) => sign(`GET${pathOf(venue)}?${query}`, secret)),
  of('the plain SHA-256 of query and secret', (query, secret) => plain(query + secret)),
  of('the signature of the parameters without their timestamp', (query, secret) =>
    sign(query.replace(/&?timestamp=[^&]*/, ''), secret),
  ),
  { sent: 'a timestamp in seconds', make: inSeconds, unlike: longAgo },
]

const plain = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Claims that the right request is accepted, where one is that deviates, and neither a bare nor a wrong one is. */
export async function claimDespite(world: World, refusal: unknown): Promise<void> {
  if (!(refusal instanceof Undecided) || refusal.reason !== 'prerequisite-failed') return
  const own = { stamps: await serverStamps(world) }
  for (const { sent, make, unlike } of deviations(world.venue)) {
    const deviating = await send(world, own, make)
    const reading = readingOf(world.venue, deviating)
    if (!reading || !isAccepted(deviating.exchange, reading)) continue
    const right = await send(world, own, correctly)
    const wrong = await send(world, own, (venue, timestamp) => lastDigitFlipped(make(venue, timestamp)))
    const bare = await send(world, own, (venue, timestamp) => ({ ...make(venue, timestamp), headers: {} }))
    const other = unlike ? [await send(world, own, unlike)] : []
    if ([right, wrong, bare, ...other].some(({ exchange }) => isAccepted(exchange, reading))) return
    const args = { sent: `a correctly signed request, where ${sent} is accepted,`, reading }
    world.claim(right).against(deviating).keeps(accepted, args)
  }
}
