/** Signed requests that must be accepted: trading contract, "Authentication". */

import type { Parameter } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { secondLook } from '../asked.ts'
import type { Run, World } from '../world.ts'
import { account, correctly, EARLY_RANK, fromClient, inScripts, type Making, send, withExtra } from './account.ts'
import { inCapitals, toleratesMore } from './browser.ts'
import { claimDespite } from './deviations.ts'
import { accepted } from './signing.predicates.ts'
import { refusedAnew } from './tampering.ts'

interface Signed {
  readonly sent: string
  readonly make: Making
  /** The digits that the timestamp ends in. */
  readonly ending?: string
}

/**
 * Claims that each of these correctly signed requests is accepted. They leave late: requests with mistakes find more, and one
 * with all kinds of parameters was sent before.
 */
const accepts =
  (requests: (world: World) => readonly Signed[]): Run =>
  async world => {
    const own = await account(world)
    await secondLook(world)
    for (const [index, { sent, make, ending }] of requests(world).entries()) {
      const after = index + 1
      const reply = await send(world, own, make, { after, ...(ending !== undefined && { ending }) })
      world.claim(reply).against(own.control).keeps(accepted, { sent, reading: own.reading })
    }
  }

/** How many values are tried: with so many, hardly any secret and timestamp give no such signature. */
const MOST_NOTES = 4096

/** A request whose signature begins with two zeros, which a number written in hexadecimal would lose. */
const withLeadingZeros: Making = (venue, timestamp) => {
  let made = correctly(venue, timestamp)
  for (let note = 0; note < MOST_NOTES && !made.headers['x-svc-signature']?.startsWith('00'); note++)
    made = withExtra(['assay_note', String(note)])(venue, timestamp)
  return made
}

const extra = (sent: string, ...pairs: readonly Parameter[]): Signed => ({ sent, make: withExtra(...pairs) })
const onlyUnlessThorough = <T>(world: World, count: number, all: readonly T[]): readonly T[] =>
  world.budget === 'thorough' ? all : all.slice(0, count)
const onlyAtQuick = <T>(world: World, count: number, all: readonly T[]): readonly T[] =>
  world.budget === 'quick' ? all.slice(0, count) : all

export default area('trading.signing', ({ check, scenario }) => [
  check(
    'trading.signing.plain',
    'A private request with its API key, a fresh timestamp and the right signature is accepted, every time',
    async world => {
      const own = await account(world).catch(async (refusal: unknown) => {
        await claimDespite(world, refusal)
        throw refusal
      })
      const args = { sent: 'a correctly signed request', reading: own.reading }
      for (const reply of [...own.refusedBefore, own.control]) world.claim(reply).keeps(accepted, args)
      await secondLook(world)
      const plain = toleratesMore(world) ? withLeadingZeros : correctly
      const again = [inCapitals(plain), fromClient(correctly)].slice(0, world.budget === 'quick' ? 1 : 2)
      for (const [index, make] of again.entries())
        world.claim(await send(world, own, make, { after: index + EARLY_RANK })).keeps(accepted, args)
    },
  ),

  scenario(
    'requests-to-be-altered',
    {
      'trading.signing.plain':
        'A private request with its API key, a fresh timestamp and the right signature is accepted, every time',
    },
    async world => {
      const refused = await refusedAnew(world)
      if (refused.length === 0) return
      const args = { sent: 'a correctly signed request', reading: (await account(world)).reading }
      for (const reply of refused) world.claimFor('trading.signing.plain', reply).keeps(accepted, args)
    },
    { isolation: 'last', plans: { plain: 0 } },
  ),

  check(
    'trading.signing.timestamp-milliseconds',
    'A timestamp of the current time in milliseconds, written in decimal digits, is accepted',
    accepts(world =>
      onlyAtQuick(world, 2, [
        { sent: 'a timestamp that ends in 7', make: correctly, ending: '7' },
        { sent: 'a timestamp that ends in 00', make: correctly, ending: '00' },
        { sent: 'a timestamp that ends in 5', make: correctly, ending: '5' },
        { sent: 'a timestamp that ends in 8', make: correctly, ending: '8' },
      ]),
    ),
  ),

  check(
    'trading.signing.any-order',
    'A correctly signed request is accepted with its parameters in any order, timestamp first, last or between',
    accepts(world => [
      inOrder('timestamp first', (own, [z, a], stamp) => [stamp, z, ...own, a]),
      inOrder('timestamp between', (own, [z, a], stamp) => [z, ...own.toReversed(), stamp, a]),
      ...onlyAtQuick(world, 0, [inOrder('timestamp last', (own, [z, a], stamp) => [a, z, ...own, stamp])]),
      ...(world.budget !== 'thorough'
        ? []
        : [1, 2].map(() => {
            const keys = Array.from({ length: 64 }, () => world.random.next())
            return inOrder('parameters in a random order', (own, more, stamp) =>
              shuffled([...own, ...more, stamp], keys),
            )
          })),
    ]),
  ),

  check(
    'trading.signing.many-parameters',
    'A correctly signed request is accepted with many parameters',
    accepts(world =>
      (world.budget === 'thorough' ? [40, 12, 25] : [40]).map(count =>
        extra(`${count} more parameters`, ...numbered(count)),
      ),
    ),
  ),

  check(
    'trading.signing.plain-names',
    'Parameter names of letters, digits and underscores are accepted in a correctly signed request',
    accepts(world =>
      onlyUnlessThorough(world, 1, [
        extra(
          'names of every kind',
          ['assayNameOfManyLettersOne', '1'],
          ['ASSAY_TWO', '2'],
          ['_assay_', '3'],
          ['4assay', '4'],
          ['a5say', 'ASSAY_TWO'],
          ['assay_timestamp', '6'],
          ['42', '7'],
          ['valueOf', '8'],
          ['timestamp_assay', '9'],
        ),
        extra('a name of capitals', ['ASSAYNAME', '1']),
        extra('a name with digits in front', ['1234assay', '1']),
        extra('a name of underscores and digits', ['__0_1__', '1']),
      ]),
    ),
  ),

  check(
    'trading.signing.reserved-characters',
    'Values with percent-encoded reserved characters are accepted in a correctly signed request',
    accepts(world =>
      onlyAtQuick(world, 2, [
        extra('a value of reserved characters', ['assay_note', ":/?#[]@!$&'()+,;="]),
        extra('a value in JSON with encoded percent signs', ['assay_note', '{"side":"%41%2B","ids":[1,2]}']),
        extra('a value with a percent sign on its own', ['assay_note', '100%-%41%2B+1']),
        extra('a value that looks like parameters', ['assay_note', 'a=1&timestamp=2&b=3']),
        extra('a value with other punctuation', ['assay_note', 'a|b\\c^d`e']),
      ]),
    ),
  ),

  check(
    'trading.signing.any-script',
    'Values with letters of any script, percent-encoded as UTF-8, are accepted in a correctly signed request',
    async world => {
      const own = await account(world)
      await secondLook(world)
      const sent = 'values in Persian, Chinese, Greek and Russian'
      world
        .claim(await inScripts(world))
        .against(own.control)
        .keeps(accepted, { sent, reading: own.reading })
      await accepts(() =>
        onlyAtQuick(world, 1, [
          extra('letters beyond the basic plane and of further scripts, and Persian digits', [
            'assay_note',
            '𐐀𠀀Äßשไ한ბայሀத۱۲۳',
          ]),
          extra('a letter with a combining accent', ['assay_note', 'e\u0301é']),
          extra('accented Latin letters', ['assay_note', 'ÄÖÜßçñ']),
          extra('Hindi, Thai, Hebrew and Korean letters', [
            'assay_note',
            'बिटकॉइน บิตคอยน์ ביטקוין 비트코인'.replaceAll(' ', ''),
          ]),
        ]),
      )(world)
    },
  ),

  check(
    'trading.signing.empty-values',
    'Empty values are accepted in a correctly signed request',
    accepts(world =>
      onlyAtQuick(world, 2, [
        extra('an empty value among others', ['assay_a', '1'], ['assay_empty', '']),
        inOrder('an empty value at the end', (own, _more, stamp) => [...own, stamp, ['assay_empty', '']]),
        extra('several empty values', ['assay_empty', ''], ['assay_none', ''], ['assay_void', '']),
      ]),
    ),
  ),
])

type Ordering = (
  own: readonly Parameter[],
  more: readonly [Parameter, Parameter],
  timestamp: Parameter,
) => readonly Parameter[]

/** The probe's own parameters, two additional ones and the timestamp, signed in the order sent. */
function inOrder(sent: string, ordering: Ordering): Signed {
  const more = [
    ['assay_z', '1'],
    ['assay_a', '2'],
  ] as const
  return {
    sent,
    make: (venue, timestamp) => venue.signed(ordering(venue.probeParameters, more, ['timestamp', timestamp])),
  }
}

function shuffled(pairs: readonly Parameter[], keys: readonly number[]): readonly Parameter[] {
  return pairs
    .map((pair, index) => [keys[index % keys.length] ?? 0, pair] as const)
    .sort(([one], [other]) => one - other)
    .map(([, pair]) => pair)
}

/** Some values change if they are parsed as numbers and written again, such as 1.50 and 007. */
const numbered = (count: number): Parameter[] =>
  Array.from({ length: count }, (_, index) => {
    const digits = String(index).padStart(2, '0')
    return [`assay_${digits}`, [String(index * index), `${index}.50`, `0${digits}`][index % 3] ?? ''] as const
  })
