/** Signed requests with generated parameters: trading contract, "Authentication". */
import { type Parameter, property, signedParameters } from '../../harness/index.ts'
import { area } from '../trading/area.ts'
import { account, type Making, send } from '../trading/signing/account.ts'
import { everything } from '../trading/signing/browser.ts'
import { accepted } from '../trading/signing/signing.predicates.ts'

const RUNS = { quick: 0, standard: 3, thorough: 150 } as const

export default area('trading.signing', ({ check }) => [
  check(
    'trading.signing.generated',
    'Whatever plain names, agreed values and order its parameters have, a correctly signed request is accepted',
    async world => {
      const own = await account(world)
      const all = await everything(world)
      if (all)
        world
          .claim(all)
          .against(own.control)
          .keeps(accepted, { sent: 'a correctly signed request with parameters of every kind', reading: own.reading })
      const taken = world.venue.probeParameters.map(([name]) => name)
      await property(world, {
        first: [],
        others: [{ label: 'generated parameters', arbitrary: () => signedParameters({ taken }) }],
        runs: RUNS[world.budget],
        action: async ({ parameters, timestampAt }, sent) => {
          const make: Making = (venue, timestamp) => {
            const stamp: Parameter = ['timestamp', timestamp]
            const mine = parameters.toSpliced(timestampAt, 0, stamp)
            return venue.signed([...venue.probeParameters, ...mine])
          }
          const reply = await send(world, own, make)
          return { replies: [reply], control: own.control, predicate: accepted, args: { sent, reading: own.reading } }
        },
      })
    },
  ),
])
