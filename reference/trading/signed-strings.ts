/** Which strings a signature may be over. The rule is one: the query string exactly as sent. The rest departs from it. */
import type { Behaviour } from '../behaviour.ts'
import { stringsTaken } from './near-misses.ts'

export interface Pair {
  /** As sent, with its escapes. */
  readonly raw: string
  readonly name: string
  readonly value: string
}

export function pairsOf(query: string): Pair[] {
  if (query === '') return []
  return query.split('&').map(raw => {
    const at = raw.indexOf('=')
    return { raw, name: decoded(at < 0 ? raw : raw.slice(0, at)), value: at < 0 ? '' : decoded(raw.slice(at + 1)) }
  })
}

export function signedStrings(query: string, pairs: readonly Pair[], { keeps, uses }: Behaviour): string[] {
  const facts = { many: pairs.length > 6 }
  if (!keeps('signing.order-kept', facts)) return [joined(sorted(pairs))]
  if (!keeps('signing.timestamp-in-place', facts)) return [joined(timestampLast(pairs))]
  if (!keeps('signing.escapes-kept', facts)) return [decoded(query)]
  if (!keeps('signing.escape-case-kept', facts)) return [query.replace(/%[0-9a-f]{2}/gi, hex => hex.toLowerCase())]
  if (!keeps('signing.separators-escaped', facts)) return [query.replace(/%26/g, '&').replace(/%3D/gi, '=')]
  if (!keeps('signing.letters-of-any-script', facts)) return [query.replace(/(?:%[89A-F][0-9A-F])+/gi, '%3F')]
  if (!keeps('signing.letters-beyond-first-plane', facts)) return [query.replace(/%F0(?:%[89AB][0-9A-F]){3}/gi, '%3F')]
  if (!keeps('signing.percent-once', facts)) return [query.replace(/%25/g, '%')]
  if (!keeps('signing.empty-values-kept', facts)) return [joined(pairs.filter(pair => pair.value !== ''))]
  if (!keeps('signing.all-parameters', facts)) return [joined(pairs.slice(0, 6))]
  if (!keeps('signing.whole-string', facts)) return [query.slice(0, 128)]
  if (!keeps('signing.letters-not-normalized', facts)) return [inNfc(pairs)]
  const strings = [reEncoded(query, pairs, uses), ...stringsTaken(query, pairs, keeps)]
  if (!keeps('signing.nothing-appended')) strings.push(...pairs.map((_, at) => joined(pairs.slice(0, at + 1))))
  if (!keeps('signing.nothing-unknown')) strings.push(joined(pairs.filter(pair => venueNames.has(pair.name))))
  if (!keeps('signing.letter-case')) strings.push(query.toLowerCase())
  if (!keeps('signing.timestamp-signed')) strings.push(joined(pairs.filter(pair => pair.name !== 'timestamp')))
  if (!keeps('signing.more-than-timestamp')) strings.push(joined(pairs.filter(pair => pair.name === 'timestamp')))
  if (uses('trading.signing.sorted-accepted')) strings.push(joined(sorted(pairs)))
  if (uses('trading.signing.decoded-accepted')) strings.push(decoded(query))
  if (uses('trading.signing.plus-is-space')) strings.push(query.replaceAll('+', '%20'), query.replaceAll('%20', '+'))
  return strings
}

const inNfc = (pairs: readonly Pair[]) =>
  pairs.map(({ name, value }) => `${escaped(name)}=${escaped(value.normalize('NFC'))}`).join('&')

const venueNames = new Set(['asset', 'timestamp', 'symbol', 'side', 'type', 'price', 'quantity', 'orderId'])

const joined = (pairs: readonly Pair[]) => pairs.map(pair => pair.raw).join('&')
const sorted = (pairs: readonly Pair[]) => pairs.toSorted((a, b) => (a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0))
const timestampLast = (pairs: readonly Pair[]) => [
  ...pairs.filter(pair => pair.name !== 'timestamp'),
  ...pairs.filter(pair => pair.name === 'timestamp'),
]

/** Two legal habits: they agree with the query as sent wherever form encoding and RFC 3986 agree. */
function reEncoded(query: string, pairs: readonly Pair[], uses: (variant: string) => boolean): string {
  const entries = pairs.map(({ name, value }) => [name, value] as [string, string])
  if (uses('trading.signing.form-re-encoded')) return new URLSearchParams(entries).toString()
  if (!uses('trading.signing.rfc-3986-re-encoded')) return query
  return entries.map(entry => entry.map(escaped).join('=')).join('&')
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
