/** Faults of signing: requests without credentials that are accepted, timestamps, and correct requests that are refused. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import type { When } from '../../operations/condition.ts'
import { pathOf } from '../../path-of.ts'
import { apiKey, secretKey } from '../credentials.ts'
import { asJson } from '../framing.ts'
import { joined, pairsOf } from '../query-pairs.ts'
import { type Reason, refusing } from '../refusals.ts'
import { target } from '../target.ts'
import { type Signed, signatureOf, signing } from '../verify-signature.ts'
import { fault } from './fault.ts'
import { someoneCame } from './signing-keys.ts'

type Where = (it: Signed) => boolean

const isBare: Where = ({ key, signature }) => !key && !signature
const namesAsset: Where = ({ params }) => params.has('asset')

/** Accepts requests without credentials. */
const open = (id: string, describes: string, where: Where = () => true): Fault =>
  fault(
    `signing.credentials.${id}`,
    describes,
    drop(signing, ['key-given', 'signature-given'], { where: it => isBare(it) && where(it) }),
    { breaches: 'signing.no-credentials' },
  )

/** A refusal carries the content of an accepted reply. */
const givenAway = (id: string, describes: string, reason: Reason, member = 'result'): Fault =>
  fault(
    `signing.given-away.${id}`,
    describes,
    alter(refusing, 'said', (said, { venue, params }, { name, message }) =>
      name === reason
        ? { ...said, ...asJson({ message, [member]: venue.account.balances(params.get('asset') ?? undefined) }) }
        : said,
    ),
    { breaches: 'signing.nothing-given-away' },
  )

/** Refuses some correct requests. */
const keptOut = (id: string, describes: string, breaches: string, when: When<Signed, []>, reason: Reason): Fault =>
  fault(`signing.${id}`, describes, refuseAlso(signing, reason, when), { breaches: `signing.${breaches}` })

const rightOnes = new WeakMap<Signed['venue'], number>()

/** Refuses every nth correct request, in the order of arrival. */
const everyNth = (id: string, describes: string, nth: number): Fault =>
  keptOut(
    id,
    describes,
    'plain',
    {
      where: ({ venue, key, signature, signed }) => {
        if (key !== apiKey || signature !== signatureOf(signed)) return false
        const count = (rightOnes.get(venue) ?? 0) + 1
        rightOnes.set(venue, count)
        return count % nth === 0
      },
    },
    'wrong-signature',
  )

const withName = (form: RegExp): When<Signed, []> => ({
  where: ({ pairs }) => pairs.some(({ name }) => form.test(name)),
})

/** Accepts only requests that are signed in another way; correctly signed ones are refused. */
const signedOtherwise = (id: string, describes: string, expected: (it: Signed) => string): Fault =>
  fault(
    `signing.otherwise.${id}`,
    describes,
    [
      ...drop(signing, 'signature-right', { where: it => it.signature === expected(it) }),
      refuseAlso(signing, 'wrong-signature', { where: it => it.signature !== expected(it) }),
    ],
    { breaches: 'signing.plain' },
  )

/** The parameter `signature` is the right signature of all other parameters. */
const hasRightParameter: Where = ({ pairs, query }) =>
  pairs.find(({ name }) => name === 'signature')?.value === signatureOf(query.replace(/&signature=[^&]*/, ''))

/** A timestamp in seconds, from 2020 to 2033; others are refused as stale. */
const isInSeconds = (timestamp: string | undefined): boolean => /^1[6-9]\d{8}$/.test(timestamp ?? '')

const noSignature = 'signing.no-signature'

export const signingFaults: readonly Fault[] = [
  open('none', 'balances are open to everybody'),
  open('none-for-asset', 'the balance of one asset is open to everybody', namesAsset),
  open(
    'none-for-clients',
    'balances are open to clients that take compressed replies',
    ({ request }) => request.header('accept-encoding') !== undefined,
  ),
  open('cached', 'a query that was accepted once is served to everybody', ({ query, venue }) =>
    venue.admitted.some(one => one.query === query),
  ),
  open('remembered', 'after one signed request everybody is let in without credentials', someoneCame),
  fault(
    'signing.credentials.blank',
    'an empty key with an empty signature is let in',
    drop(signing, ['key-given', 'signature-given'], { where: ({ key, signature }) => key === '' && signature === '' }),
    { breaches: 'signing.no-credentials' },
  ),
  fault(
    'signing.timestamp.nothing',
    'a request without any parameter needs no timestamp',
    drop(signing, 'timestamp-given', { where: ({ pairs }) => pairs.length === 0 }),
    { breaches: 'signing.no-timestamp' },
  ),
  fault(
    'signing.credentials.other-scheme',
    'whoever names another scheme is let in without key and signature',
    drop(signing, ['key-given', 'signature-given'], {
      where: it => isBare(it) && it.request.header('authorization')?.startsWith('Bearer ') === true,
    }),
    { breaches: 'signing.no-credentials' },
  ),
  fault(
    'signing.timestamp.other-name',
    'a parameter named time serves as timestamp',
    drop(signing, 'timestamp-given', { where: ({ params }) => params.has('time') }),
    { breaches: 'signing.no-timestamp' },
  ),
  givenAway('with-the-refusal', 'a refusal for a wrong signature carries the answer all the same', 'wrong-signature'),
  givenAway('without-a-key', 'a refusal for want of a key carries the answer all the same', 'no-key'),
  givenAway(
    'by-another-name',
    'a refusal for a wrong signature carries the answer by another name',
    'wrong-signature',
    'balances',
  ),
  fault('signing.signature.missing', 'a key needs no signature', drop(signing, 'signature-given'), {
    breaches: noSignature,
  }),
  fault(
    'signing.signature.empty',
    'an empty signature is taken for a right one',
    drop(signing, 'signature-given', { where: ({ signature }) => signature === '' }),
    { breaches: noSignature },
  ),
  fault(
    'signing.signature.as-parameter',
    'a signature may stand in the query string in place of its header',
    drop(signing, 'signature-given', {
      where: hasRightParameter,
    }),
    { breaches: noSignature },
  ),
  fault('signing.timestamp.missing', 'timestamp may be left out', drop(signing, 'timestamp-given'), {
    breaches: 'signing.no-timestamp',
  }),
  fault(
    'signing.timestamp.missing-for-asset',
    'timestamp may be left out where an asset is named',
    drop(signing, 'timestamp-given', { where: namesAsset }),
    { breaches: 'signing.no-timestamp' },
  ),
  keptOut(
    'milliseconds.unsteady',
    'from the third request with the same parameters on the timestamp is read as seconds',
    'timestamp-milliseconds',
    { from: 3 },
    'stale-timestamp',
  ),
  keptOut(
    'milliseconds.whole-tens',
    'after one request with the same parameters, timestamps of full tenths of a second are refused',
    'timestamp-milliseconds',
    { after: { outcome: 'accepted' }, where: ({ timestamp }) => timestamp?.endsWith('00') ?? false },
    'stale-timestamp',
  ),
  keptOut(
    'plain.every-second',
    'a right request is accepted once with the same parameters',
    'plain',
    { after: { outcome: 'accepted' } },
    'wrong-signature',
  ),
  keptOut(
    'plain.one-in-three',
    'from the fifth request with the same parameters on right ones are refused',
    'plain',
    { from: 5 },
    'wrong-signature',
  ),
  keptOut(
    'plain.one-in-five',
    'a right request is refused after a wrong one with the same parameters',
    'plain',
    { after: { outcome: 'refused' } },
    'wrong-signature',
  ),
  everyNth('plain.every-third', 'every third right request is refused, whatever it carries', 3),
  keptOut(
    'plain.clients',
    'a right request is refused where it comes from a client that takes compressed replies',
    'plain',
    { where: ({ request }) => request.header('accept-encoding') !== undefined },
    'wrong-signature',
  ),
  keptOut(
    'headers.capitals',
    'a key is not found where the name of its header is written in capitals',
    'plain',
    { where: ({ request }) => request.headerNames.includes('X-SVC-APIKEY') },
    'no-key',
  ),
  keptOut(
    'many.refused',
    'more than six parameters are refused',
    'many-parameters',
    { where: ({ pairs }) => pairs.length > 6 },
    'wrong-signature',
  ),
  keptOut('names.digits', 'names with digits are refused', 'plain-names', withName(/[0-9]/), 'bad-parameters'),
  keptOut(
    'names.long',
    'names of more than sixteen letters are refused',
    'plain-names',
    withName(/.{17}/),
    'bad-parameters',
  ),
  keptOut('names.underscores', 'names with underscores are refused', 'plain-names', withName(/_/), 'bad-parameters'),
  keptOut('names.capitals', 'names with capitals are refused', 'plain-names', withName(/[A-Z]/), 'bad-parameters'),
  keptOut(
    'names.timestamp-inside',
    'the digits after the first timestamp= are taken for the time, whatever name ends so',
    'plain-names',
    {
      where: ({ query, venue }) => Math.abs(venue.clock.now() - Number(/timestamp=([0-9]*)/.exec(query)?.[1])) > 30_000,
    },
    'stale-timestamp',
  ),
  keptOut(
    'scripts.refused',
    'values with letters beyond ASCII are refused',
    'any-script',
    { where: ({ pairs }) => pairs.some(({ value }) => /[^\0-\x7f]/.test(value)) },
    'bad-parameters',
  ),
  keptOut(
    'empty-values.refused',
    'empty values are refused',
    'empty-values',
    { where: ({ pairs }) => pairs.some(({ value }) => value === '') },
    'bad-parameters',
  ),
  keptOut(
    'generated.odd-words',
    'values that read null, true or undefined are refused',
    'generated',
    { where: ({ pairs }) => pairs.some(({ value }) => /^(?:null|true|undefined)$/.test(value)) },
    'bad-parameters',
  ),
  keptOut(
    'generated.long-values',
    'values of more than thirty letters are refused',
    'generated',
    { where: ({ pairs }) => pairs.some(({ value }) => value.length > 30) },
    'bad-parameters',
  ),
  signedOtherwise('upper-case', 'signatures have to be in upper case', ({ signed }) =>
    signatureOf(signed).toUpperCase(),
  ),
  signedOtherwise('base64', 'signatures have to be in base64', ({ signed }) =>
    Buffer.from(signatureOf(signed), 'hex').toString('base64'),
  ),
  signedOtherwise('path', 'the path is signed together with the query', ({ request, signed }) =>
    signatureOf(`${pathOf(request.sent)}?${signed}`),
  ),
  signedOtherwise(
    'named',
    'the name of the algorithm has to stand in front of signatures',
    ({ signed }) => `sha256=${signatureOf(signed)}`,
  ),
  signedOtherwise('exchanged', 'the secret is signed with the query as its key', ({ signed }) =>
    signatureOf(secretKey, signed),
  ),
  signedOtherwise('bytes', 'signatures are keyed with the bytes that the secret is the hexadecimal form of', it =>
    signatureOf(it.signed, Buffer.from(secretKey, 'hex')),
  ),
  signedOtherwise('key-and-query', 'timestamp and key are signed together with the query', ({ signed, timestamp }) =>
    signatureOf(`${timestamp}${apiKey}${signed}`),
  ),
  signedOtherwise('moment', 'nothing but the timestamp is signed', ({ timestamp = '' }) => signatureOf(timestamp)),
  signedOtherwise('stamp-pair', 'nothing but the pair of the timestamp is signed', ({ timestamp }) =>
    signatureOf(`timestamp=${timestamp}`),
  ),
  signedOtherwise('path-unmarked', 'the path is signed together with the query, without a question mark', it =>
    signatureOf(pathOf(it.request.sent) + it.signed),
  ),
  signedOtherwise('method', 'method and path are signed together with the query, without a question mark', it =>
    signatureOf(it.request.method + pathOf(it.request.sent) + it.signed),
  ),
  signedOtherwise('stamp-first', 'the timestamp is signed before all other parameters', ({ pairs }) =>
    signatureOf(
      joined(pairs.toSorted((one, next) => Number(next.name === 'timestamp') - Number(one.name === 'timestamp'))),
    ),
  ),
  fault(
    'signing.otherwise.parameter',
    'a signature has to be a parameter',
    [
      ...drop(signing, ['signature-given', 'signature-right'], { where: hasRightParameter }),
      refuseAlso(signing, 'no-signature', { where: it => !hasRightParameter(it) }),
    ],
    { breaches: 'signing.plain' },
  ),
  fault(
    'signing.otherwise.third-header',
    'the timestamp has to be sent in a header as well',
    refuseAlso(signing, 'no-timestamp', { where: ({ request }) => request.header('x-svc-timestamp') === undefined }),
    { breaches: 'signing.plain' },
  ),
  fault(
    'signing.otherwise.stamp-in-front',
    'the timestamp has to be sent before all other parameters',
    refuseAlso(signing, 'no-timestamp', { where: ({ pairs: [first] }) => first?.name !== 'timestamp' }),
    { breaches: 'signing.plain' },
  ),
  fault(
    'signing.otherwise.other-headers',
    'the key has to be sent in another header as well',
    refuseAlso(signing, 'no-key', { where: ({ request }) => request.header('x-api-key') === undefined }),
    { breaches: 'signing.plain' },
  ),
  fault(
    'signing.otherwise.capitals',
    'the key is found only where the name of its header is written in capitals',
    refuseAlso(signing, 'no-key', { where: ({ request }) => !request.headerNames.includes('X-SVC-APIKEY') }),
    { breaches: 'signing.plain' },
  ),
  fault(
    'signing.otherwise.seconds',
    'timestamps have to be in seconds',
    [
      ...drop(signing, 'timestamp-fresh', { where: ({ timestamp }) => isInSeconds(timestamp) }),
      refuseAlso(signing, 'stale-timestamp', { where: ({ timestamp }) => !isInSeconds(timestamp) }),
    ],
    { breaches: 'signing.plain' },
  ),
  fault(
    'signing.order.own-parameters',
    'the timestamp is taken to be last, where the probe tolerates no other parameters',
    [
      alter(signing, 'signed', (_signed, _call, sent) => {
        const pairs = pairsOf(sent)
        return joined(
          pairs.toSorted((one, next) => Number(one.name === 'timestamp') - Number(next.name === 'timestamp')),
        )
      }),
      alter(target, 'tolerates', () => false),
    ],
    { breaches: 'signing.plain' },
  ),
  {
    ...keptOut(
      'balances',
      'a signed request is refused while another with the same parameters is being answered',
      'timestamp-milliseconds',
      { overlapping: true },
      'replayed',
    ),
    id: 'trading.overlapping.balances',
  },
]
