/** Faults of signing: signatures that are let in although they are wrong, and strings that are signed instead of the query. */
import { createHash } from 'node:crypto'
import type { Fault } from '../../behaviour.ts'
import { alter, drop } from '../../operations/change.ts'
import type { When } from '../../operations/condition.ts'
import { apiKey, secretKey } from '../credentials.ts'
import { decoded, escaped, joined, type Pair, pairsOf, sorted } from '../query-pairs.ts'
import { root } from '../target.ts'
import { type Signed, signatureOf, signing } from '../verify-signature.ts'
import { fault } from './fault.ts'

type Ids = string | readonly string[]

const letIn = (id: string, describes: string, breaches: Ids, when: When<Signed, []>, budget?: 'thorough'): Fault =>
  fault(
    `signing.${id}`,
    describes,
    [breaches].flat().map(one => `signing.${one}`),
    drop(signing, 'signature-right', when),
    budget && { budget },
  )

const wrong = [
  ...['other-digit', 'other-string', 'truncated', 'lengthened'],
  ...['other-secret', 'other-algorithm', 'other-encoding'],
]
const tampered = ['parameter-changed', 'parameter-added', 'parameter-removed']
const was = (seen: (one: Signed, it: Signed) => boolean) => ({
  where: (it: Signed) => it.venue.admitted.some(one => seen(one, it)),
})

const verdicts: readonly Fault[] = [
  letIn('signature.never-verified', 'any signature is accepted', [...wrong, ...tampered], {}),
  letIn('signature.not-verified-when-few', 'any signature is accepted for fewer than three parameters', 'other-digit', {
    where: ({ pairs }) => pairs.length < 3,
  }),
  fault(
    'signing.signature.key-remembered',
    'after one signed request the key alone is enough',
    ['no-signature', ...wrong, ...tampered].map(one => `signing.${one}`),
    drop(
      signing,
      ['signature-given', 'signature-right'],
      was((_one, { key }) => Boolean(key)),
    ),
  ),
  letIn(
    'string.signature-remembered',
    'a signature that was right once is right for any string',
    tampered,
    was((one, { signature }) => one.signature === signature),
  ),
  letIn(
    'string.timestamp-remembered',
    'a timestamp that was accepted once opens the door to any signature',
    'other-digit',
    was((one, { timestamp }) => one.timestamp === timestamp),
  ),
  letIn(
    'verdict.by-query',
    'a query that was accepted once needs no right signature',
    'other-digit',
    was((one, { query }) => one.query === query),
  ),
  letIn(
    'verdict.reused',
    'of the requests of the account with the same parameters the one after the first accepted one is accepted',
    'other-digit',
    {
      after: { outcome: 'accepted' },
      where: ({ about }) => about.earlier.filter(({ caller }) => caller === 'account').length === 1,
    },
  ),
  letIn(
    'verdict.after-ten',
    'after a refused request any signature is let in with the same parameters',
    'parameter-added',
    { after: { outcome: 'refused' } },
  ),
]

/** What is taken for the right digits. */
const mistaken: readonly (readonly [
  id: string,
  describes: string,
  breaches: Ids,
  taken: (given: string, right: string) => boolean,
])[] = [
  [
    'signature.by-form',
    'any 64 lower-case hexadecimal digits are accepted',
    ['other-digit', 'other-string', 'other-secret', ...tampered],
    given => /^[0-9a-f]{64}$/.test(given),
  ],
  [
    'signature.first-sixteen',
    'only the first sixteen digits are compared',
    ['other-digit', 'lengthened'],
    (given, right) => given.slice(0, 16) === right.slice(0, 16),
  ],
  ['signature.all-but-last', 'the last digit is not compared', 'other-digit', allBut(at => at === 63)],
  ['signature.all-but-first', 'the first digit is not compared', 'other-digit', allBut(at => at === 0)],
  ['signature.last-pair', 'the last two digits are not compared', 'other-digit', allBut(at => at > 61)],
  ['signature.ends', 'only the digits at both ends are compared', 'other-digit', allBut(at => at > 15 && at < 62)],
  [
    'verdict.third',
    'every third digit, the first included, is not compared',
    'other-digit',
    allBut(at => at % 3 === 0),
  ],
  [
    'verdict.fifth',
    'every fifth digit, the first included, is not compared',
    'other-digit',
    allBut(at => at % 5 === 0),
  ],
  [
    'signature.as-number',
    'signatures are compared as numbers',
    'other-digit',
    (given, right) => Number(`0x${given}`) === Number(`0x${right}`),
  ],
  [
    'signature.as-many-as-given',
    'as many digits are compared as are given',
    'truncated',
    (given, right) => right.startsWith(given),
  ],
  [
    'signature.half-is-enough',
    'digits beyond the first half may be missing',
    'truncated',
    (given, right) => given.length >= 32 && right.startsWith(given),
  ],
  [
    'signature.second-half',
    'the second half is enough',
    'truncated',
    (given, right) => given.length >= 32 && right.endsWith(given),
  ],
  [
    'signature.first-eight',
    'the first eight digits are enough',
    'truncated',
    (given, right) => given.length >= 8 && right.startsWith(given),
  ],
  [
    'signature.more-after-it',
    'what follows the right digits is not looked at',
    'lengthened',
    (given, right) => given.startsWith(right),
  ],
  ['signature.twice', 'the right digits may be repeated', 'lengthened', (given, right) => given === right + right],
  [
    'signature.as-bytes',
    'what is no hexadecimal pair is passed over',
    'lengthened',
    (given, right) => Buffer.from(given, 'hex').toString('hex') === right,
  ],
  [
    'signature.contained',
    'a signature may stand anywhere in the header',
    'lengthened',
    (given, right) => given.includes(right),
  ],
  [
    'signature.list',
    'one right signature among several is enough',
    'lengthened',
    (given, right) => given.split(',').some(one => one.trim() === right),
  ],
  ['encoding.base64', 'base64 is accepted too', 'other-encoding', inEncoding('base64')],
  ['encoding.base64url', 'base64url is accepted too', 'other-encoding', inEncoding('base64url')],
]

/** The digits at these places are not compared. */
function allBut(passedOver: (at: number) => boolean): (given: string, right: string) => boolean {
  return (given, right) =>
    given.length === right.length && [...given].every((digit, at) => passedOver(at) || digit === right[at])
}

function inEncoding(encoding: 'base64' | 'base64url'): (given: string, right: string) => boolean {
  return (given, right) => given === Buffer.from(right, 'hex').toString(encoding)
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Other ways to sign that are accepted beside the right one. */
const algorithms: readonly (readonly [id: string, describes: string, sign: (text: string) => string])[] = [
  ...['sha1', 'sha384', 'sha512', 'md5'].map(
    name =>
      [
        name,
        `HMAC-${name.toUpperCase()} is accepted too`,
        (text: string) => signatureOf(text, secretKey, name),
      ] as const,
  ),
  ['sha3', 'HMAC-SHA3 is accepted too', text => signatureOf(text, secretKey, 'sha3-256')],
  ['unkeyed', 'SHA-256 without a key is accepted too', hash],
  ['secret-in-front', 'SHA-256 of secret and query is accepted too', text => hash(secretKey + text)],
  ['secret-behind', 'SHA-256 of query and secret is accepted too', text => hash(text + secretKey)],
  ['exchanged', 'secret and query may change places', text => signatureOf(secretKey, text)],
]

const secrets: readonly (readonly [id: string, describes: string, secret: string | Buffer])[] = [
  ['the-key', 'the API key serves as a secret too', apiKey],
  ['empty', 'the empty secret is accepted too', ''],
  ['shorter', 'the secret may lack its last character', secretKey.slice(0, -1)],
  ['capitals', 'the secret may be in capitals', secretKey.toUpperCase()],
  ['padded', 'a blank may follow the secret', `${secretKey} `],
  ['bytes', 'the bytes of the secret serve as well as its digits', Buffer.from(secretKey, 'hex')],
]

const without = (pairs: readonly Pair[], left: (pair: Pair) => boolean): string[] => [
  joined(pairs.filter(pair => !left(pair))),
]
const isTimestamp = ({ name }: Pair): boolean => name === 'timestamp'
const venueNames = new Set(['asset', 'timestamp', 'symbol', 'side', 'type', 'price', 'quantity', 'orderId'])
const persian = (value: string): string => value.replaceAll('ي', 'ی').replaceAll('ك', 'ک')
const lastOfName = (pairs: readonly Pair[]): Pair[] => [...new Map(pairs.map(pair => [pair.name, pair])).values()]

/** Strings over which a signature is accepted beside the query as sent. */
const strings: readonly (readonly [
  id: string,
  describes: string,
  breaches: string,
  taken: (query: string, pairs: readonly Pair[]) => readonly string[],
])[] = [
  ['others-accepted', 'a signature over the path is accepted too', 'other-string', () => ['/account/balance']],
  [
    'path-and-query',
    'a signature over path and query is accepted too',
    'other-string',
    query => [`${root}/account/balance?${query}`],
  ],
  ['key-and-query', 'a signature over key and query is accepted too', 'other-string', query => [apiKey + query]],
  [
    'moment',
    'a signature over the timestamp alone is accepted too',
    'other-string',
    (_query, pairs) => [pairs.find(isTimestamp)?.value ?? ''],
  ],
  ['nothing', 'a signature over nothing is accepted too', 'other-string', () => ['']],
  [
    'appended',
    'parameters after the signed ones are not looked at',
    'parameter-added',
    (_query, pairs) => pairs.map((_, at) => joined(pairs.slice(0, at + 1))),
  ],
  [
    'unknown-names',
    'parameters that the venue does not know need not be signed',
    'parameter-added',
    (_query, pairs) => without(pairs, ({ name }) => !venueNames.has(name)),
  ],
  [
    'without-timestamp',
    'the timestamp need not be signed',
    'parameter-added',
    (_query, pairs) => without(pairs, isTimestamp),
  ],
  [
    'timestamp-only',
    'nothing but the timestamp need be signed',
    'parameter-added',
    (_query, pairs) => without(pairs, pair => !isTimestamp(pair)),
  ],
  [
    'empty-values',
    'empty parameters need not be signed',
    'parameter-added',
    (_query, pairs) => without(pairs, ({ value }) => value === ''),
  ],
  [
    'first-of-a-name',
    'of one name only the first value is signed',
    'parameter-added',
    (_query, pairs) => [joined(lastOfName(pairs.toReversed()).toReversed())],
  ],
  [
    'last-of-a-name',
    'of one name only the last value is signed',
    'parameter-added',
    (_query, pairs) => [joined(lastOfName(pairs))],
  ],
  [
    'signature-parameter',
    'a parameter named signature is passed over',
    'parameter-added',
    (_query, pairs) => without(pairs, ({ name }) => name === 'signature'),
  ],
  [
    'prefixed-names',
    'parameters of another make need not be signed',
    'parameter-added',
    (_query, pairs) => without(pairs, ({ name }) => name.startsWith('assay')),
  ],
  ['letter-case', 'letter case does not count', 'parameter-changed', query => [query.toLowerCase()]],
  [
    'names-in-capitals',
    'capitals do not count in names',
    'parameter-changed',
    query => [query.replace(/(^|&)[^=]*/g, name => name.toLowerCase())],
  ],
  ...(
    [
      ['accents', 'accents are put together before signing', value => value.normalize('NFC')],
      ['persian-letters', 'Arabic letters count as Persian ones', persian],
      ['joiners', 'joiners do not count', value => value.replaceAll('\u200c', '')],
      ['capitals', 'capitals of any script do not count in values', value => value.toLowerCase()],
      ['blanks', 'blanks around values do not count', value => value.trim()],
    ] satisfies [string, string, (value: string) => string][]
  ).map(
    ([id, describes, change]) =>
      [
        id,
        describes,
        'parameter-changed',
        (_query: string, pairs: readonly Pair[]) => [escaped(pairs, change)],
      ] as const,
  ),
]

const isMany = { where: (_call: unknown, sent: string) => pairsOf(sent).length > 6 }
const inOrder = (sent: string): string => joined(sorted(pairsOf(sent)))
const timestampLast = (sent: string): string =>
  joined(pairsOf(sent).toSorted((one, other) => Number(isTimestamp(one)) - Number(isTimestamp(other))))

/** Strings that are signed instead of the query as sent: right signatures are refused. */
const instead: readonly (readonly [
  id: string,
  describes: string,
  breaches: Ids,
  signed: (sent: string) => string,
  when?: typeof isMany,
])[] = [
  ['order.sorted', 'only a signature over the sorted parameters is accepted', 'any-order', inOrder],
  ['generated.sorted', 'parameters are sorted before they are signed', 'generated', inOrder],
  ['order.sorted-when-many', 'more than six parameters are sorted first', 'many-parameters', inOrder, isMany],
  ['order.timestamp-last', 'the timestamp is taken to be last', 'any-order', timestampLast],
  ['generated.timestamp-last', 'the timestamp is taken to be last', 'generated', timestampLast],
  [
    'many.first-six',
    'only the first six parameters are signed',
    'many-parameters',
    sent => joined(pairsOf(sent).slice(0, 6)),
  ],
  ['many.first-128', 'only the first 128 characters are signed', 'many-parameters', sent => sent.slice(0, 128)],
  ['escapes.decoded', 'the signature must be over the decoded string', ['reserved-characters', 'any-script'], decoded],
  [
    'escapes.lower-case',
    'escapes are written in lower case before signing',
    ['reserved-characters', 'any-script'],
    sent => sent.replace(/%[0-9a-f]{2}/gi, hex => hex.toLowerCase()),
  ],
  [
    'escapes.separators',
    'escaped separators are taken for separators',
    'reserved-characters',
    sent => sent.replace(/%26/g, '&').replace(/%3D/gi, '='),
  ],
  [
    'escapes.percent-signs',
    'encoded percent signs are decoded before signing',
    'reserved-characters',
    sent => sent.replace(/%25/g, '%'),
  ],
  [
    'scripts.question-marks',
    'letters beyond ASCII become question marks',
    'any-script',
    sent => sent.replace(/(?:%[89A-F][0-9A-F])+/gi, '%3F'),
  ],
  [
    'scripts.beyond-first-plane',
    'letters beyond the first plane become question marks',
    'any-script',
    sent => sent.replace(/%F0(?:%[89AB][0-9A-F]){3}/gi, '%3F'),
  ],
  [
    'scripts.put-together',
    'letters and accents are signed as one',
    'any-script',
    sent => escaped(pairsOf(sent), value => value.normalize('NFC')),
  ],
  [
    'empty-values.left-out',
    'parameters with empty values are left out before signing',
    'empty-values',
    sent => joined(pairsOf(sent).filter(({ value }) => value !== '')),
  ],
]

const isNamed = ({ signature, signed }: Signed): boolean => signature === `sha256=${signatureOf(signed)}`
const bySha224 = ({ signature, signed }: Signed): boolean => signature === signatureOf(signed, secretKey, 'sha224')

export const signatureFaults: readonly Fault[] = [
  ...verdicts,
  ...mistaken.map(([id, describes, breaches, taken]) =>
    letIn(id, describes, breaches, {
      where: ({ signature = '', signed }) => taken(signature, signatureOf(signed)),
    }),
  ),
  ...algorithms.map(([id, describes, sign]) =>
    letIn(`algorithm.${id}`, describes, 'other-algorithm', {
      where: ({ signature, signed }) => signature === sign(signed),
    }),
  ),
  ...secrets.map(([id, describes, secret]) =>
    letIn(`secret.${id}`, describes, 'other-secret', {
      where: ({ signature, signed }) => signature === signatureOf(signed, secret),
    }),
  ),
  ...strings.map(([id, describes, breaches, taken]) =>
    letIn(`string.${id}`, describes, breaches, {
      where: ({ signature, query, pairs }) => taken(query, pairs).some(text => signature === signatureOf(text)),
    }),
  ),
  ...instead.map(([id, describes, breaches, signed, when]) =>
    fault(
      `signing.${id}`,
      describes,
      [breaches].flat().map(one => `signing.${one}`),
      alter(signing, 'signed', (_sent, _call, sent) => signed(sent), when),
    ),
  ),
  letIn(
    'signature.named',
    'the name of the algorithm may stand in front',
    'lengthened',
    { where: isNamed },
    'thorough',
  ),
  letIn('algorithm.sha224', 'HMAC-SHA224 is accepted too', 'other-algorithm', { where: bySha224 }, 'thorough'),
]
