/** Signed requests that must be refused, each one change from an accepted one: trading contract, "Authentication". */
import { area, type Check, refused, sign, type World } from '../../harness/index.ts'
import { account, extendedControl, send } from './account.ts'
import { observeRefusal } from './in-words.ts'
import {
  digest,
  earlierStamp,
  extended,
  flipped,
  headersOf,
  hmac,
  likeIt,
  replaced,
  same,
  sentInstead,
  signing,
  type Tampered,
  withKey,
  withSignature,
} from './tampering.ts'

/** Each of these is refused, though the control from which it differs in one thing was accepted. */
const refuses =
  (requests: (world: World) => readonly Tampered[], control?: (world: World) => Promise<unknown>): Check['run'] =>
  async world => {
    const own = await account(world)
    await control?.(world)
    for (const { sent, make } of requests(world)) {
      const reply = await send(world, own, make)
      world.claim(reply).against(own.control).keeps(refused, { sent, reading: own.reading })
      observeRefusal(world, sent, reply)
    }
  }

/** The few at quick budget, the rest as well at others. */
const and = <T>(world: World, few: readonly T[], rest: readonly T[]): readonly T[] =>
  world.budget === 'quick' ? few : [...few, ...rest]

export default area('trading.signing', ({ check }) => [
  check('no-credentials', 'A private request without key and signature is refused', async world => {
    const own = await account(world)
    const sent = 'a request without key and signature'
    world.claim(own.bare).against(own.control).keeps(refused, { sent, reading: own.reading })
    observeRefusal(world, sent, own.bare)
    await refuses(() => [{ sent, make: headersOf(() => ({})) }])(world)
  }),

  check(
    'no-key',
    'A private request with the right signature but no API key is refused',
    refuses(() => [
      { sent: 'a request without key', make: headersOf(({ 'x-svc-signature': s = '' }) => ({ 'x-svc-signature': s })) },
    ]),
  ),

  check(
    'no-signature',
    'A private request with the API key but no signature is refused',
    refuses(() => [
      {
        sent: 'a request without signature',
        make: headersOf(({ 'x-svc-apikey': key = '' }) => ({ 'x-svc-apikey': key })),
      },
    ]),
  ),

  check(
    'unknown-key',
    'A private request with an API key that nobody holds is refused',
    refuses(world => [
      { sent: 'a key of chance', make: withKey(key => likeIt(key, world)) },
      { sent: 'the right key with more after it', make: withKey(key => `${key}assay0`) },
    ]),
  ),

  check(
    'other-digit',
    'A signature that differs from the right one in a single hexadecimal digit, first or last, is refused',
    refuses(world =>
      and(
        world,
        [
          { sent: 'a signature with another first digit', make: withSignature(right => flipped(right, 0)) },
          {
            sent: 'a signature with another last digit',
            make: withSignature(right => flipped(right, right.length - 1)),
          },
        ],
        [{ sent: 'a signature with another digit in the middle', make: withSignature(right => flipped(right, 32)) }],
      ),
    ),
  ),

  check(
    'other-string',
    'A signature made over an unrelated string instead of the query sent is refused',
    refuses(() => [
      { sent: 'the signature of another text', make: signing((_query, secret) => sign('assay', secret)) },
      { sent: 'the signature of the empty string', make: signing((_query, secret) => sign('', secret)) },
    ]),
  ),

  check(
    'truncated',
    'A right signature cut short is refused',
    refuses(world =>
      and(
        world,
        [
          { sent: 'a signature without its last digit', make: withSignature(right => right.slice(0, -1)) },
          { sent: 'the first half of a signature', make: withSignature(right => right.slice(0, 32)) },
        ],
        [
          { sent: 'the first eight digits of a signature', make: withSignature(right => right.slice(0, 8)) },
          { sent: 'a signature cut to nothing', make: withSignature(() => '') },
        ],
      ),
    ),
  ),

  check(
    'lengthened',
    'A right signature with more digits after it is refused',
    refuses(() => [
      { sent: 'a signature with one more digit', make: withSignature(right => `${right}0`) },
      { sent: 'a signature written twice', make: withSignature(right => right + right) },
    ]),
  ),

  check(
    'other-secret',
    'A signature of the query sent, but keyed with another secret, is refused',
    refuses(world =>
      and(
        world,
        [
          { sent: 'a signature with another secret', make: signing((query, secret) => sign(query, `${secret}-assay`)) },
          {
            sent: 'a signature keyed with the API key',
            make: signing((query, secret, key) => sign(query, key === secret ? `${key}-` : key)),
          },
        ],
        [{ sent: 'a signature keyed with nothing', make: signing(query => sign(query, '')) }],
      ),
    ),
  ),

  check(
    'other-algorithm',
    'A signature of the query sent by another algorithm than HMAC-SHA256 is refused',
    refuses(world =>
      and(
        world,
        [
          hmac('sha512'),
          hmac('sha1'),
          hmac('md5'),
          { sent: 'the plain SHA-256 of the query', make: signing(query => digest(query)) },
        ],
        [
          hmac('sha384'),
          hmac('sha3-256'),
          { sent: 'the SHA-256 of secret and query', make: signing((query, secret) => digest(secret + query)) },
          { sent: 'the SHA-256 of query and secret', make: signing((query, secret) => digest(query + secret)) },
        ],
      ),
    ),
  ),

  check('parameter-changed', 'A request with a parameter changed after signing is refused', async world => {
    const changedStamp = { sent: 'a timestamp changed after signing', make: sentInstead(earlierStamp, pairs => pairs) }
    const own: Tampered[] = world.venue.probeParameters.map(([name], index) => ({
      sent: `${name} changed after signing`,
      make: sentInstead(
        pairs => pairs,
        pairs => replaced(pairs, index, value => `${value}x`),
      ),
    }))
    await refuses(() => [changedStamp, ...and(world, own.slice(0, 1), own.slice(1))])(world)
    if (world.venue.probe?.extraParams !== true) return
    const changed = (at: 'first' | 'last', where: number): Tampered => ({
      sent: `a ${at} parameter changed after signing`,
      make: extended(
        pairs => pairs,
        pairs => replaced(pairs, where < 0 ? pairs.length + where : where, () => '7'),
      ),
    })
    await refuses(() => [changed('first', 0), changed('last', -1)], extendedControl)(world)
  }),

  check(
    'parameter-added',
    'A request with a parameter added after signing is refused',
    refuses(world =>
      and(
        world,
        [
          { sent: 'a parameter added at the end', make: sentInstead(same, pairs => [...pairs, ['assay_note', '1']]) },
          { sent: 'a parameter added in front', make: sentInstead(same, pairs => [['assay_note', '1'], ...pairs]) },
        ],
        [{ sent: 'an empty parameter added', make: sentInstead(same, pairs => [...pairs, ['assay_note', '']]) }],
      ),
    ),
  ),

  check(
    'parameter-removed',
    'A request with a parameter removed after signing is refused',
    refuses(
      () => [
        { sent: 'the last parameter removed', make: extended(same, pairs => pairs.slice(0, -1)) },
        { sent: 'the first parameter removed', make: extended(same, pairs => pairs.slice(1)) },
      ],
      extendedControl,
    ),
  ),

  check(
    'no-timestamp',
    'A request without timestamp is refused, though its signature fits what was sent',
    refuses(() => [{ sent: 'a request without timestamp', make: venue => venue.signed(venue.probeParameters) }]),
  ),
])
