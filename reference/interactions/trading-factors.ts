/** The factors of a request to the trading API: headers, the symbol and its market, the request before it, how it is signed. */
import type { AnyOperation, Call } from '../trading/operation.ts'
import { same } from '../trading/public-operations.ts'
import { type Pair, pairsOf } from '../trading/query-pairs.ts'
import type { Factor } from './factor.ts'

type CallFactor = Factor<Call>

const factor = (name: string, about: readonly string[], where: (call: Call) => boolean): CallFactor => ({
  name,
  about,
  when: { where },
})

/** Headers that any client may send. */
const headerFactors: readonly CallFactor[] = [
  factor('accept-json', ['header'], ({ request }) => /json/.test(request.header('accept') ?? '')),
  factor('accept-language', ['header'], ({ request }) => request.header('accept-language') !== undefined),
  factor('cache-control', ['header'], ({ request }) => request.header('cache-control') !== undefined),
]

const symbolOf = ({ params }: Call): string => params.get('symbol') ?? ''
const marketAt = (call: Call) => call.listing().markets.findIndex(({ symbol }) => same(symbol, symbolOf(call)))
const marketOf = (call: Call) => call.listing().markets[marketAt(call)]

/**
 * Upper case is not a factor. In the contract, market symbols have their base in lower case, and it never says that letter case
 * is ignored. So a symbol in upper case may be an unknown one, and the reply to that is open: an error, a success without a
 * book, or a book. No member of such a reply is required. As a filter, it counts as `symbol-given`.
 */
const caseFactors: readonly CallFactor[] = [
  factor('symbol-in-lower-case', ['symbol'], call => /^[^A-Z]+$/.test(symbolOf(call))),
]
const givenFactors: readonly CallFactor[] = [
  factor('symbol-given', ['symbol'], ({ params }) => params.has('symbol')),
  factor('symbol-left-out', ['symbol'], ({ params }) => !params.has('symbol')),
]
const marketFactors: readonly CallFactor[] = [
  factor('active-market', ['market'], call => marketOf(call)?.isActive === true),
  factor('inactive-market', ['market'], call => marketOf(call)?.isActive === false),
  factor('first-market', ['market'], call => marketAt(call) === 0),
  factor('last-market', ['market'], call => marketAt(call) === call.listing().markets.length - 1),
]

/** Factors for the request before it. */
const beforeFactors: readonly CallFactor[] = [
  'ping',
  'time',
  'exchange_info',
  'coins_info',
  'orderbook',
  'swagger',
].map(word =>
  factor(`after-${word.replace('_', '-')}`, ['before'], ({ venue }) =>
    Boolean(venue.log.at(-2)?.path.endsWith(`/public/${word}`)),
  ),
)

const repeated: readonly CallFactor[] = [2, 3].map(nth => ({
  name: nth === 2 ? 'second-time' : 'third-time',
  about: ['before'],
  when: { nth },
}))

export const factorsOf = ({ id, takes = [] }: AnyOperation): CallFactor[] => [
  ...headerFactors,
  ...(takes.length > 0 && id !== 'getOrderbook' ? givenFactors : []),
  ...(id === 'getOrderbook' ? [...caseFactors, ...marketFactors] : []),
  ...beforeFactors,
  ...repeated,
]

const pairsIn = ({ query }: Call): readonly Pair[] => pairsOf(query)
const some = (is: (pair: Pair) => boolean) => (call: Call) =>
  pairsIn(call).some(pair => pair.name !== 'timestamp' && is(pair))
const placeOfTimestamp = (call: Call): number => pairsIn(call).findIndex(({ name }) => name === 'timestamp')

/** Factors for the parameters of a signed request. */
export const signedFactors: readonly CallFactor[] = [
  ...headerFactors,
  factor(
    'an-empty-value',
    ['value'],
    some(({ value }) => value === ''),
  ),
  factor(
    'an-encoded-value',
    ['encoding'],
    some(({ raw }) => /%[0-9A-F]{2}/i.test(raw)),
  ),
  factor(
    'a-value-of-another-script',
    ['encoding'],
    some(({ value }) => /[^\u0020-\u00ff]/.test(value)),
  ),
  factor(
    'a-name-with-digits',
    ['name'],
    some(({ name }) => /\d/.test(name)),
  ),
  factor(
    'a-name-with-underscores',
    ['name'],
    some(({ name }) => name.includes('_')),
  ),
  factor('few-parameters', ['count'], call => pairsIn(call).length <= 2),
  factor('three-parameters', ['count'], call => pairsIn(call).length === 3),
  factor('many-parameters', ['count'], call => pairsIn(call).length > 4),
  factor('timestamp-first', ['place'], call => placeOfTimestamp(call) === 0),
  factor(
    'timestamp-last',
    ['place'],
    call => placeOfTimestamp(call) > 0 && placeOfTimestamp(call) === pairsIn(call).length - 1,
  ),
]
