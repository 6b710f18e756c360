/** Legal variations of the signature and its timestamp. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import { access } from '../access.ts'
import { apiKey } from '../credentials.ts'
import { decoded, escaped, joined, pairsOf, sorted } from '../query-pairs.ts'
import { type Signed, signatureOf, signing } from '../verify-signature.ts'
import { variant } from './variant.ts'

/** A signature over these strings is accepted too. */
const acceptedToo = (strings: (it: Signed) => readonly string[]) =>
  drop(signing, 'signature-right', {
    where: it => strings(it).some(text => signatureOf(text) === it.signature),
  })

const refusedWhere = (reason: 'bad-parameters' | 'stale-timestamp' | 'replayed', where: (it: Signed) => boolean) =>
  refuseAlso(signing, reason, { where })

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
  ),
  variant(
    'signing.narrow-tolerance',
    'signing.clock-behind',
    'A timestamp may be five seconds off',
    refusedWhere('stale-timestamp', ({ late }) => Math.abs(late) > 5_000),
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
