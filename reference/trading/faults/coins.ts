/** Faults of coins. */
import type { Fault } from '../../behaviour.ts'
import { refuseAlso } from '../../operations/change.ts'
import { getCoinsInfo } from '../public-operations.ts'
import { bySymbol, fault, onReplies, whole, withDigits } from './fault.ts'

const wire = onReplies('getCoinsInfo')

export const coinFaults: readonly Fault[] = [
  wire('coins.list.object', 'coins_info answers with an object', 'result', { as: 'object' }, whole),
  wire('coins.list.nested', 'coins_info lists lists of coins', 'result/*', { as: 'array' }),
  fault(
    'coins.symbol-left-out.refused',
    'coins_info wants a symbol',
    refuseAlso(getCoinsInfo, 'symbol-missing', whole),
  ),
  fault(
    'coins.symbol-given.refused',
    'coins_info refuses any symbol',
    refuseAlso(getCoinsInfo, 'symbol-unknown', bySymbol),
  ),
  fault(
    'coins.symbol-given.digits',
    'coins_info refuses symbols with digits',
    refuseAlso(getCoinsInfo, 'symbol-unknown', withDigits),
  ),
  wire('coins.symbol-given.null', 'coins_info with symbol answers with null', 'result', { as: 'null' }, bySymbol),
  wire(
    'occasion.filtered.name-fa.absent',
    'filtered coins have no Persian name',
    'result/*/nameFa',
    { drop: true },
    { ...bySymbol, breaches: 'coins.name-fa' },
  ),
  {
    ...wire('coins.name-fa-persian.latin', 'nameFa is in English', 'result/*/nameFa', {
      set: 'Coin',
    }),
    weight: 'should',
  },
  wire('coins.networks.null-value', 'the last network of a coin is null', 'result/#middle/networks/#last', {
    as: 'null',
  }),
  wire('coins.networks.string-value', 'networks are given by name only', 'result/*/networks/*', {
    set: 'BTC',
  }),
]
