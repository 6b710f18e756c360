/** Faults of signing as sloppy venues commit them: keys, signatures and strings that are nearly right are let in. */
import type { Fault, Occasion } from '../behaviour.ts'

type Row = readonly [
  id: string,
  describes: string,
  breaks: string,
  breaches: string,
  mayAlso?: readonly string[],
  when?: Occasion,
]

const wrong = [
  'other-digit',
  'other-string',
  'truncated',
  'lengthened',
  'other-secret',
  'other-algorithm',
  'other-encoding',
  'parameter-changed',
  'parameter-added',
  'parameter-removed',
]
const strings = ['other-string', 'parameter-changed', 'parameter-added', 'parameter-removed']

const rows: readonly Row[] = [
  ['key.shorter', 'a key may lack its last characters', 'key-not-shorter', 'unknown-key'],
  ['key.longer', 'what follows the right key is not looked at', 'key-not-longer', 'unknown-key'],
  ['key.letter-case', 'letter case of the key does not count', 'key-letter-case', 'unknown-key'],
  ['key.trimmed', 'blanks of any kind around the key are taken off', 'key-not-trimmed', 'unknown-key'],
  ['key.list', 'one right key among several is enough', 'key-not-a-list', 'unknown-key'],
  ['key.first-half', 'only the first half of the key is compared', 'key-first-half', 'unknown-key'],
  ['key.ending', 'only the last characters of the key are compared', 'key-ending', 'unknown-key'],
  ['key.empty', 'an empty key is taken for the first account', 'key-not-empty', 'no-key'],
  ['signature.last-pair', 'the last two digits are not compared', 'compares-last-pair', 'other-digit'],
  ['signature.ends', 'only the digits at both ends are compared', 'compares-middle', 'other-digit'],
  ['signature.second-half', 'the second half is enough', 'not-second-half', 'truncated'],
  ['signature.first-eight', 'the first eight digits are enough', 'not-eight', 'truncated'],
  ['signature.as-bytes', 'what is no hexadecimal pair is passed over', 'not-as-bytes', 'lengthened'],
  ['signature.as-number', 'signatures are compared as numbers', 'not-as-number', 'other-digit', ['lengthened']],
  ['signature.contained', 'a signature may stand anywhere in the header', 'not-contained', 'lengthened'],
  ['signature.list', 'one right signature among several is enough', 'not-a-list-of-signatures', 'lengthened'],
  ['encoding.base64', 'base64 is accepted too', 'not-base64', 'other-encoding'],
  ['encoding.base64url', 'base64url is accepted too', 'not-base64url', 'other-encoding'],
  ['algorithm.sha3', 'HMAC-SHA3 is accepted too', 'not-sha3', 'other-algorithm'],
  [
    'algorithm.secret-in-front',
    'SHA-256 of secret and query is accepted too',
    'not-secret-in-front',
    'other-algorithm',
  ],
  ['algorithm.secret-behind', 'SHA-256 of query and secret is accepted too', 'not-secret-behind', 'other-algorithm'],
  ['algorithm.exchanged', 'secret and query may change places', 'not-exchanged', 'other-algorithm'],
  ['secret.shorter', 'the secret may lack its last character', 'not-shorter-secret', 'other-secret'],
  ['secret.capitals', 'the secret may be in capitals', 'not-secret-in-capitals', 'other-secret'],
  ['secret.padded', 'a blank may follow the secret', 'not-padded-secret', 'other-secret'],
  ['secret.bytes', 'the bytes of the secret serve as well as its digits', 'not-secret-bytes', 'other-secret'],
  ['string.empty-values', 'empty parameters need not be signed', 'empty-values-signed', 'parameter-added', strings],
  [
    'string.first-of-a-name',
    'of one name only the first value is signed',
    'first-of-a-name',
    'parameter-added',
    strings,
  ],
  ['string.last-of-a-name', 'of one name only the last value is signed', 'last-of-a-name', 'parameter-added', strings],
  [
    'string.signature-parameter',
    'a parameter named signature is passed over',
    'signature-parameter',
    'parameter-added',
  ],
  [
    'string.prefixed-names',
    'parameters of another make need not be signed',
    'own-parameters',
    'parameter-added',
    strings,
  ],
  ['string.accents', 'accents are put together before signing', 'spelling', 'parameter-changed'],
  ['string.persian-letters', 'Arabic letters count as Persian ones', 'letters-kept-apart', 'parameter-changed'],
  ['string.joiners', 'joiners do not count', 'joiners', 'parameter-changed'],
  ['string.capitals', 'capitals of any script do not count in values', 'capitals-of-any-script', 'parameter-changed'],
  ['string.blanks', 'blanks around values do not count', 'blanks', 'parameter-changed'],
  ['string.names-in-capitals', 'capitals do not count in names', 'case-of-names', 'parameter-changed'],
  ['string.path-and-query', 'a signature over path and query is accepted too', 'not-path-and-query', 'other-string'],
  ['string.key-and-query', 'a signature over key and query is accepted too', 'not-key-and-query', 'other-string'],
  ['string.moment', 'a signature over the timestamp alone is accepted too', 'not-the-moment', 'other-string'],
  ['string.nothing', 'a signature over nothing is accepted too', 'not-nothing', 'other-string', strings],
  [
    'verdict.by-query',
    'a query that was accepted once needs no right signature',
    'verdict-not-by-query',
    'other-digit',
    wrong,
  ],
  [
    'verdict.reused',
    'what follows an accepted request is accepted',
    'verdict-not-reused',
    'other-digit',
    [...wrong, 'no-signature', 'no-timestamp'],
  ],
  ['verdict.third', 'every third wrong signature is let in', 'verified', 'other-digit', wrong, { every: 3 }],
  ['verdict.fifth', 'every fifth wrong signature is let in', 'verified', 'other-digit', wrong, { every: 5 }],
  ['verdict.after-ten', 'after ten wrong signatures any is let in', 'verified', 'parameter-added', wrong, { after: 9 }],
  ['plain.one-in-five', 'one right request of five is refused', 'right-is-accepted', 'plain', ['*'], { every: 5 }],
  [
    'scripts.put-together',
    'letters and accents are signed as one',
    'letters-not-normalized',
    'any-script',
    ['generated', 'parameter-changed'],
  ],
]

const thorough: readonly Row[] = [
  ['signature.named', 'the name of the algorithm may stand in front', 'not-named', 'lengthened'],
  ['algorithm.sha224', 'HMAC-SHA224 is accepted too', 'not-sha224', 'other-algorithm'],
]

const prefixed = (ids: readonly string[]) => ids.map(id => `trading.signing.${id}`)

const fault = ([id, describes, breaks, breaches, mayAlso = [], when]: Row): Fault => ({
  id: `trading.signing.${id}`,
  api: 'trading',
  describes,
  breaks: `signing.${breaks}`,
  breaches: prefixed([breaches]),
  mayAlso: prefixed(mayAlso.filter(one => one !== breaches)),
  ...(when && { when }),
})

export const nearMissFaults: readonly Fault[] = [
  ...rows.map(fault),
  ...thorough.map((row): Fault => ({ ...fault(row), budget: 'thorough' })),
]
