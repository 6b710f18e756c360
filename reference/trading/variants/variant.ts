/** Builder of trading variants. Ids and open points are written without their `trading.`. */
import type { Variant } from '../../behaviour.ts'
import type { Change } from '../../operations/change.ts'

export function variant(
  id: string,
  uses: string,
  describes: string,
  changes: Change | readonly Change[],
  more: Pick<Variant, 'excludes' | 'leaves'> = {},
): Variant {
  const used = uses.startsWith('principle ') ? uses : `trading.${uses}`
  return { id: `trading.${id}`, api: 'trading', describes, uses: used, changes: [changes].flat(), ...more }
}
