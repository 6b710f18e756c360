/** Builder of messaging variants. Ids and open points are written without their `messaging.`. */
import type { Variant } from '../../behaviour.ts'
import type { Change } from '../../operations/change.ts'

export function variant(
  id: string,
  uses: string,
  describes: string,
  changes: Change | readonly Change[],
  more: Pick<Variant, 'excludes' | 'leaves' | 'levels'> = {},
): Variant {
  const used = uses.startsWith('principle ') ? uses : `messaging.${uses}`
  return { id: `messaging.${id}`, api: 'messaging', describes, uses: used, changes: [changes].flat(), ...more }
}
