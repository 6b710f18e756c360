/** Faults of reaching the service: what is served, to whom, how whole, and how often. */
import type { Fault, Occasion } from '../behaviour.ts'

type Row = readonly [
  id: string,
  describes: string,
  breaks: string,
  breaches: string | readonly string[],
  mayAlso: readonly string[],
  when?: Occasion,
]

/** Nothing of an endpoint that does not answer can be seen. */
const shown: Readonly<Record<string, readonly string[]>> = {
  getSwagger: ['swagger.*'],
  ping: ['ping.*', 'envelope.*'],
  getTime: ['time.*', 'envelope.*'],
  getExchangeInfo: ['markets.*', 'orderbook.*', 'envelope.*'],
  getCoinsInfo: ['coins.*', 'networks.*', 'envelope.*'],
  getOrderbook: ['orderbook.*', 'envelope.*'],
}
const lost = (operation: string) => ['limit.*', ...(shown[operation] ?? [])]
const only = (operation: string): Occasion => ({ facts: { operation } })

const rows: readonly Row[] = [
  ...Object.keys(shown).map(
    (operation): Row => [
      `access.public.wants-key.${operation}`,
      `${operation} is refused without an API key`,
      'access.public',
      'access.public',
      lost(operation),
      only(operation),
    ],
  ),
  ...Object.keys(shown).map(
    (operation): Row => [
      `access.public.absent.${operation}`,
      `${operation} is not served`,
      'access.served',
      'access.public',
      lost(operation),
      only(operation),
    ],
  ),
  [
    'access.public.unsteady',
    'every second order book fails',
    'access.steady',
    'orderbook.result',
    ['access.public', ...lost('getOrderbook')],
    { every: 2, facts: { operation: 'getOrderbook' } },
  ],
  [
    'envelope.json.cut',
    'time answers with JSON cut short',
    'reply.whole',
    'envelope.json',
    ['access.public', ...lost('getTime')],
    only('getTime'),
  ],
  [
    'envelope.json.html',
    'ping answers with a page',
    'reply.json',
    'envelope.json',
    ['access.public', ...lost('ping')],
    only('ping'),
  ],
  [
    'envelope.json.cut-coins',
    'coins_info answers with JSON cut short',
    'reply.whole',
    'envelope.json',
    ['access.public', ...lost('getCoinsInfo')],
    only('getCoinsInfo'),
  ],
  [
    'swagger.document.cut',
    'the swagger document is cut short',
    'reply.whole',
    'swagger.document',
    ['access.public', ...lost('getSwagger')],
    only('getSwagger'),
  ],
  [
    'markets.symbol-left-out.refused',
    'exchange_info wants a symbol',
    'markets.symbol-optional',
    'markets.symbol-left-out',
    ['access.public', ...lost('getExchangeInfo')],
  ],
  [
    'markets.symbol-given.refused',
    'exchange_info refuses any symbol',
    'markets.symbol-accepted',
    'markets.symbol-given',
    [],
  ],
  [
    'markets.symbol-given.digits',
    'exchange_info refuses symbols with digits',
    'markets.symbol-accepted',
    'markets.symbol-given',
    [],
    { facts: { digits: true } },
  ],
  [
    'coins.symbol-left-out.refused',
    'coins_info wants a symbol',
    'coins.symbol-optional',
    'coins.symbol-left-out',
    ['access.public', ...lost('getCoinsInfo')],
  ],
  ['coins.symbol-given.refused', 'coins_info refuses any symbol', 'coins.symbol-accepted', 'coins.symbol-given', []],
  [
    'coins.symbol-given.digits',
    'coins_info refuses symbols with digits',
    'coins.symbol-accepted',
    'coins.symbol-given',
    [],
    { facts: { digits: true } },
  ],
  [
    'orderbook.symbol-required.first',
    'orderbook without symbol answers with the first book',
    'orderbook.symbol-required',
    'orderbook.symbol-required',
    [],
  ],
  [
    'orderbook.result.digits',
    'books of symbols with digits are refused',
    'orderbook.listed-is-served',
    'orderbook.result',
    ['access.public', 'limit.*'],
    { facts: { digits: true } },
  ],
  [
    'orderbook.result.last',
    'the book of the market listed last is refused',
    'orderbook.listed-is-served',
    'orderbook.result',
    ['access.public', 'limit.*'],
    { facts: { symbol: 'xlmusdt' } },
  ],
  [
    'limit.ten-per-second.four',
    'more than four requests in a second are refused',
    'limit.ten',
    'limit.ten-per-second',
    ['limit.repeats-within-ten'],
  ],
  [
    'limit.ten-per-second.close-together',
    'requests closer together than 150 ms are refused',
    'limit.evenly-spaced',
    'limit.ten-per-second',
    ['limit.repeats-within-ten'],
  ],
  [
    'limit.ten-per-second.tenth',
    'the tenth request in a second is refused',
    'limit.tenth',
    'limit.ten-per-second',
    ['limit.repeats-within-ten'],
  ],
]

const should: readonly Row[] = [
  [
    'limit.repeats.once-each',
    'an endpoint answers once in a second',
    'limit.endpoints-share',
    'limit.repeats-within-ten',
    [],
  ],
]

const prefixed = (ids: string | readonly string[]) => [ids].flat().map(id => `trading.${id}`)

const fault = ([id, describes, breaks, breaches, mayAlso, when]: Row): Fault => ({
  id: `trading.${id}`,
  api: 'trading',
  describes,
  breaks,
  breaches: prefixed(breaches),
  mayAlso: prefixed(mayAlso),
  ...(when && { when }),
})

export const accessFaults: readonly Fault[] = [
  ...rows.map(fault),
  ...should.map((row): Fault => ({ ...fault(row), weight: 'should' })),
  ...['memo', 'address'].flatMap((what): Fault[] =>
    [
      ['another-dialect', 'uses words of another dialect', 'result/*/networks/*', '(?i)^[[:alnum:]]{4}$'],
      ['unclosed-once', 'is never closed in one network', 'result/#last/networks/#last', '^([0-9]{1,8}$'],
    ].map(([name, says, path, expression]) => ({
      id: `trading.networks.${what}-regex-compiles.${name}`,
      api: 'trading',
      describes: `${what}Regex ${says}`,
      breaches: [`trading.networks.${what}-regex-compiles`],
      weight: 'should',
      mutates: [{ operation: 'getCoinsInfo', on: 'success', path: `${path}/${what}Regex`, does: { set: expression } }],
    })),
  ),
]
