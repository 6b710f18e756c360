/** Freedoms of the signature and its timestamp. */
import type { Variant } from '../behaviour.ts'

export const signingVariants: readonly Variant[] = [
  {
    id: 'trading.signing.narrow-tolerance',
    api: 'trading',
    describes: 'A timestamp may be five seconds off',
    uses: 'trading.signing.clock-behind',
  },
  {
    id: 'trading.signing.wide-tolerance',
    api: 'trading',
    describes: 'A timestamp may be a day off',
    uses: 'trading.signing.clock-ahead',
  },
  {
    id: 'trading.signing.any-age-accepted',
    api: 'trading',
    describes: 'A timestamp may be of any time',
    uses: 'trading.signing.clock-behind',
  },
  {
    id: 'trading.signing.future-refused',
    api: 'trading',
    describes: 'A timestamp may be a minute behind, but only two seconds ahead',
    uses: 'trading.signing.clock-ahead',
  },
  {
    id: 'trading.signing.odd-timestamp-accepted',
    api: 'trading',
    describes: 'A timestamp need not be a number',
    uses: 'trading.signing.malformed-timestamp',
  },
  {
    id: 'trading.signing.timestamp-once',
    api: 'trading',
    describes: 'A timestamp is accepted once',
    uses: 'trading.signing.repeated-timestamp',
  },
  {
    id: 'trading.signing.replay-refused',
    api: 'trading',
    describes: 'An identical request is refused the second time',
    uses: 'trading.signing.replay',
  },
  {
    id: 'trading.signing.sorted-accepted',
    api: 'trading',
    describes: 'A signature over the sorted parameters is accepted too',
    uses: 'trading.signing.sorted-string',
  },
  {
    id: 'trading.signing.decoded-accepted',
    api: 'trading',
    describes: 'A signature over the decoded parameters is accepted too',
    uses: 'trading.signing.decoded-string',
  },
  {
    id: 'trading.signing.upper-case-accepted',
    api: 'trading',
    describes: 'Upper-case hexadecimal is accepted too',
    uses: 'trading.signing.upper-case-hex',
  },
  {
    id: 'trading.signing.plus-is-space',
    api: 'trading',
    describes: 'A signature may have + where %20 was sent, and %20 where + was',
    uses: 'trading.signing.plus-and-percent-20',
  },
  {
    id: 'trading.signing.form-re-encoded',
    api: 'trading',
    describes: 'The signature must be over the parameters as form encoding writes them',
    uses: 'trading.signing.encoding-differences',
  },
  {
    id: 'trading.signing.rfc-3986-re-encoded',
    api: 'trading',
    describes: 'The signature must be over the parameters as RFC 3986 writes them',
    uses: 'trading.signing.encoding-differences',
  },
  {
    id: 'trading.signing.repeated-names-refused',
    api: 'trading',
    describes: 'One name sent twice is refused',
    uses: 'trading.signing.repeated-names',
  },
  {
    id: 'trading.signing.repeated-timestamp-refused',
    api: 'trading',
    describes: 'Two timestamps in one request are refused',
    uses: 'trading.signing.repeated-names',
  },
  {
    id: 'trading.signing.long-values-refused',
    api: 'trading',
    describes: 'Values of more than 1024 characters are refused',
    uses: 'trading.signing.long-values',
  },
  {
    id: 'trading.signing.body-takes-part',
    api: 'trading',
    describes: 'A body is signed together with the query string',
    uses: 'trading.signing.body-parameters',
  },
]
