/** Coins: trading contract, "Coin" and "GET /public/coins_info". The fields are judged on every reply. */
import { type Reply, select } from '../../harness/index.ts'
import { area } from './area.ts'
import { coinLists, coins, coinsBySymbol, UNLISTED } from './asked.ts'
import { inWords } from './in-words.ts'
import { served, servedList, someInPersian } from './public.predicates.ts'
import { askedSymbol, namesIn, successOf } from './public-reply.ts'

const listsCoins = successOf('getCoinsInfo')

export default area('trading.coins', ({ always, check, visit, watch }) => [
  visit('getCoinsInfo', {}, async world => {
    if ((await coins(world)).all.length === 0)
      world.lacks(
        'the target lists no coin: an empty list shows nothing about its elements',
        ...namesIn('trading.coins'),
      )
    await coinsBySymbol(world)
    await coinLists(world)
  }),

  always(
    'trading.coins.name-fa-persian',
    'Some nameFa of the whole list has a Persian letter',
    exchange => listsCoins(exchange) && askedSymbol(exchange) === null,
    someInPersian,
    () => ({ path: '/result/*/nameFa' }),
  ),

  check('trading.coins.symbol-left-out', 'coins_info without symbol succeeds', async world => {
    world.claim(...(await coinLists(world))).keeps(served, {})
  }),

  check(
    'trading.coins.symbol-given',
    'coins_info with the symbol of a listed coin succeeds, and its result is still an array of coins',
    async world => {
      const replies = await coinsBySymbol(world)
      if (replies.length === 0) return world.lacks('the target lists no coin')
      world.claim(...replies).keeps(servedList, {})
      for (const reply of replies) world.observe('trading.coins.symbol-effect', effect(reply), reply)
    },
  ),

  watch('unknown-symbol', async world => {
    for (const symbol of [UNLISTED, '']) {
      const reply = await world.venue.getCoinsInfo({ symbol }, { mayFail: true })
      world.observe('trading.coins.unknown-symbol', `${symbol || 'an empty symbol'}: ${inWords(reply)}`, reply)
    }
  }),
])

function effect(reply: Reply): string {
  const listed = select(reply.exchange.json, '/result/*/symbol').map(({ value }) => String(value))
  const asked = askedSymbol(reply.exchange) ?? ''
  if (listed.length === 1 && listed[0]?.toLowerCase() === asked.toLowerCase()) return 'it lists only the coin asked for'
  return `it lists ${listed.length} coins, ${listed.includes(asked) ? 'the one asked for among them' : 'not the one asked for'}`
}
