/** Requests at set times: evenly spaced, or at once. */
import { type Reply, valueAt, type World } from '../../harness/index.ts'
import { clockReadings, isActive, markets } from './asked.ts'

export type Request = () => Promise<Reply>

/** Ten of these fit into one second, with room for a little jitter between any two. */
export const SPACING_MS = 108

/** One request of each public endpoint; without a listed market the order book cannot be asked for. */
export async function publicRequests(world: World): Promise<Request[]> {
  const { venue } = world
  const patience = { mayFail: true, impatient: true }
  const market = (await markets(world)).all.find(isActive)
  return [
    () => venue.ping({}, patience),
    () => venue.getTime({}, patience),
    () => venue.getSwagger({}, patience),
    () => venue.getExchangeInfo({}, patience),
    () => venue.getCoinsInfo({}, patience),
    ...(market ? [() => venue.getOrderbook({ symbol: market.symbol }, patience)] : []),
  ]
}

/** Says nothing for a second, and on until a second of the server's clock begins: windows may follow it. */
export async function quietSecond(world: World): Promise<void> {
  const [reading] = await clockReadings(world)
  const time = Number(valueAt(reading?.exchange.json, '/serverTime'))
  const offset = time - Date.parse(reading?.exchange.receivedAt ?? '')
  await world.clock.sleep(1100)
  const past = (world.clock.now() + (Number.isFinite(offset) ? offset : 0)) % 1000
  await world.clock.sleep((1010 - past) % 1000)
}

/** Sends each at its time, whether or not those before have been answered. */
export async function spaced(world: World, requests: readonly Request[], ms: number): Promise<Reply[]> {
  const start = world.clock.now()
  const pending: Promise<{ reply: Reply } | { error: unknown }>[] = []
  for (const [index, request] of requests.entries()) {
    const wait = start + index * ms - world.clock.now()
    if (wait > 0) await world.clock.sleep(wait)
    pending.push(
      request().then(
        reply => ({ reply }),
        (error: unknown) => ({ error }),
      ),
    )
  }
  return (await Promise.all(pending)).map(came => {
    if ('error' in came) throw came.error
    return came.reply
  })
}
