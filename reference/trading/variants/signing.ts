/** Legal variations of the signature and its timestamp. */
import type { Variant } from '../../behaviour.ts'
import { alter, type Change, drop, refuseAlso, uponRefusal } from '../../operations/change.ts'
import { access } from '../access.ts'
import { apiKey } from '../credentials.ts'
import { decoded, escaped, joined, pairsOf, sorted } from '../query-pairs.ts'
import { type Reason, refusing } from '../refusals.ts'
import { type Signed, signatureOf, signing } from '../verify-signature.ts'
import { variant } from './variant.ts'

/** Accepts a signature over these strings too. */
const acceptedToo = (strings: (it: Signed) => readonly string[]) =>
  drop(signing, 'signature-right', {
    where: it => strings(it).some(text => signatureOf(text) === it.signature),
  })

const refusedWhere = (
  reason: 'bad-parameters' | 'stale-timestamp' | 'replayed' | 'locked-out',
  where: (it: Signed) => boolean,
) => refuseAlso(signing, reason, { where })

/** After `most` wrong signatures the key is locked out for `ms` milliseconds. */
const lockedOut = (most: number, ms: number): Change[] => [
  ...uponRefusal(signing, 'signature-right', ({ venue: { lock, clock } }) => {
    if (clock.now() < lock.until || ++lock.wrong < most) return
    lock.wrong = 0
    lock.until = clock.now() + ms
  }),
  refusedWhere('locked-out', ({ venue: { lock, clock } }) => clock.now() < lock.until),
]

/** The same for the client's address: public requests are refused as well. */
const addressLockedOut = (most: number, ms: number): Change[] => [
  ...lockedOut(most, ms),
  refuseAlso(access, 'locked-out', { where: ({ venue: { lock, clock } }) => clock.now() < lock.until }),
]

const increasing = refusedWhere('stale-timestamp', ({ venue, timestamp }) =>
  venue.admitted.some(one => Number(one.timestamp) >= Number(timestamp)),
)

const ofCredentials: ReadonlySet<Reason> = new Set(['no-key', 'unknown-key', 'no-signature', 'wrong-signature'])

const isRepeated = (names: readonly string[]): boolean => new Set(names).size < names.length

export const signingVariants: readonly Variant[] = [
  variant(
    'signing.keys-trimmed',
    'principle 1: nothing says that blanks around a key count',
    'Blanks of any kind around a key are taken off',
    drop(signing, 'key-known', { where: ({ key }) => key?.trim() === apiKey }),
  ),
  variant(
    'signing.slow-refusals',
    'principle 1: nothing says how fast a refusal comes',
    'A request whose signature is wrong is answered after four seconds',
    alter(access, 'delay', () => 4_000, {
      where: ({ endpoint, request, query }) =>
        endpoint?.access === 'private' &&
        request.header('x-svc-signature') !== undefined &&
        request.header('x-svc-signature') !== signatureOf(query),
    }),
  ),
  variant(
    'signing.slow-now-and-then',
    'principle 1: nothing says how fast a refusal comes',
    'One private request in nine is answered after three seconds',
    alter(access, 'delay', () => 3_000, {
      where: ({ endpoint, query }) =>
        endpoint?.access === 'private' && Number(/timestamp=([0-9]+)/.exec(query)?.[1]) % 9 === 0,
    }),
    { leaves: 'untried' },
  ),
  variant(
    'signing.locked-out',
    'principle 1: nothing says what many wrong signatures lead to',
    'Twelve wrong signatures lock the key out for twenty seconds',
    lockedOut(12, 20_000),
  ),
  variant(
    'signing.locked-out-for-long',
    'principle 1: nothing says what many wrong signatures lead to',
    'Thirty wrong signatures lock the key out for an hour',
    lockedOut(30, 3_600_000),
    { leaves: 'incomplete' },
  ),
  variant(
    'signing.locked-out-briefly',
    'principle 1: nothing says what many wrong signatures lead to',
    'Three wrong signatures lock the key out for a second',
    lockedOut(3, 1_000),
  ),
  variant(
    'signing.address-locked-out-briefly',
    'principle 1: nothing says what many wrong signatures lead to',
    'Four wrong signatures lock the address out for a second, public endpoints included',
    addressLockedOut(4, 1_000),
  ),
  variant(
    'signing.address-locked-out',
    'principle 1: nothing says what many wrong signatures lead to',
    'Fifteen wrong signatures lock the address out for ten seconds, public endpoints included',
    addressLockedOut(15, 10_000),
  ),
  variant(
    'signing.refused-as-too-many',
    'errors.http-status',
    'Requests without a right key and signature are refused with 429',
    alter(refusing, 'said', (said, _call, { name }) => (ofCredentials.has(name) ? { ...said, status: 429 } : said)),
  ),
  variant(
    'signing.timestamps-increase',
    'signing.repeated-timestamp',
    'A timestamp has to be later than any that was accepted before',
    increasing,
  ),
  variant(
    'signing.timestamps-increase-and-locked-out',
    'signing.repeated-timestamp',
    'A timestamp has to be later than any that was accepted before, and twelve wrong signatures lock the key out for a while',
    [increasing, ...lockedOut(12, 5_000)],
  ),
  variant(
    'signing.one-of-a-name',
    'signing.repeated-names',
    'Of parameters with one name the last is kept, and the signature is over those that are kept',
    alter(signing, 'signed', sent => joined([...new Map(pairsOf(sent).map(pair => [pair.name, pair])).values()])),
  ),
  variant(
    'signing.narrow-tolerance',
    'signing.clock-behind',
    'A timestamp may be five seconds off',
    refusedWhere('stale-timestamp', ({ late }) => Math.abs(late) > 5_000),
  ),
  variant(
    'signing.half-a-second',
    'signing.clock-behind',
    'A timestamp may be half a second off',
    refusedWhere('stale-timestamp', ({ late }) => Math.abs(late) > 500),
    { excludes: ['trading.access.slow'] },
  ),
  variant(
    'signing.wide-tolerance',
    'signing.clock-ahead',
    'A timestamp may be a day off',
    drop(signing, 'timestamp-fresh', { where: ({ late }) => Math.abs(late) <= 86_400_000 }),
  ),
  variant(
    'signing.any-age-accepted',
    'signing.clock-behind',
    'A timestamp may be of any time',
    drop(signing, 'timestamp-fresh'),
  ),
  variant(
    'signing.future-refused',
    'signing.clock-ahead',
    'A timestamp may be a minute behind, but only two seconds ahead',
    [
      ...drop(signing, 'timestamp-fresh', { where: ({ late }) => late > 0 && late <= 60_000 }),
      refusedWhere('stale-timestamp', ({ late }) => late < -2_000),
    ],
  ),
  variant(
    'signing.odd-timestamp-accepted',
    'signing.malformed-timestamp',
    'A timestamp need not be a number',
    drop(signing, 'timestamp-in-digits'),
  ),
  variant(
    'signing.timestamp-once',
    'signing.repeated-timestamp',
    'A timestamp is accepted once',
    refusedWhere('replayed', ({ venue, timestamp }) => venue.admitted.some(one => one.timestamp === timestamp)),
  ),
  variant(
    'signing.replay-refused',
    'signing.replay',
    'An identical request is refused the second time',
    refusedWhere('replayed', ({ venue, request, path, signature }) =>
      venue.admitted.some(
        one => one.request.method === request.method && one.path === path && one.signature === signature,
      ),
    ),
  ),
  variant(
    'signing.sorted-accepted',
    'signing.sorted-string',
    'A signature over the sorted parameters is accepted too',
    acceptedToo(({ pairs }) => [joined(sorted(pairs))]),
  ),
  variant(
    'signing.decoded-accepted',
    'signing.decoded-string',
    'A signature over the decoded parameters is accepted too',
    acceptedToo(({ query }) => [decoded(query)]),
  ),
  variant(
    'signing.upper-case-accepted',
    'signing.upper-case-hex',
    'Upper-case hexadecimal is accepted too',
    drop(signing, 'signature-right', {
      where: ({ signature, signed }) => signature?.toLowerCase() === signatureOf(signed),
    }),
  ),
  variant(
    'signing.plus-is-space',
    'signing.plus-and-percent-20',
    'A signature may have + where %20 was sent, and %20 where + was',
    acceptedToo(({ query }) => [query.replaceAll('+', '%20'), query.replaceAll('%20', '+')]),
  ),
  variant(
    'signing.form-re-encoded',
    'signing.encoding-differences',
    'The signature must be over the parameters as form encoding writes them',
    alter(signing, 'signed', sent =>
      new URLSearchParams(pairsOf(sent).map(({ name, value }): [string, string] => [name, value])).toString(),
    ),
  ),
  variant(
    'signing.rfc-3986-re-encoded',
    'signing.encoding-differences',
    'The signature must be over the parameters as RFC 3986 writes them',
    alter(signing, 'signed', sent => escaped(pairsOf(sent))),
  ),
  variant(
    'signing.repeated-names-refused',
    'signing.repeated-names',
    'One name sent twice is refused',
    refusedWhere('bad-parameters', ({ pairs }) => isRepeated(pairs.map(({ name }) => name))),
  ),
  variant(
    'signing.repeated-timestamp-refused',
    'signing.repeated-names',
    'Two timestamps in one request are refused',
    refusedWhere('bad-parameters', ({ pairs }) => pairs.filter(({ name }) => name === 'timestamp').length > 1),
  ),
  variant(
    'signing.long-values-refused',
    'signing.long-values',
    'Values of more than 1024 characters are refused',
    refusedWhere('bad-parameters', ({ pairs }) => pairs.some(({ value }) => value.length > 1_024)),
  ),
  variant(
    'signing.body-takes-part',
    'signing.body-parameters',
    'A body is signed together with the query string',
    alter(signing, 'sent', (query, _call, body) => (query && body ? `${query}&${body}` : query + body)),
  ),
]
