/** Requests at set times: evenly spaced, or at once. */
import { type Reply, Undecided, valueAt } from '../../../harness/index.ts'
import { isServed } from '../active.ts'
import { activeBooks, clockReading, coins, firstPing, firstSwagger, markets } from '../first-look.ts'
import type { Listing } from '../listing.ts'
import type { PublicOptions } from '../venue.ts'
import type { World } from '../world.ts'

export type Request = () => Promise<Reply>

/** Ten of these fit into one second, with room for a little jitter between any two. */
export const SPACING_MS = 108

/**
 * One request for each public endpoint that has already served it: only the refusal of such a request can be due to the limit.
 */
export async function servedRequests(world: World, observed = false): Promise<Request[]> {
  const { venue } = world
  const [symbol] = await activeBooks.symbols(world).catch(() => [])
  type Endpoint = readonly [before: Promise<Reply | null>, ask: (options: PublicOptions) => Promise<Reply>]
  const orNull = (before: Promise<Reply | null>): Promise<Reply | null> => before.catch(() => null)
  const replyOf = ({ reply }: Listing): Reply => reply
  const ofBook: Endpoint[] = symbol
    ? [[orNull(activeBooks.first(world)), options => venue.getOrderbook({ symbol }, options)]]
    : []
  const endpoints: readonly Endpoint[] = [
    [orNull(firstPing(world)), options => venue.ping({}, options)],
    [orNull(clockReading(world)), options => venue.getTime({}, options)],
    [orNull(firstSwagger(world)), options => venue.getSwagger({}, options)],
    [orNull(markets(world).then(replyOf)), options => venue.getExchangeInfo({}, options)],
    [orNull(coins(world).then(replyOf)), options => venue.getCoinsInfo({}, options)],
    ...ofBook,
  ]
  const chosen: Request[] = []
  for (const [before, ask] of endpoints) {
    const control = (await before) ?? (await ask({ mayFail: true }).catch(unlessBudgetSpent))
    if (control && isServed(control)) chosen.push(() => ask({ mayFail: true, impatient: true, observed }))
  }
  return chosen
}

/** For `catch`: null, unless the budget is spent. Then the request was never sent, and no other request replaces it. */
function unlessBudgetSpent(error: unknown): null {
  if (error instanceof Undecided && error.reason === 'budget') throw error
  return null
}

/** Sends nothing for a little more than a second, shortened by `less` milliseconds. */
export const quietSecond = ({ clock }: World, less = 0): Promise<void> => clock.sleep(1100 - less)

const AFTER_ITS_START_MS = 10

/**
 * Waits until a second of the server's clock begins, or `before` milliseconds less: a limit may count by clock seconds. Returns
 * when, by our clock, that second begins.
 */
export async function nextSecond(world: World, before = 0): Promise<number> {
  const reading = await clockReading(world).catch(() => null)
  const time = Number(valueAt(reading?.exchange.json, '/serverTime'))
  const offset = time - Date.parse(reading?.exchange.receivedAt ?? '')
  const past = (world.clock.now() + (Number.isFinite(offset) ? offset : 0)) % 1000
  const wait = (2000 + AFTER_ITS_START_MS - before - past) % 1000
  const begins = world.clock.now() + wait + before - AFTER_ITS_START_MS
  await world.clock.sleep(wait)
  return begins
}

/** If this machine was late, the next request may follow sooner than the spacing by this much. */
const SLACK_MS = 5

/**
 * Sends each request at its time, even if earlier ones are unanswered; if one leaves late, so do the next. `ms` is the gap before
 * each but the first, or one for all. Stops sending once `isEnough` holds for a reply.
 */
export async function spaced(
  world: World,
  requests: readonly Request[],
  ms: number | readonly number[],
  isEnough: (reply: Reply, index: number) => boolean = () => false,
): Promise<Reply[]> {
  let due = world.clock.now()
  let last = Number.NEGATIVE_INFINITY
  let enough = false
  const pending: Promise<{ reply: Reply } | { error: unknown }>[] = []
  for (const [index, request] of requests.entries()) {
    const gap = typeof ms === 'number' ? ms : (ms[index] ?? 0)
    if (index > 0) due += gap
    const wait = Math.max(due, last + gap - SLACK_MS) - world.clock.now()
    if (wait > 0) await world.clock.sleep(wait)
    if (enough) break
    last = world.clock.now()
    pending.push(
      request().then(
        reply => {
          enough ||= isEnough(reply, index)
          return { reply }
        },
        (error: unknown) => ({ error }),
      ),
    )
  }
  return (await Promise.all(pending)).map(outcome => {
    if ('error' in outcome) throw outcome.error
    return outcome.reply
  })
}
