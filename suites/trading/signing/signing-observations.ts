/** What the trading contract leaves open about signing: measured and reported, never judged. */
import type { OpenPointId } from '../../../generated/catalogue.ts'
import { encodeQuery, type Parameter, type Reply, shown } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { inWords } from '../in-words.ts'
import type { World } from '../world.ts'
import { account, correctly, type Making, ownPairs, send, withExtra } from './account.ts'
import { toleratesMore } from './browser.ts'
import { sign } from './signer.ts'
import { isAccepted } from './signing.predicates.ts'

const SECOND = 1000
/** Tolerances worth distinguishing, in seconds. */
const LADDER = [1, 2, 5, 10, 30, 60, 120, 300, 900, 3600, 86400]

export default area('trading.signing', ({ watch }) => [
  // Last: if timestamps must increase, nothing is accepted for a while after one that was ahead.
  watch(
    'clock-tolerance',
    async world => {
      if (!(await probeAccepted(world))) return
      await observeTolerance(world, 'trading.signing.clock-behind', 'behind', -1)
      await observeTolerance(world, 'trading.signing.clock-ahead', 'ahead', 1)
    },
    { isolation: 'last' },
  ),

  watch('malformed-timestamp', async world => {
    const forms: readonly (readonly [string, (timestamp: string) => string])[] = [
      ['empty', () => ''],
      ['in seconds', timestamp => timestamp.slice(0, -3)],
      ['with a fraction', timestamp => `${timestamp}.5`],
      ['in words', () => 'now'],
    ]
    for (const [form, change] of forms)
      await observeAcceptance(world, 'trading.signing.malformed-timestamp', `a timestamp ${form}`, (venue, timestamp) =>
        correctly(venue, change(timestamp)),
      )
  }),

  watch('replay', async world => {
    if (!(await probeAccepted(world))) return
    let kept = ''
    const first: Making = (venue, timestamp) => {
      kept = timestamp
      return correctly(venue, timestamp)
    }
    await send(world, await account(world), first, { observed: true })
    const frozen: Making = venue => correctly(venue, kept)
    await observeAcceptance(world, 'trading.signing.replay', 'an identical request a second time', frozen)
    if (toleratesMore(world))
      await observeAcceptance(
        world,
        'trading.signing.repeated-timestamp',
        'another request with the same timestamp',
        venue => withExtra(['assay_note', '1'])(venue, kept),
      )
    else world.observe('trading.signing.repeated-timestamp', 'not tried: the probe takes no parameters but its own')
  }),

  watch('upper-case-hex', world =>
    observeAcceptance(world, 'trading.signing.upper-case-hex', 'a signature in capitals', (venue, timestamp) => {
      const { query, headers } = correctly(venue, timestamp)
      return { query, headers: { ...headers, 'x-svc-signature': (headers['x-svc-signature'] ?? '').toUpperCase() } }
    }),
  ),

  watch('other-strings', async world => {
    if (!toleratesOrNotes(world, 'trading.signing.sorted-string', 'trading.signing.decoded-string')) return
    await observeAcceptance(
      world,
      'trading.signing.sorted-string',
      'a signature over the sorted pairs',
      (venue, timestamp) => {
        const pairs: Parameter[] = [['assay_z', '1'], ...ownPairs(venue, timestamp), ['assay_a', '2']]
        const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : 1))
        return { query: encodeQuery(pairs), headers: venue.signed(sorted).headers }
      },
    )
    await observeAcceptance(
      world,
      'trading.signing.decoded-string',
      'a signature over the pairs before encoding',
      (venue, timestamp) => {
        const pairs: Parameter[] = [['assay_note', 'a/b=c'], ...ownPairs(venue, timestamp)]
        const plain = pairs.map(([name, value]) => `${name}=${value}`).join('&')
        const signature = sign(plain, venue.credentials?.secretKey ?? '')
        return { query: encodeQuery(pairs), headers: { ...venue.signed(pairs).headers, 'x-svc-signature': signature } }
      },
    )
  }),

  watch('encodings', async world => {
    if (!toleratesOrNotes(world, 'trading.signing.plus-and-percent-20', 'trading.signing.encoding-differences')) return
    const raw =
      (pair: string): Making =>
      (venue, timestamp) => {
        const query = [pair, encodeQuery(ownPairs(venue, timestamp))].join('&')
        const signature = sign(query, venue.credentials?.secretKey ?? '')
        return { query, headers: { ...venue.signed([]).headers, 'x-svc-signature': signature } }
      }
    for (const space of ['+', '%20'])
      await observeAcceptance(
        world,
        'trading.signing.plus-and-percent-20',
        `a space as ${space}`,
        raw(`assay_note=a${space}b`),
      )
    for (const pair of ['assay_note=~%2A', 'assay_note=%7E*'])
      await observeAcceptance(
        world,
        'trading.signing.encoding-differences',
        `~ and * sent as ${pair.slice(11)}`,
        raw(pair),
      )
  }),

  watch('repeated-names', async world => {
    if (!toleratesOrNotes(world, 'trading.signing.repeated-names')) return
    const twice = withExtra(['assay_note', '2'], ['assay_note', '1'])
    await observeAcceptance(world, 'trading.signing.repeated-names', 'one name sent twice', twice)
  }),

  watch('long-values', async world => {
    if (!toleratesOrNotes(world, 'trading.signing.long-values')) return
    for (const length of [1000, 7000])
      await observeAcceptance(
        world,
        'trading.signing.long-values',
        `a value of ${length} characters`,
        withExtra(['assay_note', 'a'.repeat(length)]),
      )
  }),

  watch('body-parameters', async world =>
    world.observe('trading.signing.body-parameters', 'not tried: the probe is asked without a body'),
  ),

  watch('private-records', async world => {
    if (!(await probeAccepted(world))) return
    const { control } = await account(world)
    world.observe('trading.access.private-records', `the probe answers ${inWords(control)}`, control)
  }),
])

/** Whether there is a probe that was accepted; without one there is nothing to observe. */
async function probeAccepted(world: World): Promise<boolean> {
  if (!world.venue.credentials || !world.venue.probe) return false
  return account(world).then(
    () => true,
    () => false,
  )
}

/** Whether the probe takes parameters that it does not know; if not, that is noted as the observation. */
function toleratesOrNotes(world: World, ...ids: readonly OpenPointId[]): boolean {
  if (toleratesMore(world)) return true
  for (const id of ids) world.observe(id, 'not tried: the probe takes no parameters but its own')
  return false
}

async function observeAcceptance(world: World, id: OpenPointId, what: string, make: Making): Promise<void> {
  if (!(await probeAccepted(world))) return
  const own = await account(world)
  const reply = await send(world, own, make, { observed: true })
  const good = isAccepted(reply.exchange, own.reading)
  world.observe(id, `${what}: ${good ? 'accepted' : `refused with ${shown(reply.status)}`}`, reply)
}

/** Finds by binary search the largest shift that is accepted and the smallest that is refused. */
async function observeTolerance(world: World, id: OpenPointId, way: string, direction: 1 | -1): Promise<void> {
  const own = await account(world)
  const replies: Reply[] = []
  let [accepted, refused] = [-1, LADDER.length]
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2)
    const shift = direction * (LADDER[middle] ?? 0) * SECOND
    const shifted: Making = (venue, timestamp) => correctly(venue, String(Number(timestamp) + shift))
    const reply = await send(world, own, shifted, { observed: true })
    replies.push(reply)
    if (isAccepted(reply.exchange, own.reading)) accepted = middle
    else refused = middle
  }
  const least = accepted < 0 ? 'not even 1 s' : `${LADDER[accepted]} s`
  const most = refused < LADDER.length ? `${LADDER[refused]} s is refused` : 'nothing tried is refused'
  world.observe(id, `${least} ${way} is accepted, ${most}`, ...replies)
}
