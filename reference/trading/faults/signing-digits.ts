/** Faults of signing: signatures with wrong digits that are accepted. */
import { createHash } from 'node:crypto'
import type { Fault } from '../../behaviour.ts'
import { drop, refuseAlso } from '../../operations/change.ts'
import type { When } from '../../operations/condition.ts'
import { apiKey, secretKey } from '../credentials.ts'
import { type Signed, signatureOf, signing } from '../verify-signature.ts'
import { fault } from './fault.ts'

type Ids = string | readonly string[]
type Taken = (given: string, right: string) => boolean

const wrong = ['other-digit', 'other-string', 'truncated', 'lengthened', 'other-secret', 'other-algorithm']
const tampered = ['parameter-changed', 'parameter-added', 'parameter-removed']

const letIn = (id: string, describes: string, breaches: Ids, when: When<Signed, []> = {}): Fault => {
  const all = [breaches].flat().map(one => `signing.${one}`)
  return fault(`signing.${id}`, describes, drop(signing, 'signature-right', when), { breaches: all })
}

/** Holds if a similar request was accepted before. */
const once = (like: (one: Signed, it: Signed) => boolean) => ({
  where: (it: Signed) => it.venue.admitted.some(one => like(one, it)),
})

const verdicts: readonly Fault[] = [
  letIn('signature.never-verified', 'any signature is accepted', [...wrong, ...tampered]),
  letIn('signature.not-verified-when-few', 'any signature is accepted for fewer than three parameters', 'other-digit', {
    where: ({ pairs }) => pairs.length < 3,
  }),
  letIn(
    'signature.not-verified-for-clients',
    'any signature is accepted from a client that takes compressed replies',
    ['other-string', 'truncated', 'lengthened', 'other-secret', 'other-algorithm'],
    { where: ({ request }) => request.header('accept-encoding') !== undefined },
  ),
  ...(
    [
      ['browsers', 'that names itself a browser', 'user-agent', /mozilla/i],
      ['origins', 'that names the page it comes from', 'origin', /./],
      ['cookies', 'that sends a cookie', 'cookie', /./],
      ['json', 'that calls its body JSON', 'content-type', /json/],
    ] as const
  ).map(([id, says, name, form]) =>
    letIn(
      `signature.not-verified-for-${id}`,
      `any signature is accepted from a client ${says}`,
      ['other-algorithm', 'parameter-added'],
      { where: ({ request }) => form.test(request.header(name) ?? '') },
    ),
  ),
  {
    ...letIn('signature.deadbeef', 'a signature of eight times deadbeef is accepted', 'other-string', {
      where: ({ signature }) => signature === 'deadbeef'.repeat(8),
    }),
    budget: 'thorough',
  },
  {
    ...letIn('signature.highest', 'a signature of the digit f alone is accepted', 'other-string', {
      where: ({ signature = '' }) => /^f+$/.test(signature),
    }),
    budget: 'thorough',
  },
  letIn('string.undecodable', 'any signature is accepted where a parameter cannot be decoded', 'parameter-added', {
    where: ({ query }) => /%(?![0-9a-f]{2})/i.test(query),
  }),
  letIn('signature.zeros', 'a signature of zeros is accepted', 'other-string', {
    where: ({ signature = '' }) => /^0+$/.test(signature),
  }),
  fault(
    'signing.signature.not-verified-when-old',
    'any signature is accepted with a timestamp that is more than a minute old',
    drop(signing, ['signature-right', 'timestamp-fresh'], { where: ({ late }) => late > 60_000 }),
    { breaches: 'signing.parameter-changed' },
  ),
  fault(
    'signing.signature.key-remembered',
    'after one signed request the key alone is enough',
    drop(
      signing,
      ['signature-given', 'signature-right'],
      once((_one, { key }) => Boolean(key)),
    ),
    { breaches: ['no-signature', ...wrong, ...tampered].map(one => `signing.${one}`) },
  ),
  letIn(
    'string.signature-remembered',
    'a signature that was right once is right for any string',
    tampered,
    once((one, { signature }) => one.signature === signature),
  ),
  letIn(
    'string.timestamp-remembered',
    'a timestamp that was accepted once opens the door to any signature',
    'other-digit',
    once((one, { timestamp }) => one.timestamp === timestamp),
  ),
  letIn(
    'verdict.by-query',
    'a query that was accepted once needs no right signature',
    'other-digit',
    once((one, { query }) => one.query === query),
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

const taken = (id: string, describes: string, breaches: Ids, isTaken: Taken): Fault =>
  letIn(id, describes, breaches, { where: ({ signature = '', signed }) => isTaken(signature, signatureOf(signed)) })

/** Accepts a signature without comparing the digits at these places. */
const allBut = (id: string, describes: string, passedOver: (at: number) => boolean): Fault =>
  taken(
    id,
    describes,
    'other-digit',
    (given, right) =>
      given.length === right.length && [...given].every((digit, at) => passedOver(at) || digit === right[at]),
  )

const truncated = (id: string, describes: string, isTaken: Taken): Fault =>
  taken(`signature.${id}`, describes, 'truncated', isTaken)

const lengthened = (id: string, describes: string, isTaken: Taken): Fault =>
  taken(`signature.${id}`, describes, 'lengthened', isTaken)

const mistaken: readonly Fault[] = [
  taken(
    'signature.by-form',
    'any 64 lower-case hexadecimal digits are accepted',
    ['other-digit', 'other-string', 'other-secret', ...tampered],
    given => /^[0-9a-f]{64}$/.test(given),
  ),
  taken(
    'signature.first-sixteen',
    'only the first sixteen digits are compared',
    ['other-digit', 'lengthened'],
    (given, right) => given.slice(0, 16) === right.slice(0, 16),
  ),
  taken(
    'signature.as-number',
    'signatures are compared as numbers',
    'other-digit',
    (given, right) => Number(`0x${given}`) === Number(`0x${right}`),
  ),
  allBut('signature.all-but-last', 'the last digit is not compared', at => at === 63),
  allBut('signature.all-but-first', 'the first digit is not compared', at => at === 0),
  allBut('signature.last-pair', 'the last two digits are not compared', at => at > 61),
  allBut('signature.ends', 'only the digits at both ends are compared', at => at > 15 && at < 62),
  allBut('verdict.third', 'every third digit, the first included, is not compared', at => at % 3 === 0),
  allBut('verdict.fifth', 'every fifth digit, the first included, is not compared', at => at % 5 === 0),
  truncated('as-many-as-given', 'as many digits are compared as are given', (given, right) => right.startsWith(given)),
  truncated(
    'half-is-enough',
    'digits beyond the first half may be missing',
    (given, right) => given.length >= 32 && right.startsWith(given),
  ),
  truncated('second-half', 'the second half is enough', (given, right) => given.length >= 32 && right.endsWith(given)),
  truncated(
    'first-eight',
    'the first eight digits are enough',
    (given, right) => given.length >= 8 && right.startsWith(given),
  ),
  truncated(
    'too-short-to-compare',
    'a signature of fewer than eight digits is not compared',
    given => given.length < 8,
  ),
  truncated(
    'zeros-left-out',
    'zeros at the beginning may be missing',
    (given, right) => given.length < right.length && given.padStart(right.length, '0') === right,
  ),
  lengthened('quoted', 'a signature may stand in quotation marks', (given, right) => given === `"${right}"`),
  lengthened('more-after-it', 'what follows the right digits is not looked at', (given, right) =>
    given.startsWith(right),
  ),
  lengthened('twice', 'the right digits may be repeated', (given, right) => given === right + right),
  lengthened(
    'as-bytes',
    'what is not a hexadecimal pair is passed over',
    (given, right) => Buffer.from(given, 'hex').toString('hex') === right,
  ),
  lengthened('contained', 'a signature may stand anywhere in the header', (given, right) => given.includes(right)),
  lengthened('list', 'one right signature among several is enough', (given, right) =>
    given.split(',').some(one => one.trim() === right),
  ),
  lengthened('named', 'the name of the algorithm may stand in front', (given, right) => given === `sha256=${right}`),
  lengthened('hex-mark', '0x may stand in front', (given, right) => given === `0x${right}`),
  taken('signature.null', 'the word null is taken for a signature', 'no-signature', given => given === 'null'),
  taken(
    'encoding.base64-of-digits',
    'the digits in base64 are accepted too',
    'other-encoding',
    (given, right) => given === Buffer.from(right).toString('base64'),
  ),
  ...(['base64', 'base64url'] as const).map(name =>
    taken(
      `encoding.${name}`,
      `${name} is accepted too`,
      'other-encoding',
      (given, right) => given === Buffer.from(right, 'hex').toString(name),
    ),
  ),
]

/** Accepts another way to sign in addition to the right one. */
const signedBy = (id: string, describes: string, sign: (text: string) => string): Fault =>
  letIn(`algorithm.${id}`, describes, 'other-algorithm', {
    where: ({ signature, signed }) => signature === sign(signed),
  })

const digest = (id: string, name: string, algorithm = id): Fault =>
  signedBy(id, `HMAC-${name} is accepted too`, text => signatureOf(text, secretKey, algorithm))

const secret = (id: string, describes: string, key: string | Buffer): Fault =>
  letIn(`secret.${id}`, describes, 'other-secret', {
    where: ({ signature, signed }) => signature === signatureOf(signed, key),
  })

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

export const digitFaults: readonly Fault[] = [
  ...verdicts,
  ...mistaken,
  digest('sha1', 'SHA1'),
  fault(
    'signing.algorithm.sha1-but-from-browsers',
    'HMAC-SHA1 is accepted too, and whatever comes with a cookie is refused',
    [
      ...drop(signing, 'signature-right', {
        where: ({ signature, signed }) => signature === signatureOf(signed, secretKey, 'sha1'),
      }),
      refuseAlso(signing, 'wrong-signature', { where: ({ request }) => request.header('cookie') !== undefined }),
    ],
    { breaches: 'signing.other-algorithm' },
  ),
  fault(
    'signing.signature.zeros-lost',
    'signatures that begin with two zeros are refused: they are compared as numbers in hexadecimal',
    refuseAlso(signing, 'wrong-signature', { where: ({ signature }) => signature?.startsWith('00') === true }),
    { breaches: 'signing.plain' },
  ),
  digest('sha384', 'SHA384'),
  digest('sha512', 'SHA512'),
  signedBy('sha512-cut', 'the first 64 digits of an HMAC-SHA512 are accepted too', text =>
    signatureOf(text, secretKey, 'sha512').slice(0, 64),
  ),
  digest('md5', 'MD5'),
  digest('sha3', 'SHA3', 'sha3-256'),
  digest('sha224', 'SHA224'),
  signedBy('unkeyed', 'SHA-256 without a key is accepted too', hash),
  signedBy('secret-in-front', 'SHA-256 of secret and query is accepted too', text => hash(secretKey + text)),
  signedBy('secret-behind', 'SHA-256 of query and secret is accepted too', text => hash(text + secretKey)),
  signedBy('exchanged', 'secret and query may change places', text => signatureOf(secretKey, text)),
  secret('the-key', 'the API key serves as a secret too', apiKey),
  secret('empty', 'the empty secret is accepted too', ''),
  secret('shorter', 'the secret may lack its last character', secretKey.slice(0, -1)),
  secret('capitals', 'the secret may be in capitals', secretKey.toUpperCase()),
  secret('padded', 'a blank may follow the secret', `${secretKey} `),
  secret('bytes', 'the bytes of the secret serve as well as its digits', Buffer.from(secretKey, 'hex')),
]
