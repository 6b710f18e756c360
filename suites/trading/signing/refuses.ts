/** Sends tampered requests and claims that each is refused, though the control from which it differs was accepted. */

import { allSettled, type Reply } from '../../../harness/index.ts'
import { observeRefusal } from '../in-words.ts'
import type { Run, World } from '../world.ts'
import { account, EARLY_RANK, fromClient } from './account.ts'
import { browserControl, extendedControl, fromBrowser } from './browser.ts'
import { refused } from './signing.predicates.ts'
import { type Reused, sendTampered, type Tampered } from './tampering.ts'

/** Subtracted from the rank (`after`): these leave before others of the same rank. */
const SLIGHTLY = 0.02

type Requests = readonly (Tampered | Reused)[]

/** `before`: how many requests of this kind were sent already. The first requests of all kinds leave before the second of any. */
export const refuses =
  (requests: (world: World) => Requests, control?: (world: World) => Promise<Reply>, before = 0): Run =>
  async world => {
    const own = await account(world)
    const shared = (await control?.(world)) ?? own.control
    const addHeaders = control === extendedControl ? likeExtended : everySecondFromClient
    const sent = requests(world).map(async (plain, index) => {
      const tampered = await addHeaders(world, plain, index)
      const isSooner = 'sooner' in tampered && tampered.sooner === true
      const after = isSooner ? EARLY_RANK - SLIGHTLY : before + index
      const { reply, from } = await sendTampered(world, own, tampered, shared, after)
      world.claim(reply).against(from).keeps(refused, { sent: tampered.sent, reading: own.reading })
      observeRefusal(world, tampered.sent, reply)
    })
    await allSettled(sent)
  }

/** Adds the headers of an ordinary client or a browser to every second request: neither makes a wrong signature acceptable. */
async function everySecondFromClient(
  world: World,
  tampered: Tampered | Reused,
  index: number,
): Promise<Tampered | Reused> {
  if (index % 2 === 0 || !('make' in tampered) || !(await browserControl(world))) return tampered
  return { ...tampered, make: (index % 4 === 1 ? fromBrowser : fromClient)(tampered.make) }
}

/** A request made from the extended control gets the headers with which that control was accepted. */
async function likeExtended(world: World, tampered: Tampered | Reused): Promise<Tampered | Reused> {
  return 'make' in tampered && (await browserControl(world))
    ? { ...tampered, make: fromBrowser(tampered.make) }
    : tampered
}

/** The few at quick budget, more at standard, the rest as well at thorough. */
export const byBudget = (world: World, few: Requests, more: Requests, rest: Requests = []): Requests => [
  ...few,
  ...(world.budget === 'quick' ? [] : more),
  ...(world.budget === 'thorough' ? rest : []),
]
