/** Signatures that must be refused, each one change from an accepted request: trading contract, "Authentication". */
import { createHash, createHmac } from 'node:crypto'
import { area } from '../area.ts'
import { observeRefusal } from '../in-words.ts'
import { account, correctly, EARLY_RANK, flipped, lastDigitFlipped } from './account.ts'
import { byBudget, refuses } from './refuses.ts'
import { sign } from './signer.ts'
import { refused } from './signing.predicates.ts'
import {
  digest,
  headersOf,
  hmac,
  justAccepted,
  probePath,
  signing,
  type Tampered,
  wholePath,
  withSignature,
} from './tampering.ts'

export default area('trading.signing', ({ check }) => [
  check(
    'trading.signing.no-signature',
    'A private request with the API key but no signature is refused',
    refuses(world =>
      byBudget(
        world,
        [
          {
            sent: 'a request without signature',
            make: headersOf(({ 'x-svc-apikey': key = '' }) => ({ 'x-svc-apikey': key })),
          },
          { sent: 'an empty signature', make: withSignature(() => ''), sooner: true },
          { sent: 'the signature as a parameter, without its header', make: signatureAsParameter },
        ],
        [
          { sent: 'the word null as a signature', make: withSignature(() => 'null') },
          {
            sent: 'the API key as a signature',
            make: headersOf(({ 'x-svc-apikey': key = '' }) => ({ 'x-svc-apikey': key, 'x-svc-signature': key })),
          },
        ],
        [{ sent: 'the word undefined as a signature', make: withSignature(() => 'undefined') }],
      ),
    ),
  ),

  check(
    'trading.signing.other-digit',
    'A signature that differs from the right one in a single hexadecimal digit is refused',
    async world => {
      const own = await account(world)
      const sent = 'a signature with another last digit'
      const wrong = await own.wrong
      world.claim(wrong).against(own.control).keeps(refused, { sent, reading: own.reading })
      observeRefusal(world, sent, wrong)
      const digitAt = (at: number): Tampered => ({
        sent: `a signature with another digit at place ${at + 1} of 64`,
        make: withSignature(right => flipped(right, at)),
      })
      const again = {
        sent: 'an accepted request again, with another last digit',
        right: justAccepted,
        alter: lastDigitFlipped,
      }
      const more = byBudget(world, [digitAt(0), again], [], [32, 61, 8, 16, 40, 62].map(digitAt))
      await refuses(() => more, undefined, EARLY_RANK)(world)
    },
  ),

  check(
    'trading.signing.other-string',
    'A signature made over an unrelated string instead of the query sent is refused',
    refuses(world => {
      const of = (sent: string, text: (query: string, key: string) => string): Tampered => ({
        sent: `the signature of ${sent}`,
        make: signing((query, secret, key) => sign(text(query, key), secret)),
      })
      return byBudget(
        world,
        [of('the empty string', () => ''), of('names and values without = and &', query => query.replace(/[=&]/g, ''))],
        [
          of('the values alone', query => query.replace(/(^|&)[^=]*=/g, '')),
          { sent: 'a signature of zeros', make: withSignature(right => '0'.repeat(right.length)) },
          of("the probe's path", () => probePath(world)),
          of('the path and the query', query => `${wholePath(world)}?${query}`),
          of("the probe's path and the query", query => `${probePath(world)}?${query}`),
          of('the pairs with no & between them', unjoined),
          of('the values joined by &', query => query.replace(/(^|&)[^=]*=/g, '$1')),
          of('the query with an & at its end', query => `${query}&`),
          of('the query with its question mark', query => `?${query}`),
          of('the query with a line break', query => `${query}\n`),
          of('the parameters in JSON', query => JSON.stringify(Object.fromEntries(new URLSearchParams(query)))),
        ],
        [
          of('the whole path', () => wholePath(world)),
          of('the method, the path and the query', query => `GET${wholePath(world)}${query}`),
          of('the method, the path and the query with its question mark', query => `GET${wholePath(world)}?${query}`),
          of('the API key', (_query, key) => key),
          of('the names alone', query => query.replace(/=[^&]*/g, '')),
          { sent: 'a signature of eight times deadbeef', make: withSignature(() => 'deadbeef'.repeat(8)) },
          { sent: 'a signature of the digit f alone', make: withSignature(right => 'f'.repeat(right.length)) },
        ],
      )
    }),
  ),

  check(
    'trading.signing.truncated',
    'A right signature cut short is refused',
    refuses(world =>
      byBudget(
        world,
        [
          { sent: 'a signature without its last digit', make: withSignature(right => right.slice(0, -1)) },
          { sent: 'the first half of a signature', make: withSignature(right => right.slice(0, 32)) },
        ],
        [
          { sent: 'the last half of a signature', make: withSignature(right => right.slice(32)) },
          { sent: 'a signature without the zero at its beginning', make: withoutLeadingZero },
        ],
      ),
    ),
  ),

  check(
    'trading.signing.lengthened',
    'A right signature with more characters before or after it is refused',
    refuses(world =>
      byBudget(
        world,
        [
          { sent: 'a signature with one more digit', make: withSignature(right => `${right}0`) },
          { sent: 'a signature written twice', make: withSignature(right => right + right) },
        ],
        [
          { sent: 'a signature with the name of its algorithm', make: withSignature(right => `sha256=${right}`) },
          { sent: 'a signature with 0x before it', make: withSignature(right => `0x${right}`) },
          { sent: 'a signature in quotation marks', make: withSignature(right => `"${right}"`) },
          { sent: 'a signature with a zero before it', make: withSignature(right => `0${right}`) },
        ],
      ),
    ),
  ),

  check(
    'trading.signing.other-secret',
    'A signature of the query sent, but keyed with another secret, is refused',
    refuses(world => {
      const keyed = (sent: string, secret: (right: string, key: string) => string | Buffer): Tampered => ({
        sent: `a signature keyed with ${sent}`,
        make: signing((query, right, key) =>
          createHmac('sha256', unlike(secret(right, key), right))
            .update(query)
            .digest('hex'),
        ),
      })
      return byBudget(
        world,
        [
          keyed('nothing', () => ''),
          { ...keyed('the API key', (_right, key) => key), sooner: true },
          keyed('another secret', right => `${right}-assay`),
        ],
        [
          keyed('the secret and a blank', right => `${right} `),
          keyed('the secret and a line feed', right => `${right}\n`),
          keyed('the bytes that the secret is the hexadecimal form of', right => Buffer.from(right, 'hex')),
          keyed('the secret in capital letters', right => right.toUpperCase()),
          keyed('the secret in lower-case letters', right => right.toLowerCase()),
          keyed('the bytes that the secret is the base64 form of', right => Buffer.from(right, 'base64')),
          keyed('the first half of the secret', right => right.slice(0, right.length / 2)),
          keyed('the first eight characters of the secret', right => right.slice(0, 8)),
          keyed('key and secret joined', (right, key) => key + right),
        ],
        [
          keyed('the hash of the secret', right => digest(right)),
          keyed('the secret backwards', right => [...right].reverse().join('')),
        ],
      )
    }),
  ),

  check(
    'trading.signing.other-algorithm',
    'A signature of the query sent by another algorithm than HMAC-SHA256 is refused',
    refuses(world =>
      byBudget(
        world,
        [
          hmac('sha512'),
          { ...hmac('sha1'), sooner: true },
          hmac('md5'),
          { sent: 'the plain SHA-256 of the query', make: signing(query => digest(query)), sooner: true },
          { sent: 'the plain SHA-256 of query and secret', make: signing((query, secret) => digest(query + secret)) },
          { sent: 'an HMAC with secret and query exchanged', make: signing((query, secret) => sign(secret, query)) },
        ],
        [
          hmac('sha384'),
          hmac('sha3-256'),
          hmac('sha3-512'),
          hmac('blake2s256'),
          hmac('sha224'),
          {
            sent: 'the plain SHA-256 of query, colon and secret',
            make: signing((query, secret) => digest(`${query}:${secret}`)),
          },
          hmac('sha512-256'),
          {
            sent: 'the first 64 digits of an HMAC by sha512',
            make: signing((query, secret) => createHmac('sha512', secret).update(query).digest('hex').slice(0, 64)),
          },
        ],
        [
          hmac('blake2b512'),
          {
            sent: 'the plain MD5 of query and secret',
            make: signing((query, secret) =>
              createHash('md5')
                .update(query + secret)
                .digest('hex'),
            ),
          },
        ],
      ),
    ),
  ),

  check(
    'trading.signing.other-encoding',
    'The right HMAC-SHA256 in another encoding than hexadecimal is refused',
    refuses(world => {
      const encoded = (encoding: 'base64' | 'base64url'): Tampered => ({
        sent: `the signature in ${encoding}`,
        make: withSignature(right => Buffer.from(right, 'hex').toString(encoding)),
      })
      const inText = (sent: string, change: (right: string) => string): Tampered => ({
        sent: `the signature ${sent}`,
        make: withSignature(change),
      })
      return byBudget(
        world,
        [encoded('base64')],
        [inText('in base64 of its hexadecimal digits', right => Buffer.from(right).toString('base64'))],
        [
          encoded('base64url'),
          inText('in decimal', right => BigInt(`0x${right}`).toString()),
          inText('with its digits backwards', right => [...right].reverse().join('')),
        ],
      )
    }),
  ),
])

/** Repeats the query if there is only one pair: without & it would be the query itself. */
const unjoined = (query: string): string => (query.includes('&') ? query.replaceAll('&', '') : `${query}${query}`)

/** If the change has no effect, another secret is taken: the right one would make the right signature. */
const unlike = (secret: string | Buffer, right: string): string | Buffer =>
  secret.toString('utf8') === right ? `${right}-assay` : secret

/** Both headers are required, even if their values are sent elsewhere. */
const signatureAsParameter: Tampered['make'] = (venue, timestamp) => {
  const { query, headers } = correctly(venue, timestamp)
  const { 'x-svc-apikey': key = '', 'x-svc-signature': signature = '' } = headers
  return { query: `${query}&signature=${signature}`, headers: { 'x-svc-apikey': key } }
}

/** Takes the latest timestamp whose signature begins with zero: a server that compares numbers does not miss it. */
const withoutLeadingZero: Tampered['make'] = (venue, timestamp) => {
  const earlier = Array.from({ length: 200 }, (_, ms) => correctly(venue, String(Number(timestamp) - ms)))
  const found =
    earlier.find(({ headers }) => headers['x-svc-signature']?.startsWith('0')) ?? correctly(venue, timestamp)
  const { query, headers } = found
  return { query, headers: { ...headers, 'x-svc-signature': headers['x-svc-signature']?.slice(1) ?? '' } }
}
