/** Numbers travel as strings: trading contract, "Resources and their fields". */
import { eachInTurn, type Reply, select } from '../../harness/index.ts'
import { area } from './area.ts'
import { books, coinLists, marketLists } from './asked.ts'
import { noNumbers } from './public.predicates.ts'
import { successful } from './public-reply.ts'
import type { World } from './world.ts'

const FIELDS = [
  '/result/*/minimumQuoteSize',
  '/result/*/maxMarketOrderAsk',
  '/result/*/maxMarketOrderBid',
  '/result/*/networks/*/withdrawFee',
  '/result/*/networks/*/minimumDeposit',
  '/result/orderbook/bids/*/price',
  '/result/orderbook/asks/*/volume',
]

export default area('trading.numbers', ({ everywhere, watch }) => [
  everywhere(
    'trading.numbers.strings',
    'A public success envelope holds no JSON number anywhere, members beyond the described ones included',
    successful,
    noNumbers,
  ),

  watch(
    'notation',
    async world => {
      const replies = [...(await marketLists(world)), ...(await coinLists(world)), ...(await books(world))]
      const seen = await habitsIn(world, replies)
      if (seen.length > 0) world.observe('trading.numbers.notation', seen.join('; '), ...replies)
    },
    { from: 'quick' },
  ),
])

/** Reads each reply once: a long reply is parsed anew each time its JSON is accessed. */
async function habitsIn(world: World, replies: readonly Reply[]): Promise<string[]> {
  const values = new Map(FIELDS.map(path => [path, [] as string[]]))
  for await (const { exchange } of eachInTurn(world, replies)) {
    const { json } = exchange
    for (const [path, found] of values) for (const { value } of select(json, path)) found.push(String(value))
  }
  return [...values].flatMap(([path, found]) =>
    found.length === 0 ? [] : [`${path.split('/').at(-1)}: ${notation(found)}`],
  )
}

function notation(values: readonly string[]): string {
  const places = values.map(value => /\.([0-9]*)/.exec(value)?.[1]?.length ?? 0)
  const habits = [
    `${places.reduce((one, other) => Math.min(one, other))} to ${places.reduce((one, other) => Math.max(one, other))} digits after the point`,
    ...(values.some(value => /e/i.test(value)) ? ['exponents'] : []),
    ...(values.some(value => /^[+-]/.test(value)) ? ['signs'] : []),
    ...(values.some(value => /^[+-]?0[0-9]/.test(value)) ? ['leading zeros'] : []),
    ...(values.some(value => /\.[0-9]*0$/.test(value)) ? ['trailing zeros'] : []),
  ]
  return habits.join(', ')
}
