/** Legal variations of coins. */
import type { Variant } from '../../behaviour.ts'
import { alter, refuseAlso } from '../../operations/change.ts'
import { listing } from '../listing.ts'
import { getCoinsInfo, same } from '../public-operations.ts'
import type { Coin } from '../records.ts'
import { variant } from './variant.ts'

const isUnlisted = ({ all, symbol }: { readonly all: readonly Coin[]; readonly symbol: string | null }): boolean =>
  symbol !== null && !all.some(coin => same(coin.symbol, symbol))

export const coinVariants: readonly Variant[] = [
  variant(
    'coins.none',
    'principle 1: how many coins there are is not written',
    'No coin is listed',
    alter(listing, 'coins', () => []),
    { leaves: 'untried' },
  ),
  variant(
    'coins.one',
    'principle 1: how many there are is not written',
    'One coin is listed',
    alter(listing, 'coins', coins => coins.slice(-1)),
  ),
  variant(
    'coins.no-networks',
    'principle 1: how many networks a coin has is not written',
    'Coins have no networks',
    alter(listing, 'coins', coins => coins.map(coin => ({ ...coin, networks: {} }))),
    { leaves: 'untried' },
  ),
  variant(
    'coins.upper-case',
    'principle 1: the letter case of coin symbols is not written',
    'Symbols of coins are in upper case',
    alter(listing, 'coins', coins => coins.map(coin => ({ ...coin, symbol: coin.symbol.toUpperCase() }))),
  ),
  variant(
    'coins.latin-names',
    'principle 1: that every single name is in Persian letters is not written',
    'All Persian names but the first are in Latin letters',
    alter(listing, 'coins', coins => coins.map((coin, at) => (at === 0 ? coin : { ...coin, nameFa: coin.nameEn }))),
  ),
  variant(
    'coins.symbol-ignored',
    'coins.symbol-effect',
    'coins_info lists all coins whatever symbol it is given',
    alter(getCoinsInfo, 'effect', (_found, { all }) => all),
  ),
  variant(
    'coins.unknown-refused',
    'coins.unknown-symbol',
    'coins_info refuses a symbol that it does not list',
    refuseAlso(getCoinsInfo, 'symbol-unknown', { where: isUnlisted }),
  ),
  variant(
    'coins.coming-and-going',
    'principle 1: how long a coin stays listed is not written',
    'The last coin is listed every other second, and its symbol is refused when it is not',
    [
      alter(listing, 'coins', (coins, { at }) => (Math.floor(at / 1000) % 2 === 0 ? coins : coins.slice(0, -1))),
      refuseAlso(getCoinsInfo, 'symbol-unknown', { where: isUnlisted }),
    ],
  ),
  variant(
    'coins.unknown-lists-all',
    'coins.unknown-symbol',
    'coins_info lists all coins for a symbol that it does not list',
    alter(getCoinsInfo, 'effect', (_found, { all }) => all, { where: isUnlisted }),
  ),
]
