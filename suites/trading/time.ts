/** Server time: trading contract, "GET /public/time". */
import { valueAt } from '../../harness/index.ts'
import { area } from './area.ts'
import { clockReadings } from './asked.ts'
import { timesAgree } from './public.predicates.ts'
import { successOf } from './public-reply.ts'

export default area('trading.time', ({ always, visit, watch }) => [
  visit('getTime', {}, async world => void (await clockReadings(world))),

  always(
    'trading.time.equals-server-time',
    "The result of time lies within 5 seconds of the same reply's serverTime, in milliseconds",
    successOf('getTime'),
    timesAgree,
  ),

  watch(
    'one-reading',
    async world => {
      const replies = await clockReadings(world)
      const same = replies.filter(({ exchange: { json } }) => valueAt(json, '/result') === valueAt(json, '/serverTime'))
      world.observe(
        'trading.time.one-reading',
        `result and serverTime are the same in ${same.length} of ${replies.length} replies`,
        ...replies,
      )
    },
    { from: 'quick' },
  ),
])
