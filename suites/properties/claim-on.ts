/** Claims the result of an attempt for the check's own requirement. */
import type { Predicate, Tried } from '../../harness/index.ts'
import type { World } from '../messaging/world.ts'

export function claimOn(world: World, { replies, predicate, args }: Tried): void {
  world.claim(...replies).keeps(predicate as Predicate, args)
}
