/** Keys and signatures that must be refused, each one change from an accepted request: trading contract, "Authentication". */
import { createHash, createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { allSettled } from '../../harness/index.ts'
import { account, correctly, EARLY_RANK, flipped, fromClient, lastDigitFlipped, ownPairs } from './account.ts'
import { area } from './area.ts'
import { clockReading } from './first-look.ts'
import { observeRefusal } from './in-words.ts'
import { byBudget, refuses } from './refuses.ts'
import { sign } from './signer.ts'
import { contentsOf, isAccepted, refused, withheld } from './signing.predicates.ts'
import {
  describeChangedCharacter,
  digest,
  headersOf,
  hmac,
  justAccepted,
  otherCase,
  probePath,
  randomKeyLike,
  signing,
  type Tampered,
  wholePath,
  withKey,
  withOneCharacterChanged,
  withSignature,
} from './tampering.ts'
import type { SignedRequest } from './venue.ts'

/** Rank (`after`) behind three requests of each other kind. */
const AFTER_THREE = 3

const withOtherLastCharacter = (key: string): string => `${key.slice(0, -1)}${key.endsWith('~') ? '-' : '~'}`

export default area('trading.signing', ({ check }) => [
  check('trading.signing.no-credentials', 'A private request without key and signature is refused', async world => {
    const own = await account(world)
    const sent = 'a request without key and signature'
    const bare = await own.bare
    world.claim(bare).against(own.control).keeps(refused, { sent, reading: own.reading })
    observeRefusal(world, sent, bare)
    const blank = { sent: 'an empty key and an empty signature', make: headersOf(emptied) }
    const again = {
      sent: 'an accepted request again, without key and signature',
      right: justAccepted,
      alter: ({ query }: SignedRequest): SignedRequest => ({ query, headers: {} }),
    }
    await allSettled([
      refuses(() => [again], undefined, 1 + EARLY_RANK)(world),
      refuses(() => byBudget(world, [], [{ sent, make: fromClient(headersOf(() => ({}))) }, blank]))(world),
    ])
  }),

  check(
    'trading.signing.nothing-given-away',
    'A request that is refused, without credentials or with a wrong signature, is not answered with what an accepted one gets',
    async world => {
      const own = await account(world)
      const refusals = [await own.bare, await own.wrong].filter(({ exchange }) => !isAccepted(exchange, own.reading))
      const open = contentsOf((await clockReading(world)).exchange)
      const given = contentsOf(own.control.exchange)
      const isOpen = ([, value]: (typeof given)[number]): boolean =>
        open.some(([, content]) => isDeepStrictEqual(content, value))
      // If the envelope distinguishes accepted from refused, its members other than result are open.
      const isBeside = ([name]: (typeof given)[number]): boolean => own.reading.by === 'envelope' && name !== 'result'
      const everywhere = given.filter(one => isOpen(one) || isBeside(one)).map(([name]) => name)
      if (given.length === everywhere.length)
        world.lacks('the accepted request gets no list and no object that could be given away')
      else if (refusals.length > 0) world.claim(own.control, ...refusals).keeps(withheld, { everywhere })
      else world.cannotJudge('nothing was refused')
    },
  ),

  check(
    'trading.signing.no-key',
    'A private request with the right signature but no API key is refused',
    refuses(world =>
      byBudget(
        world,
        [
          {
            sent: 'a request without key',
            make: headersOf(({ 'x-svc-signature': s = '' }) => ({ 'x-svc-signature': s })),
          },
        ],
        [
          { sent: 'an empty key', make: withKey(() => '') },
          { sent: 'the key as a parameter, without its header', make: keyAsParameter },
          {
            sent: 'an accepted request again, without key',
            right: justAccepted,
            alter: ({ query, headers: { 'x-svc-signature': signature = '' } }) => ({
              query,
              headers: { 'x-svc-signature': signature },
            }),
          },
        ],
      ),
    ),
  ),

  check(
    'trading.signing.no-signature',
    'A private request with the API key but no signature is refused',
    refuses(() => [
      {
        sent: 'a request without signature',
        make: headersOf(({ 'x-svc-apikey': key = '' }) => ({ 'x-svc-apikey': key })),
      },
      { sent: 'an empty signature', make: withSignature(() => ''), sooner: true },
      { sent: 'the signature as a parameter, without its header', make: signatureAsParameter },
    ]),
  ),

  check(
    'trading.signing.unknown-key',
    'A private request with an API key that nobody holds is refused',
    refuses(world => {
      const { apiKey = '' } = world.venue.credentials ?? {}
      return byBudget(
        world,
        [
          {
            sent: `the right key but with ${describeChangedCharacter(apiKey)}`,
            make: withKey(withOneCharacterChanged),
          },
          { sent: 'the right key with one character more at its end', make: withKey(key => `${key}0`) },
          {
            sent: 'a random key and a signature keyed with nothing',
            make: withUnknownKey(key => randomKeyLike(key, world)),
          },
        ],
        [
          {
            sent: `a key that is only the first ${apiKey.length - 1} of the ${apiKey.length} characters of the right one`,
            make: withKey(key => key.slice(0, -1)),
          },
          { sent: 'the right key in quotation marks', make: withKey(key => `"${key}"`) },
          { sent: 'the right key and another in one header', make: withKey(key => `${key}, assay-key-of-nobody`) },
          { sent: 'the right key without its first character', make: withKey(key => key.slice(1)) },
          {
            sent: 'an accepted request again, with a random key',
            right: justAccepted,
            alter: ({ query, headers }) => ({
              query,
              headers: { ...headers, 'x-svc-apikey': randomKeyLike(apiKey, world) },
            }),
          },
        ],
        [
          { sent: 'a random key', make: withKey(key => randomKeyLike(key, world)) },
          { sent: 'the right key written twice', make: withKey(key => key + key) },
          { sent: 'the right key with another last character', make: withKey(withOtherLastCharacter) },
        ],
      )
    }),
  ),

  check(
    'trading.signing.key-to-the-letter',
    'A private request with the API key in the other letter case is refused',
    async world => {
      const sent = 'the right key with all its letters in the other case'
      if (otherCase(world.venue.credentials?.apiKey ?? '') === '') world.lacks('the API key has no letters')
      else await refuses(() => [{ sent, make: withKey(otherCase) }], undefined, AFTER_THREE)(world)
    },
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
        ],
        [
          of('the whole path', () => wholePath(world)),
          of('the method, the path and the query', query => `GET${wholePath(world)}${query}`),
          of('the query with its question mark', query => `?${query}`),
          of('the query with a line break', query => `${query}\n`),
          of('the API key', (_query, key) => key),
          of('the names alone', query => query.replace(/=[^&]*/g, '')),
          of('the parameters in JSON', query => JSON.stringify(Object.fromEntries(new URLSearchParams(query)))),
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
        [],
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
        ],
        [{ sent: 'a signature in quotation marks', make: withSignature(right => `"${right}"`) }],
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
        ],
        [
          keyed('the bytes that the secret is the base64 form of', right => Buffer.from(right, 'base64')),
          keyed('the hash of the secret', right => digest(right)),
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
          {
            sent: 'the first 64 digits of an HMAC by sha512',
            make: signing((query, secret) => createHmac('sha512', secret).update(query).digest('hex').slice(0, 64)),
          },
        ],
        [
          hmac('sha224'),
          hmac('sha512-256'),
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
      return byBudget(world, [encoded('base64')], [], [encoded('base64url')])
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

const keyAsParameter: Tampered['make'] = (venue, timestamp) => {
  const { apiKey = '' } = venue.credentials ?? {}
  const { query, headers } = venue.signed([...ownPairs(venue, timestamp), ['X-SVC-APIKEY', apiKey]])
  return { query, headers: { 'x-svc-signature': headers['x-svc-signature'] ?? '' } }
}

/** A careless server uses an empty secret for an unknown key. */
const withUnknownKey =
  (change: (key: string) => string): Tampered['make'] =>
  (venue, timestamp) => {
    const { query } = correctly(venue, timestamp)
    const key = change(venue.credentials?.apiKey ?? '')
    return { query, headers: { 'x-svc-apikey': key, 'x-svc-signature': sign(query, '') } }
  }

const emptied = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map(name => [name, '']))
