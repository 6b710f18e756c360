/** Markets: trading contract, "Market" and "GET /public/exchange_info". The fields are judged on every reply. */
import { type Reply, select } from '../../harness/index.ts'
import { isServed, ofActive } from './active.ts'
import { area } from './area.ts'
import { inactiveBySymbol, type Listed, marketLists, markets, marketsBySymbol, UNLISTED } from './asked.ts'
import { inWords } from './in-words.ts'
import { served, servedList, symbolJoins, symbolLowerCase } from './public.predicates.ts'
import { askedSymbol, namesIn, successOf } from './public-reply.ts'
import type { World } from './world.ts'

export default area('trading.markets', ({ always, check, visit, watch }) => [
  visit('getExchangeInfo', {}, async world => {
    if ((await markets(world)).all.length === 0)
      world.lacks(
        'the target lists no market: an empty list shows nothing about its elements',
        ...namesIn('trading.markets'),
      )
    await Promise.all([marketsBySymbol(world), inactiveBySymbol(world)])
    await marketLists(world)
  }),

  check('trading.markets.symbol-left-out', 'exchange_info without symbol succeeds', async world => {
    world.claim(...(await marketLists(world))).keeps(served, {})
  }),

  check(
    'trading.markets.symbol-given',
    'exchange_info with the symbol of a listed market succeeds, and its result is still an array of markets',
    async world => {
      const replies = await marketsBySymbol(world)
      const [came, refused] = [replies.filter(isServed), replies.filter(reply => !isServed(reply))]
      const claimed = [...came, ...(await ofActive(world, refused))]
      if (claimed.length === 0) return world.lacks('the target lists no market that stays active')
      world.claim(...claimed).keeps(servedList, {})
      for (const reply of replies) world.observe('trading.markets.symbol-effect', effect(reply), reply)
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
    for (const symbol of [UNLISTED, '']) {
      const reply = await world.venue.getExchangeInfo({ symbol }, { mayFail: true })
      world.observe('trading.markets.unknown-symbol', `${symbol || 'an empty symbol'}: ${inWords(reply)}`, reply)
    }
  }),

  watch('transitions', transitions, { isolation: 'last' }),
])

function effect(reply: Reply): string {
  const listed = select(reply.exchange.json, '/result/*/symbol').map(({ value }) => String(value))
  const asked = askedSymbol(reply.exchange) ?? ''
  if (listed.length === 1 && listed[0]?.toLowerCase() === asked.toLowerCase())
    return 'it lists only the market asked for'
  return `it lists ${listed.length} markets, ${listed.includes(asked) ? 'the one asked for among them' : 'not the one asked for'}`
}

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
  const told = changed.map(({ symbol, isActive }) => `${symbol} turned isActive ${String(isActive)}`)
  world.observe('trading.markets.transitions', told.join(', ') || 'none while the run lasted', reply)
}
