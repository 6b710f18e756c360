/** Missing and unknown keys, each one change from an accepted request: trading contract, "Authentication". */
import { isDeepStrictEqual } from 'node:util'
import { allSettled } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { clockReading } from '../first-look.ts'
import { observeRefusal } from '../in-words.ts'
import type { SignedRequest } from '../venue.ts'
import { account, correctly, EARLY_RANK, fromClient, ownPairs } from './account.ts'
import { byBudget, refuses } from './refuses.ts'
import { sign } from './signer.ts'
import { contentsOf, isAccepted, refused, withheld } from './signing.predicates.ts'
import {
  describeChangedCharacter,
  headersOf,
  justAccepted,
  otherCase,
  randomKeyLike,
  type Tampered,
  withKey,
  withOneCharacterChanged,
} from './tampering.ts'

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
    const bearer = {
      sent: 'a request with another scheme in place of key and signature',
      make: headersOf(() => ({ authorization: 'Bearer assay' })),
    }
    const again = {
      sent: 'an accepted request again, without key and signature',
      right: justAccepted,
      alter: ({ query }: SignedRequest): SignedRequest => ({ query, headers: {} }),
    }
    await allSettled([
      refuses(() => [again], undefined, 1 + EARLY_RANK)(world),
      refuses(() => byBudget(world, [], [{ sent, make: fromClient(headersOf(() => ({}))) }, blank, bearer]))(world),
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
])

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
