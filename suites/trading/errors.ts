/**
 * Errors: the trading contract does not specify them, so they are observed and never judged. That chapter has no requirements;
 * its observations belong to the area of access.
 */
import { eachInTurn, type Reply } from '../../harness/index.ts'
import { area } from './area.ts'
import { books, booksWithoutSymbol, clockReadings, coinLists, marketLists, pings } from './asked.ts'
import { observeRefusal } from './in-words.ts'
import { meansSuccess } from './public.predicates.ts'

export default area('trading.access', ({ watch }) => [
  watch(
    'statuses',
    async world => {
      const plain = [...(await pings(world)), ...(await clockReadings(world)), ...(await books(world))]
      const all = [...plain, ...(await marketLists(world)), ...(await coinLists(world))]
      const served: Reply[] = []
      for await (const reply of eachInTurn(world, all)) if (meansSuccess(reply.exchange)) served.push(reply)
      const statuses = [...new Set(served.map(({ status }) => status))]
      world.observe('trading.errors.http-status', `${statuses.join(', ')} for successes`, ...served)
      const odd = served.filter(({ status }) => status < 200 || status > 299)
      world.observe(
        'trading.errors.contradiction',
        odd.length > 0
          ? `successes come with HTTP status ${odd[0]?.status}`
          : 'no success comes with a status of another kind',
        ...odd,
      )
      for (const reply of await booksWithoutSymbol(world)) observeRefusal(world, 'orderbook without symbol', reply)
    },
    { from: 'quick' },
  ),
])
