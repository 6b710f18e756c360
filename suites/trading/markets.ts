/** Markets: trading contract, "Market" and "GET /public/exchange_info". The fields are judged on every reply. */
import { select } from '../../harness/index.ts'
import { isServed, withActiveMarket } from './active.ts'
import { area } from './area.ts'
import { inactiveBySymbol, marketLists, marketsBySymbol, UNLISTED, unlistedMarket } from './asked.ts'
import { markets } from './first-look.ts'
import { inWords, symbolEffect } from './in-words.ts'
import type { Listed } from './listing.ts'
import { served, servedList, symbolJoins, symbolLowerCase } from './public.predicates.ts'
import { namesIn, successOf } from './public-reply.ts'
import type { World } from './world.ts'

export default area('trading.markets', ({ always, check, visit, watch }) => [
  visit('getExchangeInfo', {}, async world => {
    const { all, unserved } = await markets(world)
    if (all.length === 0)
      world.lacks(
        unserved ?? 'the target lists no market: an empty list shows nothing about its elements',
        ...namesIn('trading.markets'),
      )
    await Promise.all([inactiveBySymbol(world), unlistedMarket(world), marketsBySymbol(world)])
    await marketLists(world)
  }),

  check('trading.markets.symbol-left-out', 'exchange_info without symbol succeeds', async world => {
    for await (const reply of marketLists.each(world)) world.claim(reply).keeps(served, {})
  }),

  check(
    'trading.markets.symbol-given',
    'exchange_info with the symbol of a listed market succeeds, and its result is still an array of markets',
    async world => {
      let claimed = 0
      for await (const reply of marketsBySymbol.each(world)) {
        world.observe('trading.markets.symbol-effect', symbolEffect(reply, 'market'), reply)
        if (!isServed(reply) && (await withActiveMarket(world, [reply])).length === 0) continue
        claimed++
        world.claim(reply).keeps(servedList, {})
      }
      const inactive = await inactiveBySymbol(world)
      if (inactive && isServed(inactive)) world.claim(inactive).keeps(servedList, {})
      if (claimed === 0) world.lacks((await markets(world)).unserved ?? 'the target lists no market that stays active')
    },
  ),

  always(
    'trading.markets.symbol-joins-base-and-quote',
    "Each market's symbol is its base followed by its quote, letter case aside",
    successOf('getExchangeInfo'),
    symbolJoins,
  ),

  always(
    'trading.markets.symbol-lower-case',
    "The base part of each market's symbol is in lower case",
    successOf('getExchangeInfo'),
    symbolLowerCase,
  ),

  watch(
    'letter-case',
    async world => {
      const { all, reply } = await markets(world)
      if (all.length === 0) return
      const cases = ['base', 'quote'].map(field => `${field} in ${casesOf(all, market => String(market[field]))}`)
      const quotes = casesOf(all, ({ symbol, base }) => symbol.slice(String(base).length))
      world.observe('trading.markets.letter-case', `${cases.join(', ')}, quote part of symbol in ${quotes}`, reply)
    },
    { from: 'quick' },
  ),

  watch('unknown-symbol', async world => {
    const empty = await world.venue.getExchangeInfo({ symbol: '' }, { mayFail: true })
    const unlisted = await unlistedMarket(world)
    world.observe('trading.markets.unknown-symbol', `an empty symbol: ${inWords(empty)}`, empty)
    world.observe('trading.markets.unknown-symbol', `${UNLISTED}: ${inWords(unlisted)}`, unlisted)
  }),

  watch('transitions', transitions, { isolation: 'last' }),
])

function casesOf(all: readonly Listed[], part: (market: Listed) => string): string {
  const words = new Set(
    all.map(part).map(text => {
      if (text === text.toLowerCase()) return text === text.toUpperCase() ? 'no case' : 'lower case'
      return text === text.toUpperCase() ? 'upper case' : 'mixed case'
    }),
  )
  return [...words].join(' and ')
}

async function transitions(world: World): Promise<void> {
  const before = await markets(world)
  const reply = await world.venue.getExchangeInfo({}, { observed: true })
  const flags = new Map(before.all.map(market => [market.symbol, String(market['isActive'])]))
  const changed = select(reply.exchange.json, '/result/*')
    .map(({ value }) => value as Listed)
    .filter(market => flags.has(market?.symbol) && flags.get(market.symbol) !== String(market['isActive']))
  const summary = changed.map(({ symbol, isActive }) => `${symbol} turned isActive ${String(isActive)}`)
  world.observe('trading.markets.transitions', summary.join(', ') || 'none while the run lasted', reply)
}
