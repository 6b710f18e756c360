/** Behaviour beyond ten requests per second: measured if the target file's rate limit allows it, never judged. */
import type { Reply } from '../../../harness/index.ts'
import { isServed } from '../active.ts'
import { pings } from '../asked.ts'
import { inWords } from '../in-words.ts'
import { took } from '../signing/signed-sending.ts'
import type { World } from '../world.ts'
import { quietSecond, type Request, servedRequests, spaced } from './bursts.ts'

const BURST = 16

/** Sends a few dozen requests, unless the target file's rate limit forbids it. */
export async function beyondTen(world: World): Promise<void> {
  const { venue } = world
  if (venue.rateLimit > 0 && venue.rateLimit <= 10) {
    const why = `not measured: the target file sets a rate limit of ${venue.rateLimit} requests per second`
    for (const point of ['burst', 'beyond-ten', 'refusal-form', 'recovery', 'per-endpoint'] as const)
      world.observe(`trading.limit.${point}`, why)
    return
  }
  const usual = Math.max(50, ...(await pings(world)).map(took))
  const inTime = (reply: Reply): boolean => isServed(reply) && took(reply) <= 2 * usual
  const endpoints = await servedRequests(world, true)
  await quietSecond(world)
  const spread = await atOnce(world, endpoints.length > 0 ? repeated(endpoints, 10) : [])
  const late = spread.filter(reply => isServed(reply) && !inTime(reply)).length
  const summary = `${spread.filter(isServed).length} of ${spread.length} sent at once are served, ${late} of them late`
  world.observe('trading.limit.burst', summary, ...spread)

  await quietSecond(world)
  const ping: Request = () => venue.ping({}, { observed: true, impatient: true })
  const burst = await atOnce(world, repeated([ping], BURST))
  const alone = burst.slice(0, 10).filter(inTime).length
  const together = spread.filter(inTime).length
  world.observe(
    'trading.limit.per-endpoint',
    `of ten at once, ${alone} are served in time to one endpoint and ${together} to all of them`,
    ...burst,
  )
  const first = burst.findIndex(reply => !inTime(reply)) + 1
  const which = first === 0 ? 'none is refused or delayed' : `number ${first} is the first refused or delayed`
  world.observe('trading.limit.beyond-ten', `of ${BURST} sent at once ${which}`, ...burst)
  await observeRefusals(world, [...spread, ...burst], ping)
}

const atOnce = (world: World, requests: readonly Request[]): Promise<Reply[]> => spaced(world, requests, 0)

const repeated = (requests: readonly Request[], count: number): Request[] =>
  Array.from({ length: count }, (_, index) => requests[index % requests.length] as Request)

async function observeRefusals(world: World, replies: readonly Reply[], ping: Request): Promise<void> {
  const refusal = replies.findLast(reply => !isServed(reply))
  if (!refusal) {
    world.observe('trading.limit.refusal-form', 'none was refused')
    world.observe('trading.limit.recovery', 'none was refused')
    return
  }
  const hints = Object.entries(refusal.headers)
    .filter(([name]) => /retry|limit/.test(name))
    .map(([name, value]) => `${name}: ${value}`)
  world.observe('trading.limit.refusal-form', [inWords(refusal), ...hints].join(', '), refusal)
  await observeRecovery(world, ping)
}

async function observeRecovery(world: World, ping: Request): Promise<void> {
  const start = world.clock.now()
  for (let tries = 0; tries < 8; tries++) {
    await world.clock.sleep(250)
    const reply = await ping()
    if (!isServed(reply)) continue
    world.observe('trading.limit.recovery', `served again ${world.clock.now() - start} ms after the burst`, reply)
    return
  }
  world.observe('trading.limit.recovery', `still refused ${world.clock.now() - start} ms after the burst`)
}
