/** What a sloppy venue takes for the right key, the right signature or the right string. Each rule kept rules one out. */
import { createHash, createHmac } from 'node:crypto'
import type { Behaviour } from '../behaviour.ts'
import { apiKey, secretKey } from './credentials.ts'
import type { Pair } from './signed-strings.ts'

type Keeps = Behaviour['keeps']
type Rules<Args extends readonly unknown[]> = readonly (readonly [rule: string, mistakes: (...args: Args) => boolean])[]

const keys: Rules<[key: string]> = [
  ['signing.key-not-by-form', key => key.length === apiKey.length],
  ['signing.key-not-shorter', key => apiKey.startsWith(key)],
  ['signing.key-not-longer', key => key.startsWith(apiKey)],
  ['signing.key-letter-case', key => key.toLowerCase() === apiKey.toLowerCase()],
  ['signing.key-not-trimmed', key => key.trim() === apiKey],
  ['signing.key-not-a-list', key => key.split(',').some(one => one.trim() === apiKey)],
  ['signing.key-first-half', key => key.slice(0, 16) === apiKey.slice(0, 16)],
  ['signing.key-ending', key => key.endsWith(apiKey.slice(-12))],
]

/** Whether a key that is not the account's is taken for it. */
export const keyTaken = (key: string, keeps: Keeps): boolean =>
  keys.some(([rule, mistakes]) => !keeps(rule) && mistakes(key))

const signatures: Rules<[expected: string, given: string]> = [
  ['signing.compares-all', (expected, given) => given.slice(0, 16) === expected.slice(0, 16)],
  ['signing.compares-last', (expected, given) => given.length === 64 && given.slice(0, -1) === expected.slice(0, -1)],
  [
    'signing.compares-last-pair',
    (expected, given) => given.length === 64 && given.slice(0, 62) === expected.slice(0, 62),
  ],
  ['signing.compares-first', (expected, given) => given.length === 64 && given.slice(1) === expected.slice(1)],
  ['signing.compares-middle', (expected, given) => endsOf(given) === endsOf(expected) && given.length === 64],
  ['signing.not-shorter', (expected, given) => expected.startsWith(given)],
  ['signing.not-half', (expected, given) => given.length >= 32 && expected.startsWith(given)],
  ['signing.not-second-half', (expected, given) => given.length >= 32 && expected.endsWith(given)],
  ['signing.not-eight', (expected, given) => given.length >= 8 && expected.startsWith(given)],
  ['signing.not-doubled', (expected, given) => given === expected + expected],
  ['signing.not-longer', (expected, given) => given.startsWith(expected)],
  ['signing.not-contained', (expected, given) => given.includes(expected)],
  ['signing.not-by-form', (_expected, given) => /^[0-9a-f]{64}$/.test(given)],
  ['signing.not-as-bytes', (expected, given) => Buffer.from(given, 'hex').toString('hex') === expected],
  ['signing.not-as-number', (expected, given) => Number(`0x${given}`) === Number(`0x${expected}`)],
  ['signing.not-a-list-of-signatures', (expected, given) => given.split(',').some(one => one.trim() === expected)],
  ['signing.not-named', (expected, given) => given.replace(/^sha256=/, '') === expected],
  ['signing.not-base64', (expected, given) => given === Buffer.from(expected, 'hex').toString('base64')],
  ['signing.not-base64url', (expected, given) => given === Buffer.from(expected, 'hex').toString('base64url')],
]

const endsOf = (digits: string) => digits.slice(0, 16) + digits.slice(-2)

/** Whether a signature that is not the expected one is taken for it. */
export const signatureTaken = (expected: string, given: string, keeps: Keeps): boolean =>
  signatures.some(([rule, mistakes]) => !keeps(rule) && mistakes(expected, given))

const hmac = (digest: string, key: string | Buffer, text: string) => createHmac(digest, key).update(text).digest('hex')
const hash = (digest: string, text: string) => createHash(digest).update(text).digest('hex')

/** Other ways to sign, which a venue may take besides the right one. */
export const otherAlgorithms: readonly (readonly [rule: string, signed: (text: string) => string])[] = [
  ['signing.not-sha1', text => hmac('sha1', secretKey, text)],
  ['signing.not-sha224', text => hmac('sha224', secretKey, text)],
  ['signing.not-sha384', text => hmac('sha384', secretKey, text)],
  ['signing.not-sha512', text => hmac('sha512', secretKey, text)],
  ['signing.not-sha3', text => hmac('sha3-256', secretKey, text)],
  ['signing.not-md5', text => hmac('md5', secretKey, text)],
  ['signing.not-unkeyed', text => hash('sha256', text)],
  ['signing.not-secret-in-front', text => hash('sha256', secretKey + text)],
  ['signing.not-secret-behind', text => hash('sha256', text + secretKey)],
  ['signing.not-exchanged', text => hmac('sha256', text, secretKey)],
  ['signing.not-the-key', text => hmac('sha256', apiKey, text)],
  ['signing.not-empty-secret', text => hmac('sha256', '', text)],
  ['signing.not-shorter-secret', text => hmac('sha256', secretKey.slice(0, -1), text)],
  ['signing.not-secret-in-capitals', text => hmac('sha256', secretKey.toUpperCase(), text)],
  ['signing.not-padded-secret', text => hmac('sha256', `${secretKey} `, text)],
  ['signing.not-secret-bytes', text => hmac('sha256', Buffer.from(secretKey, 'hex'), text)],
]

const joined = (pairs: readonly Pair[]) => pairs.map(pair => pair.raw).join('&')
const values = (pairs: readonly Pair[], change: (value: string) => string) =>
  pairs.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(change(value))}`).join('&')
const persian = (value: string) => value.replaceAll('ي', 'ی').replaceAll('ك', 'ک')

const strings: readonly (readonly [rule: string, taken: (query: string, pairs: readonly Pair[]) => string])[] = [
  ['signing.empty-values-signed', (_query, pairs) => joined(pairs.filter(pair => pair.value !== ''))],
  [
    'signing.first-of-a-name',
    (_query, pairs) => joined([...new Map(pairs.toReversed().map(pair => [pair.name, pair])).values()].toReversed()),
  ],
  ['signing.last-of-a-name', (_query, pairs) => joined([...new Map(pairs.map(pair => [pair.name, pair])).values()])],
  ['signing.signature-parameter', (_query, pairs) => joined(pairs.filter(pair => pair.name !== 'signature'))],
  ['signing.own-parameters', (_query, pairs) => joined(pairs.filter(pair => !pair.name.startsWith('assay')))],
  ['signing.spelling', (_query, pairs) => values(pairs, value => value.normalize('NFC'))],
  ['signing.letters-kept-apart', (_query, pairs) => values(pairs, persian)],
  ['signing.joiners', (_query, pairs) => values(pairs, value => value.replaceAll('\u200c', ''))],
  ['signing.capitals-of-any-script', (_query, pairs) => values(pairs, value => value.toLowerCase())],
  ['signing.blanks', (_query, pairs) => values(pairs, value => value.trim())],
  ['signing.case-of-names', query => query.replace(/(^|&)[^=]*/g, name => name.toLowerCase())],
  ['signing.not-path-and-query', query => `/trading/v1/account/balance?${query}`],
  ['signing.not-key-and-query', query => apiKey + query],
  ['signing.not-the-moment', (_query, pairs) => pairs.find(pair => pair.name === 'timestamp')?.value ?? ''],
  ['signing.not-nothing', () => ''],
]

/** Strings over which a signature is taken besides the query as sent. */
export const stringsTaken = (query: string, pairs: readonly Pair[], keeps: Keeps): string[] =>
  strings.flatMap(([rule, taken]) => (keeps(rule) ? [] : [taken(query, pairs)]))
