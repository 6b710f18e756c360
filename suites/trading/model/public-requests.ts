/** Public requests as combinations: endpoint, symbol, headers, and the request right before. */
import type { Combinations, Factor } from '../../../harness/index.ts'
import { isActive, type Listed } from '../listing.ts'
import { CLIENT } from '../venue.ts'

/** Stands for an orderbook request that has other parameters but no symbol. */
export const UNNAMED = 'no market'
/** A listed symbol, written in capitals. */
export const OTHER_CASE = 'in the other case'
/** The endpoints that are requested in turn. */
export const ENDPOINTS = [
  'ping',
  'getTime',
  'getSwagger',
  'getExchangeInfo',
  'getCoinsInfo',
  'getOrderbook',
  UNNAMED,
] as const
export type Endpoint = (typeof ENDPOINTS)[number]

/** Headers that any client may send with a plain request. */
export const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  "a client's": CLIENT,
}

/** A symbol to request; `sure` if the contract requires the request to be served. */
export interface SymbolAsked {
  readonly name: string
  readonly symbol: string | null
  readonly sure: boolean
}

export interface Symbols {
  readonly markets: readonly SymbolAsked[]
  readonly books: readonly SymbolAsked[]
  readonly coins: readonly SymbolAsked[]
}

const ABSENT: SymbolAsked = { name: 'absent', symbol: null, sure: true }

/** Symbols of different kinds, as far as the venue lists them. */
export function symbolsOf(markets: readonly Listed[], coins: readonly Listed[]): Symbols {
  const active = markets.filter(isActive)
  const asleep = markets.filter(market => !isActive(market))
  const listed = (all: readonly Listed[]): SymbolAsked[] =>
    distinct([
      named('first', all[0], true),
      named('last', all.at(-1), true),
      named(
        'with digits',
        all.find(({ symbol }) => /[0-9]/.test(symbol)),
        true,
      ),
      named(OTHER_CASE, all[0] && { symbol: all[0].symbol.toUpperCase() }, false),
    ])
  const inactive = [named('inactive', asleep[0], false), named('last inactive', asleep.at(-1), false)]
  return {
    markets: [ABSENT, ...listed(active), ...distinct(inactive)],
    books: [...listed(active), ...distinct(inactive)],
    coins: [ABSENT, ...listed(coins)],
  }
}

const named = (name: string, one: { readonly symbol: string } | undefined, sure: boolean): SymbolAsked | null =>
  one ? { name, symbol: one.symbol, sure } : null

/** Each symbol once, under the first of its names. */
function distinct(all: readonly (SymbolAsked | null)[]): SymbolAsked[] {
  const seen = new Set<string | null>()
  return all.flatMap(one => {
    if (!one || seen.has(one.symbol)) return []
    seen.add(one.symbol)
    return [one]
  })
}

const factor = (name: string, values: readonly string[]): Factor => ({
  name,
  values: values.map(value => ({ name: value })),
})

/** The factors of an endpoint's requests; `symbol` only if it takes one. */
export function publicCombinations(endpoint: Endpoint, symbols: Symbols): Combinations {
  const own = symbolsFor(endpoint, symbols).map(({ name }) => name)
  return {
    operation: endpoint,
    factors: [factor('headers', Object.keys(HEADERS)), ...(own.length > 0 ? [factor('symbol', own)] : [])],
    constraints: [],
  }
}

/** Each endpoint after each other, each time with other headers. */
export const turns: Combinations = {
  operation: 'public endpoints in turn',
  factors: [factor('endpoint', ENDPOINTS), factor('before', ENDPOINTS), factor('headers', Object.keys(HEADERS))],
  constraints: [
    {
      reason: 'a request that is not served, twice in a row',
      excludes: ({ endpoint, before }) => endpoint === UNNAMED && before === UNNAMED,
    },
  ],
}

export const symbolsFor = (endpoint: Endpoint, { markets, books, coins }: Symbols): readonly SymbolAsked[] => {
  if (endpoint === 'getExchangeInfo') return markets
  if (endpoint === 'getCoinsInfo') return coins
  return endpoint === 'getOrderbook' ? books : []
}

/** A shortest sequence in which each element follows every element, itself included; only the last never follows itself. */
function inTurn<T>(all: readonly T[]): T[] {
  const sequence = all.flatMap((one, index) => [one, ...all.slice(index + 1).flatMap(other => [one, other])])
  return [...sequence.slice(0, -1), ...all.slice(0, 1)]
}

/** `count` rounds in which each element follows every other one, then `more` rounds in which `often` follows every other one. */
export function rounds<T>(all: readonly T[], count: number, often: T | undefined, more: number): T[] {
  const once = inTurn(all)
  const others = all.filter(one => one !== often)
  return [
    ...Array.from({ length: count }, (_, round) => (round === 0 ? once : once.slice(1))).flat(),
    ...(often === undefined ? [] : Array.from({ length: more }, () => others.flatMap(one => [one, often])).flat()),
  ]
}
