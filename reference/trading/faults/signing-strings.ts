/**
 * Faults of signing: a signature over another string than the query as sent is accepted, as well as the right one or in its
 * place.
 */
import type { Fault } from '../../behaviour.ts'
import { alter, drop } from '../../operations/change.ts'
import { apiKey } from '../credentials.ts'
import { decoded, escaped, joined, type Pair, pairsOf, sorted } from '../query-pairs.ts'
import { root } from '../target.ts'
import { signatureOf, signing } from '../verify-signature.ts'
import { fault } from './fault.ts'

type Pairs = readonly Pair[]

/** Accepts a signature over this string, or one of these, in addition to the right one. */
const acceptedToo =
  (breaches: string) =>
  (id: string, describes: string, over: (pairs: Pairs, query: string) => string | readonly string[]): Fault =>
    fault(
      `signing.string.${id}`,
      describes,
      drop(signing, 'signature-right', {
        where: ({ signature, query, pairs }) => [over(pairs, query)].flat().some(one => signature === signatureOf(one)),
      }),
      { breaches: `signing.${breaches}` },
    )

const other = acceptedToo('other-string')
const added = acceptedToo('parameter-added')
const changed = acceptedToo('parameter-changed')
const doubled = acceptedToo('parameter-doubled')

const without = (pairs: Pairs, left: (pair: Pair) => boolean): string => joined(pairs.filter(pair => !left(pair)))
const isTimestamp = ({ name }: Pair): boolean => name === 'timestamp'
const isEmpty = ({ value }: Pair): boolean => value === ''
const lastOfName = (pairs: Pairs): Pair[] => [...new Map(pairs.map(pair => [pair.name, pair])).values()]
const venueNames = new Set(['asset', 'timestamp', 'symbol', 'side', 'type', 'price', 'quantity', 'orderId'])
const inNfc = (pairs: Pairs): string => escaped(pairs, value => value.normalize('NFC'))
const persian = (value: string): string => value.replaceAll('ي', 'ی').replaceAll('ك', 'ک')

const beside: readonly Fault[] = [
  other('others-accepted', 'a signature over the path is accepted too', () => '/account/balance'),
  other(
    'path-and-query',
    'a signature over path and query is accepted too',
    (_pairs, query) => `${root}/account/balance?${query}`,
  ),
  other(
    'path-below-the-base',
    'a signature over query and path, that of the base address left out, is accepted too',
    (_pairs, query) => `/account/balance?${query}`,
  ),
  other('pairs-unjoined', 'a signature over the pairs with nothing between them is accepted too', pairs =>
    pairs.map(({ raw }) => raw).join(''),
  ),
  other('separator-at-the-end', 'a signature over the query and an & is accepted too', (_pairs, query) => `${query}&`),
  other('key-and-query', 'a signature over key and query is accepted too', (_pairs, query) => apiKey + query),
  other(
    'moment',
    'a signature over the timestamp alone is accepted too',
    pairs => pairs.find(isTimestamp)?.value ?? '',
  ),
  other('values', 'a signature over the values alone is accepted too', pairs =>
    pairs.map(({ value }) => value).join(''),
  ),
  other('values-joined', 'a signature over the values joined by & is accepted too', pairs =>
    pairs.map(({ value }) => value).join('&'),
  ),
  other('run-together', 'a signature over names and values without separators is accepted too', pairs =>
    pairs.map(({ name, value }) => name + value).join(''),
  ),
  {
    ...other('names', 'a signature over the names alone is accepted too', pairs =>
      pairs.map(({ name }) => name).join('&'),
    ),
    budget: 'thorough',
  },
  other('json', 'a signature over the parameters in JSON is accepted too', pairs =>
    JSON.stringify(Object.fromEntries(pairs.map(({ name, value }) => [name, value]))),
  ),
  other('nothing', 'a signature over nothing is accepted too', () => ''),
  added('appended', 'parameters after the signed ones are not looked at', pairs =>
    pairs.map((_, at) => joined(pairs.slice(0, at + 1))),
  ),
  added('unknown-names', 'parameters that the venue does not know need not be signed', pairs =>
    without(pairs, ({ name }) => !venueNames.has(name)),
  ),
  added('without-timestamp', 'the timestamp need not be signed', pairs => without(pairs, isTimestamp)),
  added('timestamp-only', 'nothing but the timestamp need be signed', pairs => joined(pairs.filter(isTimestamp))),
  added('empty-values', 'empty parameters need not be signed', pairs => without(pairs, isEmpty)),
  doubled('first-of-a-name', 'of one name only the first value is signed', pairs =>
    joined(lastOfName(pairs.toReversed()).toReversed()),
  ),
  doubled('last-of-a-name', 'of one name only the last value is signed', pairs => joined(lastOfName(pairs))),
  added('signature-parameter', 'a parameter named signature is passed over', pairs =>
    without(pairs, ({ name }) => name === 'signature'),
  ),
  added('receiving-window', 'a receiving window need not be signed', pairs =>
    without(pairs, ({ name }) => name === 'recvWindow'),
  ),
  added('nonce', 'a nonce need not be signed', pairs => without(pairs, ({ name }) => name === 'nonce')),
  added('prefixed-names', 'parameters of another make need not be signed', pairs =>
    without(pairs, ({ name }) => name.startsWith('assay')),
  ),
  changed('letter-case', 'letter case does not count', (_pairs, query) => query.toLowerCase()),
  changed('names-in-capitals', 'capitals do not count in names', (_pairs, query) =>
    query.replace(/(^|&)[^=]*/g, name => name.toLowerCase()),
  ),
  changed('accents', 'accents are put together before signing', inNfc),
  changed('persian-letters', 'Arabic letters count as Persian ones', pairs => escaped(pairs, persian)),
  changed('joiners', 'joiners do not count', pairs => escaped(pairs, value => value.replaceAll('\u200c', ''))),
  changed('capitals', 'capitals of any script do not count in values', pairs =>
    escaped(pairs, value => value.toLowerCase()),
  ),
  changed('numbers', 'numbers are signed as they are read, without zeros at their end', pairs =>
    ['', '0'].map(zeros => escaped(pairs, value => value.replace(/^(\d+\.\d*[1-9])0*$/, `$1${zeros}`))),
  ),
  changed('fractions', 'a fraction of zeros does not count', pairs =>
    escaped(pairs, value => value.replace(/^(\d+)\.0+$/, '$1')),
  ),
  changed('truth-values', 'capitals do not count in truth values', pairs =>
    escaped(pairs, value => (/^(?:true|false)$/i.test(value) ? value.toLowerCase() : value)),
  ),
  changed('null-bytes', 'what follows a null byte does not count', pairs =>
    escaped(pairs, value => value.replace(/\0.*$/s, '')),
  ),
  changed('lists', 'brackets at the end of a name do not count', (_pairs, query) =>
    query.replaceAll(/%5B%5D(?==)/gi, ''),
  ),
  changed('beyond-ascii', 'letters beyond ASCII do not count', pairs =>
    escaped(pairs, value => [...value].filter(letter => letter < '\u0080').join('')),
  ),
  changed('blanks', 'blanks around values do not count', pairs => escaped(pairs, value => value.trim())),
]

/** Requires a signature over another string: right signatures are refused. */
const instead = (
  id: string,
  describes: string,
  breaches: string | readonly string[],
  over: (sent: string) => string,
): Fault => {
  const all = [breaches].flat().map(one => `signing.${one}`)
  return fault(
    `signing.${id}`,
    describes,
    alter(signing, 'signed', (_signed, _call, sent) => over(sent)),
    { breaches: all },
  )
}

const inOrder = (sent: string): string => joined(sorted(pairsOf(sent)))
const timestampLast = (sent: string): string =>
  joined(pairsOf(sent).toSorted((one, next) => Number(isTimestamp(one)) - Number(isTimestamp(next))))

const encoded = ['reserved-characters', 'any-script']
const many = 'many-parameters'

export const stringFaults: readonly Fault[] = [
  ...beside,
  instead('order.sorted', 'only a signature over the sorted parameters is accepted', 'any-order', inOrder),
  instead('generated.sorted', 'parameters are sorted before they are signed', 'generated', inOrder),
  instead('order.sorted-when-many', 'more than six parameters are sorted first', many, sent =>
    pairsOf(sent).length > 6 ? inOrder(sent) : sent,
  ),
  instead('order.timestamp-last', 'the timestamp is taken to be last', 'any-order', timestampLast),
  instead('generated.timestamp-last', 'the timestamp is taken to be last', 'generated', timestampLast),
  instead('many.first-six', 'only the first six parameters are signed', many, sent =>
    joined(pairsOf(sent).slice(0, 6)),
  ),
  instead('many.first-128', 'only the first 128 characters are signed', many, sent => sent.slice(0, 128)),
  instead('many.numbers', 'values are signed as the numbers that they are read as', many, sent =>
    escaped(pairsOf(sent), value => (/^[0-9.]+$/.test(value) ? String(Number(value)) : value)),
  ),
  instead('escapes.decoded', 'the signature must be over the decoded string', encoded, decoded),
  instead('escapes.lower-case', 'escapes are written in lower case before signing', encoded, sent =>
    sent.replace(/%[0-9a-f]{2}/gi, hex => hex.toLowerCase()),
  ),
  instead('escapes.separators', 'escaped separators are taken for separators', 'reserved-characters', sent =>
    sent.replace(/%26/g, '&').replace(/%3D/gi, '='),
  ),
  instead('escapes.percent-signs', 'encoded percent signs are decoded before signing', 'reserved-characters', sent =>
    sent.replace(/%25/g, '%'),
  ),
  instead('scripts.question-marks', 'letters beyond ASCII become question marks', 'any-script', sent =>
    sent.replace(/(?:%[89A-F][0-9A-F])+/gi, '%3F'),
  ),
  instead('scripts.beyond-first-plane', 'letters beyond the first plane become question marks', 'any-script', sent =>
    sent.replace(/%F0(?:%[89AB][0-9A-F]){3}/gi, '%3F'),
  ),
  instead('scripts.put-together', 'letters and accents are signed as one', 'any-script', sent => inNfc(pairsOf(sent))),
  instead('names.numbers', 'parameters named by a number are signed before all others', 'plain-names', sent => {
    const isNumber = ({ name }: Pair): boolean => /^(0|[1-9][0-9]*)$/.test(name)
    return joined([...pairsOf(sent).filter(isNumber), ...pairsOf(sent).filter(pair => !isNumber(pair))])
  }),
  instead(
    'names.of-objects',
    'parameters with a name that every object has are lost before signing',
    'plain-names',
    sent => without(pairsOf(sent), ({ name }) => name in {}),
  ),
  instead('empty-values.left-out', 'parameters with empty values are left out before signing', 'empty-values', sent =>
    without(pairsOf(sent), isEmpty),
  ),
]
