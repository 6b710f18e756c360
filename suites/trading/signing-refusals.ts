/** Signed requests that must be refused, each one change from an accepted one: trading contract, "Authentication". */
import { area, type Check, type Reply, refused, sign, type World } from '../../harness/index.ts'
import { account, extendedControl, rightly, rightlyExtended } from './account.ts'
import { observeRefusal } from './in-words.ts'
import {
  digest,
  earlierStamp,
  extended,
  flipped,
  headersOf,
  hmac,
  isStamp,
  lastDigitFlipped,
  laterStamp,
  likeIt,
  probePath,
  type Reused,
  replaced,
  reused,
  same,
  sendTampered,
  sentInstead,
  signing,
  type Tampered,
  wholePath,
  withKey,
  withSignature,
} from './tampering.ts'

/** Each of these is refused, though the control from which it differs in one thing was accepted. */
const refuses =
  (
    requests: (world: World) => readonly (Tampered | Reused)[],
    control?: (world: World) => Promise<Reply>,
  ): Check['run'] =>
  async world => {
    const own = await account(world)
    const shared = (await control?.(world)) ?? own.control
    for (const tampered of requests(world)) {
      const { sent } = tampered
      const { reply, from } = await sendTampered(world, own, tampered, shared)
      world.claim(reply).against(from).keeps(refused, { sent, reading: own.reading })
      observeRefusal(world, sent, reply)
    }
  }

/** The few at quick budget, the rest as well at others. */
const and = (
  world: World,
  few: readonly (Tampered | Reused)[],
  rest: readonly (Tampered | Reused)[],
): readonly (Tampered | Reused)[] => (world.budget === 'quick' ? few : [...few, ...rest])

export default area('trading.signing', ({ check }) => [
  check('no-credentials', 'A private request without key and signature is refused', async world => {
    const own = await account(world)
    const sent = 'a request without key and signature'
    world.claim(own.bare).against(own.control).keeps(refused, { sent, reading: own.reading })
    observeRefusal(world, sent, own.bare)
    await refuses(() => and(world, [], [{ sent, make: headersOf(() => ({})) }]))(world)
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
    refuses(world =>
      and(
        world,
        [
          {
            sent: 'a request without signature',
            make: headersOf(({ 'x-svc-apikey': key = '' }) => ({ 'x-svc-apikey': key })),
          },
        ],
        [{ sent: 'an empty signature', make: withSignature(() => '') }],
      ),
    ),
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
          { sent: 'a signature with another last digit', make: withSignature(right => flipped(right, 63)) },
        ],
        [
          { sent: 'a signature with another digit in the middle', make: withSignature(right => flipped(right, 32)) },
          { sent: 'an accepted request again, with another last digit', right: rightly, alter: lastDigitFlipped },
        ],
      ),
    ),
  ),

  check(
    'other-string',
    'A signature made over an unrelated string instead of the query sent is refused',
    refuses(world =>
      and(
        world,
        [
          { sent: 'the signature of another text', make: signing((_query, secret) => sign('assay', secret)) },
          {
            sent: "the signature of the probe's path",
            make: signing((_query, secret) => sign(probePath(world), secret)),
          },
        ],
        [
          { sent: 'the signature of the empty string', make: signing((_query, secret) => sign('', secret)) },
          {
            sent: 'the signature of the whole path',
            make: signing((_query, secret) => sign(wholePath(world), secret)),
          },
        ],
      ),
    ),
  ),

  check(
    'truncated',
    'A right signature cut short is refused',
    refuses(() => [
      { sent: 'a signature without its last digit', make: withSignature(right => right.slice(0, -1)) },
      { sent: 'the first half of a signature', make: withSignature(right => right.slice(0, 32)) },
    ]),
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
    refuses(() => [
      { sent: 'a signature with another secret', make: signing((query, secret) => sign(query, `${secret}-assay`)) },
      { sent: 'a signature keyed with nothing', make: signing(query => sign(query, '')) },
      {
        sent: 'a signature keyed with the API key',
        make: signing((query, secret, key) => sign(query, key === secret ? `${key}-` : key)),
      },
    ]),
  ),

  check(
    'other-algorithm',
    'A signature of the query sent by another algorithm than HMAC-SHA256 is refused',
    refuses(world =>
      and(
        world,
        [
          hmac('sha512'),
          hmac('sha384'),
          hmac('sha1'),
          hmac('md5'),
          { sent: 'the plain SHA-256 of the query', make: signing(query => digest(query)) },
        ],
        [
          hmac('sha3-256'),
          { sent: 'the SHA-256 of secret and query', make: signing((query, secret) => digest(secret + query)) },
          { sent: 'the SHA-256 of query and secret', make: signing((query, secret) => digest(query + secret)) },
        ],
      ),
    ),
  ),

  check('parameter-changed', 'A request with a parameter changed after signing is refused', async world => {
    const own: Tampered[] = world.venue.probeParameters.map(([name], index) => ({
      sent: `${name} changed after signing`,
      make: sentInstead(same, pairs => replaced(pairs, index, value => `${value}x`)),
    }))
    const stamp = { sent: 'a timestamp changed after signing', make: sentInstead(earlierStamp, same) }
    const again = reused('a timestamp changed', rightly, pairs => pairs.map(laterStamp))
    await refuses(() => and(world, [stamp, ...own.slice(0, 1)], [...own.slice(1), again]))(world)
    if (world.venue.probe?.extraParams !== true) return
    const letters = extended(same, pairs => replaced(pairs, 0, value => value.toUpperCase()))
    const last = extended(same, pairs => replaced(pairs, pairs.length - 1, () => 'other'))
    const altered = [
      { sent: 'letters of the first parameter turned to capitals after signing', make: letters },
      { sent: 'the last parameter changed after signing', make: last },
    ]
    await refuses(() => altered, extendedControl)(world)
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
        [
          reused('a parameter added', rightly, pairs => [...pairs, 'assay_note=1']),
          { sent: 'the timestamp added', make: sentInstead(pairs => pairs.filter(pair => !isStamp(pair)), same) },
          { sent: 'all but the timestamp added', make: extended(pairs => pairs.filter(isStamp), same) },
        ],
      ),
    ),
  ),

  check(
    'parameter-removed',
    'A request with a parameter removed after signing is refused',
    refuses(
      world =>
        and(
          world,
          [
            { sent: 'the last parameter removed', make: extended(same, pairs => pairs.slice(0, -1)) },
            { sent: 'the first parameter removed', make: extended(same, pairs => pairs.slice(1)) },
          ],
          [reused('a parameter removed', rightlyExtended, pairs => pairs.slice(0, -1))],
        ),
      extendedControl,
    ),
  ),

  check(
    'no-timestamp',
    'A request without timestamp is refused, though its signature fits what was sent',
    refuses(() => [{ sent: 'a request without timestamp', make: venue => venue.signed(venue.probeParameters) }]),
  ),
])
