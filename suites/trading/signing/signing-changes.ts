/** Parameters changed, added, doubled or removed after signing: trading contract, "Authentication", rules 1 to 3. */

import { allSettled, type Parameter, type Reply } from '../../../harness/index.ts'
import { area } from '../area.ts'
import type { Venue } from '../venue.ts'
import type { World } from '../world.ts'
import { correctly, correctlyExtended, EARLY_RANK, pairsOfEveryKind, scriptControl } from './account.ts'
import { extendedControl, richControl, toleratesMore } from './browser.ts'
import { likeChanges, likenessControl } from './likenesses.ts'
import { byBudget, refuses } from './refuses.ts'
import {
  acceptedAnew,
  earlierBy,
  extended,
  isStamp,
  justAccepted,
  laterStamp,
  otherCase,
  replaced,
  reused,
  same,
  scripted,
  sentInstead,
  type Tampered,
  withPair,
} from './tampering.ts'

const HOUR = 3_600_000
/** Added to the rank (`after`): these leave after others of the same rank. */
const LAST = 0.05
const NOTE: Parameter = ['assay_note', '1']
const control = (reply: Reply) => (): Promise<Reply> => Promise.resolve(reply)

export default area('trading.signing', ({ check }) => [
  check(
    'trading.signing.parameter-changed',
    'A request with a parameter changed after signing is refused',
    async world => {
      const [first, ...others] = eachOwn(world, 'changed')
      const longAgo = {
        sent: 'a timestamp put back by an hour after signing',
        make: sentInstead(same, earlierBy(HOUR)),
      }
      const own = byBudget(world, first ? [first] : [], [longAgo, ...others, ...eachOwn(world, 'spelt otherwise')])
      const again = reused('a timestamp changed', justAccepted, pairs => pairs.map(laterStamp))
      const more = toleratesMore(world)
      const groups = [
        ...(more ? [inOtherScripts, refuses(() => extendedChanges(world), extendedControl, EARLY_RANK + LAST)] : []),
        ...(more && world.budget !== 'quick' ? [refuses(() => likeChanges, likenessControl, 1)] : []),
        refuses(() => own, undefined, more ? 1 : 0),
        refuses(() => [again], undefined, 1 + EARLY_RANK),
      ]
      await allSettled(groups.map(group => group(world)))
    },
  ),

  check(
    'trading.signing.parameter-added',
    'A request with a parameter added after signing is refused',
    refuses(world => {
      const own = world.venue.probeParameters
      const added = (sent: string, pair: Parameter, where: Parameters<typeof withPair>[1]): Tampered => ({
        sent: `${sent} added after signing`,
        make: sentInstead(same, withPair(pair, where)),
      })
      return byBudget(
        world,
        [
          added('a parameter at the end', NOTE, 'last'),
          added('a receiving window in front', ['recvWindow', '5000'], 'first'),
          added('an empty parameter in the middle', ['_assay_note', ''], 'middle'),
          {
            sent: 'all but the timestamp added',
            make: (own.length > 0 ? sentInstead : extended)(pairs => pairs.filter(isStamp), same),
          },
        ],
        [
          added('a parameter named signature', ['signature', 'assay'], 'last'),
          reused('a nonce added', justAccepted, pairs => [...pairs, 'nonce=1']),
          { sent: 'the timestamp added', make: sentInstead(pairs => pairs.filter(pair => !isStamp(pair)), same) },
        ],
        [added('a parameter named _', ['_', '1'], 'last'), { sent: 'a bare name added', make: bareNameAdded }],
      )
    }),
  ),

  // A should: a repeated name is open, although a parameter added after signing must be refused.
  check(
    'trading.signing.parameter-doubled',
    'A request with a parameter sent once more than it was signed is refused',
    refuses(
      world => {
        const own = world.venue.probeParameters
        const again = (
          sent: string,
          pair: (pairs: readonly Parameter[]) => Parameter,
          where: 'first' | 'last',
        ): Tampered => ({
          sent: `${sent} after signing`,
          make: sentInstead(same, pairs => withPair(pair(pairs), where)(pairs)),
        })
        return byBudget(
          world,
          [again(`${own[0]?.[0] ?? 'timestamp'} doubled`, pairs => pairs[0] ?? NOTE, 'last')],
          [
            again('the timestamp doubled', pairs => pairs.find(isStamp) ?? NOTE, 'first'),
            ...own
              .slice(0, 1)
              .map(([name, value]) => again(`another ${name} added`, () => [name, `${value}x`], 'first')),
          ],
          own.map(pair => again(`${pair[0]} added again`, () => pair, 'first')),
        )
      },
      undefined,
      2,
    ),
  ),

  check(
    'trading.signing.parameter-removed',
    'A request with a parameter removed after signing is refused',
    async world => {
      const removed = (sent: string, pair: Parameter, where: Parameters<typeof withPair>[1]): Tampered => ({
        sent: `${sent} removed after signing`,
        make: sentInstead(withPair(pair, where), same),
      })
      await refuses(() =>
        byBudget(
          world,
          [
            removed('the last parameter', NOTE, 'last'),
            removed('the first parameter', NOTE, 'first'),
            ...eachOwn(world, 'removed').slice(0, 1),
          ],
          [...eachOwn(world, 'removed').slice(1), removed('an empty parameter', ['assay_note', ''], 'last')],
        ),
      )(world)
      if (!toleratesMore(world)) return
      const last = reused('a parameter removed', acceptedAnew(correctlyExtended), pairs => pairs.slice(0, -1))
      await refuses(() => byBudget(world, [], [last]), extendedControl)(world)
    },
  ),

  check(
    'trading.signing.no-timestamp',
    'A request without timestamp is refused, though its signature fits what was sent',
    refuses(world =>
      byBudget(
        world,
        [{ sent: 'a request without timestamp', make: venue => venue.signed(venue.probeParameters) }],
        [
          { sent: 'a request without any parameter', make: venue => venue.signed([]) },
          ...['time', 'ts'].map(name => ({
            sent: `a request with ${name} in place of timestamp`,
            make: (venue: Venue, now: string) => venue.signed([...venue.probeParameters, [name, now]]),
          })),
        ],
      ),
    ),
  ),
])

/**
 * Changes each of the probe's own parameters in turn. Unless one is removed, the control's own query is sent, with the signature
 * of another one.
 */
function eachOwn({ venue }: World, change: 'changed' | 'spelt otherwise' | 'removed'): Tampered[] {
  return venue.probeParameters.map(([name, value], index) => {
    const sent = `${name} ${change} after signing`
    if (change === 'removed') return { sent, make: sentInstead(same, pairs => pairs.toSpliced(index, 1)) }
    const other = change === 'changed' ? `${value}x` : otherCase(value) || `${value}0`
    return { sent, make: sentInstead(pairs => replaced(pairs, index, () => other), same) }
  })
}

async function inOtherScripts(world: World): Promise<void> {
  const rich = world.budget === 'quick' ? await richControl(world) : null
  if (rich) await refuses(() => [persianChange], control(rich))(world)
  else await refuses(() => scriptChanges(world), scriptControl, 1)(world)
}

/** Made from the control that has parameters of every kind (`pairsOfEveryKind`). */
const persianChange: Tampered = {
  sent: 'Persian letters turned to Arabic ones after signing',
  make: sentInstead(
    same,
    pairs => pairs.map(([name, value]) => [name, name === '_assayFa' ? 'بيتكوين' : value]),
    pairsOfEveryKind,
  ),
}

function extendedChanges(world: World): readonly Tampered[] {
  const changed = (sent: string, where: number, change: (value: string) => string): Tampered => ({
    sent: `${sent} after signing`,
    make: extended(same, pairs => replaced(pairs, where < 0 ? pairs.length + where : where, change)),
  })
  return byBudget(
    world,
    [
      changed('letters of the first parameter turned to capitals', 0, value => value.toUpperCase()),
      changed('a Persian letter put behind the last parameter', -1, value => `${value}ی`),
    ],
    [
      changed('a blank put behind the first parameter', 0, value => `${value} `),
      {
        sent: 'the name of the last parameter turned to capitals after signing',
        make: extended(same, pairs => [...pairs.slice(0, -1), ['ASSAY_MORE', 'two']]),
      },
      {
        sent: 'the values of two parameters exchanged after signing',
        make: extended(same, pairs =>
          replaced(
            replaced(pairs, 0, () => 'two'),
            pairs.length - 1,
            () => 'one',
          ),
        ),
      },
    ],
  ) as readonly Tampered[]
}

function scriptChanges(world: World): readonly Tampered[] {
  const changed = (sent: string, name: string, value: string): Tampered => ({
    sent: `${sent} after signing`,
    make: scripted(same, pairs => pairs.map(pair => (pair[0] === name ? [name, value] : pair))),
  })
  return byBudget(
    world,
    [changed('Persian letters turned to Arabic ones', 'assay_fa', 'بيتكوين')],
    [
      changed('a joiner put into a Persian value', 'assay_fa', 'بیت\u200cکوین'),
      changed('one character of a Chinese value changed', 'assay_zh', '比特幣'),
      changed('an accent of a Greek value taken apart', 'assay_el', 'νόμισμα'.normalize('NFD')),
      changed('a Russian value turned to capitals', 'assay_ru', 'БИТКОИН'),
    ],
  ) as readonly Tampered[]
}

const bareNameAdded: Tampered['make'] = (venue, timestamp) => {
  const { query, headers } = correctly(venue, timestamp)
  return { query: `${query}&assay_note`, headers }
}
