/** Mistakes that a signed request may have, one at a time, in several forms each: trading contract, "Authentication". */
import { createHmac } from 'node:crypto'
import type { RequirementId } from '../../../generated/catalogue.ts'
import type { Parameter } from '../../../harness/index.ts'
import { flipped } from '../signing/account.ts'
import { sign } from '../signing/signer.ts'
import { digest, otherCase, stampIn, withPair } from '../signing/tampering.ts'
import {
  characters,
  type Draft,
  type Form,
  form,
  inOtherCase,
  keyForms,
  lengths,
  right,
  rightForms,
  secretForms,
  sentForms,
  signatureForms,
  signedForms,
  unsignedForm,
  wrappings,
} from './signed-forms.ts'

export interface Mistake {
  readonly name: string
  readonly refusedBy: RequirementId
  readonly forms: readonly Form[]
}

const changedFirst = ([first]: readonly Parameter[]): Parameter => [first?.[0] ?? 'assay_more4', `${first?.[1] ?? ''}1`]

const valued = (pairs: readonly Parameter[], name: string, change: (value: string) => string): readonly Parameter[] =>
  pairs.map(pair => (pair[0] === name ? [name, change(pair[1])] : pair))

const everyValue =
  (change: (value: string) => string) =>
  (pairs: readonly Parameter[]): readonly Parameter[] =>
    pairs.map(([name, value]) => [name, change(value)])

const without = (pairs: readonly Parameter[], name: string): readonly Parameter[] =>
  pairs.filter(pair => pair[0] !== name)

const hmac =
  (algorithm: string) =>
  (query: string, { secret }: Draft) =>
    createHmac(algorithm, secret).update(query).digest('hex')

const renamed = (pairs: readonly Parameter[], name: string): readonly Parameter[] =>
  pairs.map(pair => (pair[0] === 'timestamp' ? [name, pair[1]] : pair))

type ShortId = RequirementId extends infer Id ? (Id extends `trading.signing.${infer Name}` ? Name : never) : never

const mistake = (name: string, refusedBy: ShortId, forms: readonly Form[]): Mistake => ({
  name,
  refusedBy: `trading.signing.${refusedBy}`,
  forms,
})

export const mistakes: readonly Mistake[] = [
  mistake('no key', 'no-key', [
    form('a request without key', draft => ({ ...right(draft), key: null })),
    form('an empty key', draft => ({ ...right(draft), key: '' })),
    form('a key as a parameter in place of its header', draft => ({
      ...right({ ...draft, pairs: [...draft.pairs, ['x-svc-apikey', draft.key]] }),
      key: null,
    })),
  ]),
  mistake('no signature', 'no-signature', [
    form('a request without signature', draft => ({ ...right(draft), signature: null })),
    form('an empty signature', draft => ({ ...right(draft), signature: '' })),
    form('a signature as a parameter in place of its header', draft => {
      const { query, key, signature } = right(draft)
      return { query: `${query}&signature=${signature}`, key, signature: null }
    }),
  ]),
  mistake('no credentials', 'no-credentials', [
    form('a request without key and signature', draft => ({ ...right(draft), key: null, signature: null })),
    form('an empty key and an empty signature', draft => ({ ...right(draft), key: '', signature: '' })),
  ]),
  mistake('another character in the key', 'unknown-key', keyForms(characters)),
  mistake('a key in the other letter case', 'key-to-the-letter', keyForms([inOtherCase])),
  mistake('a shorter or longer key', 'unknown-key', [
    ...keyForms([...lengths, ...wrappings]),
    form('a key of nobody and a signature keyed with nothing', draft => {
      const { query } = right(draft)
      return { query, key: `${draft.key}x`, signature: sign(query, '') }
    }),
  ]),
  mistake(
    'another digit in the signature',
    'other-digit',
    signatureForms(
      [32, 61, 8, 16, 0, 63].map(place => [
        `a signature with another digit at place ${place + 1} of 64`,
        signature => flipped(signature, place),
      ]),
    ),
  ),
  mistake(
    'a signature cut short',
    'truncated',
    signatureForms([
      ['the second half of a signature', signature => signature.slice(32)],
      ['the first seven digits of a signature', signature => signature.slice(0, 7)],
      ['a signature without its first digit', signature => signature.slice(1)],
      ['a signature without its last digit', signature => signature.slice(0, -1)],
      ['the first half of a signature', signature => signature.slice(0, 32)],
    ]),
  ),
  mistake(
    'a lengthened signature',
    'lengthened',
    signatureForms([
      ['a signature with a zero in front', signature => `0${signature}`],
      ['a signature with letters after it that are no digits', signature => `${signature}zz`],
      ['two signatures in one header', signature => `${signature}, ${'0'.repeat(64)}`],
      ['a signature with one more digit', signature => `${signature}0`],
      ['a signature written twice', signature => signature + signature],
    ]),
  ),
  mistake('another character in the secret', 'other-secret', secretForms([...characters, inOtherCase])),
  mistake('a shorter or longer secret', 'other-secret', [
    ...secretForms([...lengths, ['a blank behind it', word => `${word} `]]),
    ...signedForms([
      ['a signature keyed with nothing', query => sign(query, '')],
      ['a signature keyed with the API key', (query, { key, secret }) => sign(query, key === secret ? `${key}0` : key)],
      [
        'a signature keyed with the bytes that the secret is the hexadecimal form of',
        (query, { secret }) => createHmac('sha256', Buffer.from(secret, 'hex')).update(query).digest('hex'),
      ],
    ]),
  ]),
  mistake(
    'another algorithm',
    'other-algorithm',
    signedForms([
      ['the SHA-256 of secret and query', (query, { secret }) => digest(secret + query)],
      ['the SHA-256 of query and secret', (query, { secret }) => digest(query + secret)],
      ['an HMAC with secret and query exchanged', (query, { secret }) => sign(secret, query)],
      ['an HMAC by sha512', hmac('sha512')],
      ['an HMAC by sha1', hmac('sha1')],
      ['an HMAC by md5', hmac('md5')],
      ['an HMAC by sha384', hmac('sha384')],
      ['an HMAC by sha3-256', hmac('sha3-256')],
      ['the plain SHA-256 of the query', query => digest(query)],
    ]),
  ),
  mistake(
    'another encoding',
    'other-encoding',
    signatureForms([
      ['the signature in base64', signature => Buffer.from(signature, 'hex').toString('base64')],
      ['the signature in base64url', signature => Buffer.from(signature, 'hex').toString('base64url')],
    ]),
  ),
  mistake(
    'another string signed',
    'other-string',
    signedForms([
      ['the signature of the timestamp alone', (query, { secret }) => sign(stampIn(query), secret)],
      ['the signature of the API key and the query', (query, { secret, key }) => sign(key + query, secret)],
      ['the signature of the query with its question mark', (query, { secret }) => sign(`?${query}`, secret)],
      ['the signature of another text', (_query, { secret }) => sign('assay', secret)],
      ['the signature of the empty string', (_query, { secret }) => sign('', secret)],
      ["the signature of the probe's path", (_query, { secret, path }) => sign(path, secret)],
      ['the signature of path and query', (query, { secret, base, path }) => sign(`${base}${path}?${query}`, secret)],
    ]),
  ),
  mistake(
    'a parameter changed',
    'parameter-changed',
    sentForms([
      ['a parameter changed at its end', (pairs, name) => valued(pairs, name, value => `${value}x`)],
      ['a parameter changed at its beginning', (pairs, name) => valued(pairs, name, value => `x${value}`)],
      ['a parameter emptied', (pairs, name) => valued(pairs, name, () => '')],
      [
        'a parameter turned to capitals',
        (pairs, name) => valued(pairs, name, value => otherCase(value) || `${value}0`),
      ],
      ['a parameter renamed', (pairs, name) => pairs.map(pair => (pair[0] === name ? [`${name}x`, pair[1]] : pair))],
      ['a blank put behind a parameter', (pairs, name) => valued(pairs, name, value => `${value} `)],
      [
        'the name of a parameter turned to capitals',
        (pairs, name) => pairs.map(pair => (pair[0] === name ? [name.toUpperCase(), pair[1]] : pair)),
      ],
    ]),
  ),
  mistake(
    'letters changed for ones that look alike',
    'parameter-changed',
    sentForms(
      [
        [
          'Persian letters changed for Arabic ones',
          everyValue(value => value.replaceAll('ی', 'ي').replaceAll('ک', 'ك')),
        ],
        ['accents written apart from their letters', everyValue(value => value.normalize('NFD'))],
        [
          'a joiner put between letters',
          everyValue(value => value.replace(/(?<=\p{Script=Arabic})(?=\p{Script=Arabic})/u, '\u200c')),
        ],
        ['letters of every script turned to capitals', everyValue(value => value.toUpperCase())],
      ],
      false,
    ),
  ),
  mistake(
    'a number written otherwise',
    'parameter-changed',
    sentForms([['a zero put behind a number', everyValue(value => value.replace(/^\d+\.\d+$/, '$&0'))]], false),
  ),
  mistake(
    'a timestamp changed',
    'parameter-changed',
    sentForms(
      [
        ['a timestamp changed', pairs => valued(pairs, 'timestamp', value => String(Number(value) - 1))],
        ['a timestamp lengthened', pairs => valued(pairs, 'timestamp', value => `${value}0`)],
      ],
      false,
    ),
  ),
  mistake('a parameter added', 'parameter-added', [
    ...sentForms(
      [
        ['a parameter added at the end', withPair(['assay_more4', '1'], 'last')],
        ['a receiving window added in front', withPair(['recvWindow', '5000'], 'first')],
        ['an empty parameter added in the middle', withPair(['assay_more4', ''], 'middle')],
        ['a parameter in another script added', withPair(['assay_more4', 'یادداشت'], 'last')],
      ],
      false,
    ),
    form('a parameter that cannot be decoded added after signing', draft => {
      const made = right(draft)
      return { ...made, query: `${made.query}&assay_more4=%zz` }
    }),
  ]),
  mistake(
    'a parameter doubled',
    'parameter-doubled',
    sentForms(
      [
        ['the first parameter doubled', pairs => [...pairs, pairs[0] ?? ['assay_more4', '1']]],
        ['the first parameter added once more in front, with another value', pairs => [changedFirst(pairs), ...pairs]],
      ],
      false,
    ),
  ),
  mistake('a parameter not signed', 'parameter-added', [
    unsignedForm('all but the timestamp added', pairs => pairs.filter(([name]) => name === 'timestamp')),
    unsignedForm('the timestamp added', pairs => without(pairs, 'timestamp')),
  ]),
  mistake(
    'a parameter removed',
    'parameter-removed',
    sentForms([
      ['a parameter removed', (pairs, name) => without(pairs, name)],
      ['all but the timestamp removed', pairs => pairs.filter(([name]) => name === 'timestamp')],
    ]),
  ),
  mistake('no timestamp', 'no-timestamp', [
    ...rightForms([
      ['a request without timestamp', pairs => without(pairs, 'timestamp')],
      ['a parameter named timestamps in place of timestamp', pairs => renamed(pairs, 'timestamps')],
      ['a parameter named assay_timestamp in place of timestamp', pairs => renamed(pairs, 'assay_timestamp')],
    ]),
    ...rightForms([['a request without any parameter', () => []]]).map(one => ({ ...one, from: 'thorough' as const })),
  ]),
]
