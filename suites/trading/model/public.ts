/** Each public endpoint after each other, with symbols and headers of every kind: trading contract, "Endpoints". */
import { claimEach, type Reply, type Row } from '../../../harness/index.ts'
import {
  BOOK_REFUSED,
  claimNoBook,
  claimRefusedBook,
  isBook,
  isServed,
  withActiveMarket,
  withListedCoin,
} from '../active.ts'
import { area } from '../area.ts'
import { books, coinLists, coinsBySymbol, marketLists, marketsBySymbol } from '../asked.ts'
import { coins, markets } from '../first-look.ts'
import { served, servedList } from '../public.predicates.ts'
import { askedSymbol } from '../public-reply.ts'
import type { World } from '../world.ts'
import {
  ENDPOINTS,
  type Endpoint,
  HEADERS,
  OTHER_CASE,
  publicCombinations,
  rounds,
  type SymbolAsked,
  type Symbols,
  symbolsFor,
  symbolsOf,
  turns,
  UNNAMED,
} from './public-requests.ts'

const PLAIN = 'none'

export default area('trading.access', ({ combine }) => [
  combine(
    'in-turn',
    [
      'trading.access.public',
      'trading.markets.symbol-given',
      'trading.coins.symbol-given',
      'trading.orderbook.symbol-required',
      ...BOOK_REFUSED,
    ],
    inEveryOrder,
    { from: 'standard', isolation: 'exclusive' },
  ),
])

/** How often each endpoint is requested after each other, and how often more the order book after each other endpoint. */
const ROUNDS = { quick: [1, 0], standard: [2, 2], thorough: [6, 6] } as const

async function inEveryOrder(world: World): Promise<void> {
  const symbols = symbolsOf((await markets(world)).all, (await coins(world)).all)
  const choices = choicesFor(world, symbols)
  await recordEarlierRequests(world, symbols, choices)
  world.combined.opens(turns)
  const endpoints = ENDPOINTS.filter(one => one !== UNNAMED && (one !== 'getOrderbook' || symbols.books.length > 0))
  const [count, more] = ROUNDS[world.budget]
  const often = endpoints.find(one => one === 'getOrderbook')
  const order = rounds<Endpoint>([...world.random.sample(endpoints, endpoints.length), UNNAMED], count, often, more)
  const replies: {
    readonly endpoint: Endpoint
    readonly symbol: SymbolAsked | null
    readonly pending: Promise<Reply>
    /** Whether the reply is judged. */
    readonly counts: Promise<boolean>
  }[] = []
  for (const [index, endpoint] of order.entries()) {
    const before = order[index - 1]
    const { symbol, headers } = choices.next(endpoint, before)
    const pending = asked(world, endpoint, symbol, headers)
    // Not only when all replies are here: a market that is halted now may be active again by then.
    const counts = pending.then(reply => stillListed(world, endpoint, symbol, reply))
    counts.catch(() => {})
    replies.push({ endpoint, symbol, pending, counts })
    // With a rate limit they leave in this order and apart from each other; without one, each waits for the one before.
    if (world.venue.rateLimit === 0) await Promise.allSettled([pending])
    choices.done(endpoint, symbol, headers, before)
    if (before !== undefined) record(world, turns.operation, { endpoint, before, headers })
  }
  // No request may still be under way when a failure ends the check.
  await Promise.allSettled(replies.map(({ counts }) => counts))
  let control: Reply | null = null
  const claims: (() => void)[] = []
  for (const { endpoint, symbol, pending, counts } of replies) {
    const reply = await pending
    if (endpoint === 'getOrderbook' && isBook(reply)) control = reply
    const against = control
    if (await counts) claims.push(() => judge(world, endpoint, symbol, reply, against))
  }
  claimEach(claims)
}

/** False if a refusal may be due to a market or coin that has become inactive or disappeared since it was listed. */
async function stillListed(world: World, endpoint: Endpoint, one: SymbolAsked | null, reply: Reply): Promise<boolean> {
  const came = endpoint === 'getOrderbook' ? isBook(reply) : isServed(reply)
  if (came || one?.sure !== true || one.symbol === null) return true
  const withListed = endpoint === 'getCoinsInfo' ? withListedCoin : withActiveMarket
  return (await withListed(world, [reply])).length > 0
}

function record({ combined }: World, operation: string, row: Row): void {
  combined.sent(operation, row)
  combined.judged(operation, row)
}

function asked(world: World, endpoint: Endpoint, one: SymbolAsked | null, headers: string): Promise<Reply> {
  const { venue } = world
  const isOrderbook = endpoint === 'getOrderbook'
  // Symbols may be case-sensitive, and the reply for an unlisted symbol is open.
  const observed = isOrderbook && one?.name === OTHER_CASE
  const options = {
    headers: HEADERS[headers] ?? {},
    mayFail: one?.sure === false || isOrderbook,
    due: one?.sure !== false,
    observed,
  }
  const filter = one?.symbol == null ? {} : { symbol: one.symbol }
  if (endpoint === UNNAMED)
    return venue.visits('getOrderbook', '/public/orderbook?limit=5&assay_unknown=1', {
      ...options,
      mayFail: true,
      due: false,
    })
  if (isOrderbook) return venue.getOrderbook({ symbol: one?.symbol ?? '' }, options)
  // One requirement judges whether a filtered list succeeds.
  if (endpoint === 'getExchangeInfo' || endpoint === 'getCoinsInfo')
    return venue[endpoint](filter, { ...options, mayFail: one?.symbol != null })
  return venue[endpoint]({}, options)
}

/** Judges only whether the request is served; requirements about every reply are judged on every exchange. */
function judge(world: World, endpoint: Endpoint, one: SymbolAsked | null, reply: Reply, control: Reply | null): void {
  if (endpoint === UNNAMED) {
    claimNoBook(world, reply, control)
  } else if (one?.sure !== false) {
    if (one === null || one.symbol === null || endpoint === 'getOrderbook')
      claimEach([
        () => world.claimFor('trading.access.public', reply).keeps(served, {}),
        () => endpoint === 'getOrderbook' && !isBook(reply) && claimRefusedBook(world, reply),
      ])
    else
      world
        .claimFor(`trading.${endpoint === 'getCoinsInfo' ? 'coins' : 'markets'}.symbol-given`, reply)
        .keeps(servedList, {})
  }
}

interface Choice {
  readonly symbol: SymbolAsked | null
  readonly headers: string
}

interface Choices {
  next(endpoint: Endpoint, before: Endpoint | undefined): Choice
  done(endpoint: Endpoint, symbol: SymbolAsked | null, headers: string, before?: Endpoint): void
}

/**
 * Chooses for each endpoint the symbol and headers that were combined least often with each other and with the request before.
 */
function choicesFor(world: World, symbols: Symbols): Choices {
  const combinedTimes = new Map<string, number>()
  const all = new Map<Endpoint, readonly Choice[]>()
  for (const endpoint of ENDPOINTS) {
    const own = symbolsFor(endpoint, symbols)
    const choices = (own.length > 0 ? own : [null]).flatMap(symbol =>
      Object.keys(HEADERS).map(headers => ({ symbol, headers })),
    )
    all.set(endpoint, world.random.sample(choices, choices.length))
    if (own.length > 0) world.combined.opens(publicCombinations(endpoint, symbols))
  }
  const combinationKeys = (endpoint: Endpoint, { symbol, headers }: Choice, before: Endpoint | undefined): string[] => [
    `${endpoint} ${symbol?.name} ${headers}`,
    ...(before === undefined
      ? []
      : [`${endpoint} ${headers} after ${before}`, `${endpoint} ${symbol?.name} after ${before}`]),
  ]
  const timesCombined = (keys: readonly string[]): number =>
    keys.reduce((sum, key) => sum + (combinedTimes.get(key) ?? 0), 0)
  return {
    next(endpoint, before) {
      const choices = all.get(endpoint) ?? []
      const often = choices.map(choice => timesCombined(combinationKeys(endpoint, choice, before)))
      return choices[often.indexOf(Math.min(...often))] ?? { symbol: null, headers: PLAIN }
    },
    done(endpoint, symbol, headers, before) {
      for (const key of combinationKeys(endpoint, { symbol, headers }, before))
        combinedTimes.set(key, (combinedTimes.get(key) ?? 0) + 1)
      if (endpoint === UNNAMED) return
      const row = { headers, ...(symbol && { symbol: symbol.name }) }
      record(world, endpoint, row)
    },
  }
}

/** Records the combinations that other checks have already sent. */
async function recordEarlierRequests(world: World, symbols: Symbols, choices: Choices): Promise<void> {
  const singles: readonly (readonly [Endpoint, readonly Reply[]])[] = [
    ['getExchangeInfo', [...(await marketLists(world)), ...(await marketsBySymbol(world))]],
    ['getCoinsInfo', [...(await coinLists(world)), ...(await coinsBySymbol(world))]],
    ['getOrderbook', await books(world)],
  ]
  for (const [endpoint, replies] of singles)
    for (const { exchange } of replies) {
      const symbol = symbolsFor(endpoint, symbols).find(one => one.symbol === askedSymbol(exchange))
      const asClient = exchange.request.headers['accept-language'] !== undefined
      if (symbol) choices.done(endpoint, symbol, asClient ? "a client's" : PLAIN)
    }
}
