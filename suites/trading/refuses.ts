/** Sends tampered requests and claims that each is refused, though the control from which it differs was accepted. */

import { allSettled, type Reply } from '../../harness/index.ts'
import { account, fromClient, type Making } from './account.ts'
import { observeRefusal } from './in-words.ts'
import { refused } from './signing.predicates.ts'
import { type Reused, sendTampered, type Tampered } from './tampering.ts'
import type { Venue } from './venue.ts'
import type { Run, World } from './world.ts'

/** After what every kind sends first, and before what most send next. */
export const SOONER = 0.5

type Requests = readonly (Tampered | Reused)[]

/** `before`: how many of the kind were sent already; what every kind sends first comes before what any sends next. */
export const refuses =
  (requests: (world: World) => Requests, control?: (world: World) => Promise<Reply>, before = 0): Run =>
  async world => {
    const own = await account(world)
    const shared = (await control?.(world)) ?? own.control
    const sent = requests(world)
      .map(everySecondFromClient)
      .map(async (tampered, index) => {
        const { reply, from } = await sendTampered(world, own, tampered, shared, before + index)
        world.claim(reply).against(from).keeps(refused, { sent: tampered.sent, reading: own.reading })
        observeRefusal(world, tampered.sent, reply)
      })
    await allSettled(sent)
  }

/** No header of an ordinary client, and none of a browser, makes a wrong signature right. */
const everySecondFromClient = (tampered: Tampered | Reused, index: number): Tampered | Reused =>
  index % 2 === 1 && 'make' in tampered
    ? { ...tampered, make: (index % 4 === 1 ? fromBrowser : fromClient)(tampered.make) }
    : tampered

const fromBrowser =
  (make: Making): Making =>
  (venue, timestamp) => {
    const { query, headers } = fromClient(make)(venue, timestamp)
    return { query, headers: { ...browserOf(venue), ...headers } }
  }

const browserOf = ({ baseUrl }: Venue): Record<string, string> => ({
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  origin: new URL(baseUrl).origin,
  cookie: 'session=assay',
  'content-type': 'application/json',
})

/** The few at quick budget, more at standard, the rest as well at thorough. */
export const byBudget = (world: World, few: Requests, more: Requests, rest: Requests = []): Requests => [
  ...few,
  ...(world.budget === 'quick' ? [] : more),
  ...(world.budget === 'thorough' ? rest : []),
]
