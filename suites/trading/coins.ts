/** Coins: trading contract, "Coin" and "GET /public/coins_info". The fields are judged on every reply. */
import { isServed, withListedCoin } from './active.ts'
import { area } from './area.ts'
import { coinLists, coinsBySymbol, UNLISTED, unlistedCoin } from './asked.ts'
import { coins } from './first-look.ts'
import { inWords, symbolEffect } from './in-words.ts'
import { areFewNames, served, servedList, someInPersian } from './public.predicates.ts'
import { askedSymbol, namesIn, successOf } from './public-reply.ts'

const listsCoins = successOf('getCoinsInfo')
const NAMES_FA = '/result/*/nameFa'

export default area('trading.coins', ({ always, check, visit, watch }) => [
  visit('getCoinsInfo', {}, async world => {
    const { all, reply, unserved } = await coins(world)
    if (all.length === 0)
      world.lacks(
        unserved ?? 'the target lists no coin: an empty list shows nothing about its elements',
        ...namesIn('trading.coins'),
      )
    else if (areFewNames(reply.exchange, NAMES_FA))
      world.lacks('hardly any nameFa that the target lists is filled in', 'trading.coins.name-fa-persian')
    await Promise.all([unlistedCoin(world), coinsBySymbol(world)])
    await coinLists(world)
  }),

  always(
    'trading.coins.name-fa-persian',
    'Some nameFa of the whole list has a Persian letter',
    exchange => listsCoins(exchange) && askedSymbol(exchange) === null,
    someInPersian,
    () => ({ path: NAMES_FA }),
  ),

  check('trading.coins.symbol-left-out', 'coins_info without symbol succeeds', async world => {
    for await (const reply of coinLists.each(world)) world.claim(reply).keeps(served, {})
  }),

  check(
    'trading.coins.symbol-given',
    'coins_info with the symbol of a listed coin succeeds, and its result is still an array of coins',
    async world => {
      let claimed = 0
      for await (const reply of coinsBySymbol.each(world)) {
        world.observe('trading.coins.symbol-effect', symbolEffect(reply, 'coin'), reply)
        if (!isServed(reply) && (await withListedCoin(world, [reply])).length === 0) continue
        claimed++
        world.claim(reply).keeps(servedList, {})
      }
      if (claimed === 0) world.lacks((await coins(world)).unserved ?? 'the target lists no coin that stays')
    },
  ),

  watch('unknown-symbol', async world => {
    const empty = await world.venue.getCoinsInfo({ symbol: '' }, { mayFail: true })
    const unlisted = await unlistedCoin(world)
    world.observe('trading.coins.unknown-symbol', `an empty symbol: ${inWords(empty)}`, empty)
    world.observe('trading.coins.unknown-symbol', `${UNLISTED}: ${inWords(unlisted)}`, unlisted)
  }),
])
