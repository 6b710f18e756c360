/** Whether a private request is let in: key, signature over the query string as sent, fresh timestamp. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Behaviour } from '../behaviour.ts'
import { apiKey, secretKey } from './credentials.ts'
import { keyTaken, otherAlgorithms, signatureTaken } from './near-misses.ts'
import { type Pair, pairsOf, signedStrings } from './signed-strings.ts'

/** What the venue remembers of requests it let in. */
export interface Admitted {
  readonly signatures: Set<string>
  readonly timestamps: Set<string>
  readonly requests: Set<string>
  readonly queries: Set<string>
  key: boolean
  /** Whether the last request that carried a key was let in. */
  last: boolean
}

export interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly key: string | undefined
  readonly signature: string | undefined
}

export type Refusal =
  | 'no-key'
  | 'unknown-key'
  | 'no-signature'
  | 'wrong-signature'
  | 'no-timestamp'
  | 'bad-timestamp'
  | 'stale-timestamp'
  | 'bad-parameters'
  | 'replayed'

export const nobodyYet = (): Admitted => ({
  signatures: new Set(),
  timestamps: new Set(),
  requests: new Set(),
  queries: new Set(),
  key: false,
  last: false,
})

export function refusalOf(request: SignedRequest, admitted: Admitted, behaviour: Behaviour): Refusal | undefined {
  const pairs = pairsOf(request.query)
  const refusal =
    keyRefusal(request.key, admitted, behaviour) ??
    signatureRefusal(request, pairs, admitted, behaviour) ??
    timestampRefusal(pairs, behaviour) ??
    parametersRefusal(pairs, behaviour) ??
    replayRefusal(request, pairs, admitted, behaviour)
  if (request.key) admitted.last = refusal === undefined
  if (refusal) return refusal
  admitted.queries.add(request.query)
  admitted.signatures.add(request.signature ?? '')
  admitted.timestamps.add(timestampOf(pairs) ?? '')
  admitted.requests.add(`${request.method} ${request.path} ${request.signature}`)
  admitted.key = true
  return undefined
}

function keyRefusal(key: string | undefined, admitted: Admitted, { keeps }: Behaviour): Refusal | undefined {
  if (!key && admitted.key && !keeps('signing.missing-key-not-remembered')) return undefined
  if (key === '' && !keeps('signing.key-not-empty')) return undefined
  if (!key) return keeps('signing.key-required') ? 'no-key' : undefined
  if (key === apiKey || !keeps('signing.key-known')) return undefined
  return keyTaken(key, keeps) ? undefined : 'unknown-key'
}

function signatureRefusal(
  request: SignedRequest,
  pairs: readonly Pair[],
  admitted: Admitted,
  behaviour: Behaviour,
): Refusal | undefined {
  const { keeps } = behaviour
  const { query, signature } = request
  if (request.key && admitted.key && !keeps('signing.key-not-remembered')) return undefined
  if (signature === '' && !keeps('signing.signature-not-empty')) return undefined
  if (!signature) return keeps('signing.signature-required') ? 'no-signature' : undefined
  if (signedStrings(query, pairs, behaviour).some(text => isSignatureOf(text, signature, behaviour))) return undefined
  if (!keeps('signing.verified', { many: pairs.length > 6, few: pairs.length < 3, get: request.method === 'GET' }))
    return undefined
  if (!keeps('signing.verdict-not-by-query') && admitted.queries.has(query)) return undefined
  if (!keeps('signing.verdict-not-reused') && admitted.last) return undefined
  if (!keeps('signing.not-the-path') && same(hmac('sha256', secretKey, request.path), signature)) return undefined
  if (!keeps('signing.signature-not-remembered') && admitted.signatures.has(signature)) return undefined
  if (!keeps('signing.timestamp-not-remembered') && admitted.timestamps.has(timestampOf(pairs) ?? '')) return undefined
  return 'wrong-signature'
}

function isSignatureOf(text: string, given: string, behaviour: Behaviour): boolean {
  const { keeps, uses } = behaviour
  const expected = hmac('sha256', secretKey, text)
  if (same(expected, given)) return true
  if (uses('trading.signing.upper-case-accepted') && same(expected, given.toLowerCase())) return true
  if (signatureTaken(expected, given, keeps)) return true
  return otherAlgorithms.some(([rule, signed]) => !keeps(rule) && same(signed(text), given))
}

const hmac = (digest: string, key: string, text: string) => createHmac(digest, key).update(text).digest('hex')

function same(expected: string, given: string): boolean {
  const left = Buffer.from(expected)
  const right = Buffer.from(given)
  return left.length === right.length && timingSafeEqual(left, right)
}

const timestampOf = (pairs: readonly Pair[]) => pairs.find(pair => pair.name === 'timestamp')?.value

function timestampRefusal(pairs: readonly Pair[], { clock, keeps, uses }: Behaviour): Refusal | undefined {
  const timestamp = timestampOf(pairs)
  if (timestamp === undefined)
    return keeps('signing.timestamp-required', { asset: pairs.some(pair => pair.name === 'asset') })
      ? 'no-timestamp'
      : undefined
  if (!/^[0-9]+$/.test(timestamp)) return uses('trading.signing.odd-timestamp-accepted') ? undefined : 'bad-timestamp'
  if (!keeps('signing.milliseconds')) return 'stale-timestamp'
  if (Number(timestamp) % 2 === 1 && !keeps('signing.odd-milliseconds')) return 'stale-timestamp'
  if (uses('trading.signing.any-age-accepted')) return undefined
  const late = clock.now() - Number(timestamp)
  if (uses('trading.signing.future-refused')) return late > 60_000 || late < -2_000 ? 'stale-timestamp' : undefined
  const narrow = uses('trading.signing.narrow-tolerance')
  const tolerance = narrow ? 5_000 : uses('trading.signing.wide-tolerance') ? 86_400_000 : 30_000
  return Math.abs(late) > tolerance ? 'stale-timestamp' : undefined
}

function parametersRefusal(pairs: readonly Pair[], { keeps, uses }: Behaviour): Refusal | undefined {
  const facts = { many: pairs.length > 6 }
  if (!keeps('signing.right-is-accepted', facts)) return 'wrong-signature'
  if (!keeps('signing.names-with-digits') && pairs.some(pair => /[0-9]/.test(pair.name))) return 'bad-parameters'
  if (!keeps('signing.names-with-underscores') && pairs.some(pair => pair.name.includes('_'))) return 'bad-parameters'
  if (!keeps('signing.names-with-capitals') && pairs.some(pair => /[A-Z]/.test(pair.name))) return 'bad-parameters'
  if (!keeps('signing.letters-beyond-ascii') && pairs.some(pair => /[^\0-\x7f]/.test(pair.value)))
    return 'bad-parameters'
  if (!keeps('signing.empty-values') && pairs.some(pair => pair.value === '')) return 'bad-parameters'
  const repeated = new Set(pairs.map(pair => pair.name)).size < pairs.length
  if (uses('trading.signing.repeated-names-refused') && repeated) return 'bad-parameters'
  const stamps = pairs.filter(pair => pair.name === 'timestamp')
  if (uses('trading.signing.repeated-timestamp-refused') && stamps.length > 1) return 'bad-parameters'
  if (uses('trading.signing.long-values-refused') && pairs.some(pair => pair.value.length > 1_024))
    return 'bad-parameters'
  return undefined
}

function replayRefusal(
  { method, path, signature }: SignedRequest,
  pairs: readonly Pair[],
  admitted: Admitted,
  { uses }: Behaviour,
): Refusal | undefined {
  const once = uses('trading.signing.timestamp-once') && admitted.timestamps.has(timestampOf(pairs) ?? '')
  const again = uses('trading.signing.replay-refused') && admitted.requests.has(`${method} ${path} ${signature}`)
  return once || again ? 'replayed' : undefined
}
