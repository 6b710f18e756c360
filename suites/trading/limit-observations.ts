/** What lies beyond the limit: measured where the ceiling allows it, never judged. */
import { type Reply, served, type World } from '../../harness/index.ts'
import { quietSecond, type Request, SPACING_MS, spaced } from './bursts.ts'
import { inWords } from './in-words.ts'

const BURST = 20

const isServed = ({ exchange }: Reply): boolean => served.judge([exchange], {}).outcome === 'holds'
const took = ({ exchange }: Reply): number => Date.parse(exchange.receivedAt ?? '') - Date.parse(exchange.sentAt)

/** Measures what lies beyond the limit, with a few dozen requests, where the ceiling allows it. */
export async function beyondTen(world: World): Promise<void> {
  const { venue } = world
  if (venue.ceiling > 0 && venue.ceiling <= 10) {
    const why = `not measured: the target file sets a ceiling of ${venue.ceiling} requests per second`
    for (const point of ['burst', 'beyond-ten', 'refusal-form', 'recovery', 'per-endpoint'] as const)
      world.observe(`trading.limit.${point}`, why)
    return
  }
  const ping: Request = () => venue.ping({}, { observed: true, impatient: true })
  await quietSecond(world)
  const alone = await spaced(
    world,
    Array.from({ length: 10 }, () => ping),
    SPACING_MS,
  )
  const usual = Math.max(50, ...alone.map(took))
  const refusedAlone = alone.filter(reply => !isServed(reply)).length
  world.observe(
    'trading.limit.per-endpoint',
    refusedAlone === 0
      ? 'ping alone is served ten times in a second'
      : `${refusedAlone} of ten pings in a second are refused`,
    ...alone,
  )

  await quietSecond(world)
  const burst = await spaced(
    world,
    Array.from({ length: BURST }, () => ping),
    0,
  )
  const delayed = (replies: readonly Reply[]): number =>
    replies.filter(reply => isServed(reply) && took(reply) > 2 * usual).length
  const ten = burst.slice(0, 10)
  world.observe(
    'trading.limit.burst',
    `${ten.filter(isServed).length} of 10 sent at once are served, ${delayed(ten)} of them late`,
    ...ten,
  )
  const first = burst.findIndex(reply => !isServed(reply) || took(reply) > 2 * usual)
  world.observe(
    'trading.limit.beyond-ten',
    first < 0
      ? `none of ${BURST} sent at once is refused or delayed`
      : `the first refused or delayed is number ${first + 1} of ${BURST} sent at once`,
    ...burst,
  )
  const refusal = burst.find(reply => !isServed(reply))
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
