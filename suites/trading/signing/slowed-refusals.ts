/**
 * Some venues refuse wrong signatures in the words of "slow down". Whether one does is found out while nothing else is sent:
 * wrong requests get that reply each time, and correct ones in turn with them are accepted.
 */
import type { Reply } from '../../../harness/index.ts'
import type { World } from '../world.ts'

/** A limit of one request in a second has served its last one by then. */
const QUIET_MS = 1100
const TURNS = 2

export const areWrongOnesSlowed = (
  { clock, venue }: World,
  sendWrong: () => Promise<Reply>,
  acceptsRight: () => Promise<boolean>,
): Promise<boolean> =>
  venue.alone(async () => {
    await clock.sleep(QUIET_MS)
    for (let turn = 0; turn < TURNS; turn++) {
      const { throttled } = await sendWrong()
      if (!throttled || !(await acceptsRight())) return false
    }
    return true
  })
