/** Faults of signing: requests without an API key, or with a wrong one, that are accepted. */
import type { Fault } from '../../behaviour.ts'
import { drop } from '../../operations/change.ts'
import { apiKey } from '../credentials.ts'
import { type Signed, signatureOf, signing } from '../verify-signature.ts'
import { fault } from './fault.ts'

/** Whether any signed request was accepted before. */
export const someoneCame = ({ venue }: Signed): boolean => venue.admitted.length > 0

/** Whether this very request was accepted before, with whatever key. */
const wasAccepted = ({ venue, query, signature }: Signed): boolean =>
  venue.admitted.some(one => one.query === query && one.signature === signature)

const noKey = 'signing.no-key'

/** Accepts another key as if it were the account's own. */
const mistakenKey = (id: string, describes: string, mistaken: (key: string) => boolean): Fault =>
  fault(`signing.key.${id}`, describes, drop(signing, 'key-known', { where: ({ key = '' }) => mistaken(key) }), {
    breaches: 'signing.unknown-key',
  })

const inOtherCase = [...apiKey].map(one => (/[a-z]/.test(one) ? one.toUpperCase() : one.toLowerCase())).join('')

export const keyFaults: readonly Fault[] = [
  fault('signing.key.missing', 'a request without key is taken for the first account', drop(signing, 'key-given'), {
    breaches: noKey,
  }),
  fault(
    'signing.key.empty',
    'an empty key is taken for the first account',
    drop(signing, 'key-given', { where: ({ key }) => key === '' }),
    { breaches: noKey },
  ),
  fault(
    'signing.key.remembered',
    'after one signed request the key may be left out',
    drop(signing, 'key-given', { where: someoneCame }),
    { breaches: noKey },
  ),
  fault(
    'signing.key.cached',
    'a signature that was accepted once needs no key',
    drop(signing, 'key-given', { where: wasAccepted }),
    { breaches: noKey },
  ),
  fault(
    'signing.key.any-when-cached',
    'a signature that was accepted once is accepted with any key',
    drop(signing, 'key-known', { where: wasAccepted }),
    { breaches: 'signing.unknown-key' },
  ),
  mistakenKey('any', 'any key is taken for the account', () => true),
  mistakenKey(
    'same-length',
    'any key of the right length is taken for the account',
    key => key.length === apiKey.length,
  ),
  mistakenKey('shorter', 'a key may lack its last characters', key => apiKey.startsWith(key)),
  mistakenKey('without-its-first', 'a key may lack its first character', key => key === apiKey.slice(1)),
  mistakenKey('longer', 'what follows the right key is not looked at', key => key.startsWith(apiKey)),
  mistakenKey(
    'letter-case',
    'letter case of the key does not count',
    key => key.toLowerCase() === apiKey.toLowerCase(),
  ),
  fault(
    'signing.key.other-case',
    'a key whose letters are all in the other case is taken for the right one',
    drop(signing, 'key-known', { where: ({ key = '' }) => key === inOtherCase }),
    { breaches: 'signing.key-to-the-letter' },
  ),
  fault(
    'signing.key.other-case-remembered',
    'after one signed request the letters of the key may all be in the other case',
    drop(signing, 'key-known', { where: it => someoneCame(it) && it.key === inOtherCase }),
    { breaches: 'signing.key-to-the-letter' },
  ),
  mistakenKey('list', 'one right key among several is enough', key =>
    key.split(',').some(one => one.trim() === apiKey),
  ),
  mistakenKey(
    'first-half',
    'only the first half of the key is compared',
    key => key.slice(0, 16) === apiKey.slice(0, 16),
  ),
  mistakenKey('ending', 'only the last characters of the key are compared', key => key.endsWith(apiKey.slice(-12))),
  fault(
    'signing.key.empty-secret',
    'the secret of a key that is not known is taken to be empty',
    drop(signing, ['key-known', 'signature-right'], {
      where: ({ key, signature, signed }) => key !== apiKey && signature === signatureOf(signed, ''),
    }),
    { breaches: 'signing.unknown-key' },
  ),
  fault(
    'signing.key.as-parameter',
    'a key may stand in the query string in place of its header',
    drop(signing, 'key-given', {
      where: ({ pairs }) => pairs.some(({ name, value }) => name.toLowerCase() === 'x-svc-apikey' && value === apiKey),
    }),
    { breaches: noKey },
  ),
]
