/** Signed requests as a browser sends them: with its usual headers, about which the contract says nothing. */
import type { Reply } from '../../../harness/index.ts'
import { shared } from '../shared.ts'
import type { Venue } from '../venue.ts'
import type { World } from '../world.ts'
import {
  account,
  correctly,
  correctlyExtended,
  EARLY_RANK,
  fromClient,
  type Making,
  type Manner,
  pairsOfEveryKind,
  refusal,
  send,
  unlessLate,
} from './account.ts'
import { isAccepted } from './signing.predicates.ts'

export const fromBrowser =
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

/** Header names are case-insensitive: here all are in capitals, as the contract writes those of key and signature. */
export const inCapitals =
  (make: Making): Making =>
  (venue, timestamp) => {
    const { query, headers } = make(venue, timestamp)
    return {
      query,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    }
  }

/** Rank (`after`) just before the changed requests that have these as their control. */
const BEFORE_CHANGES = EARLY_RANK - 0.05

const everyKind: Making = (venue, timestamp) => venue.signed(pairsOfEveryKind(venue, timestamp))

/** Rank (`after`) right after the control and its wrong digit: a refusal between accepted requests needs no examination. */
const NEXT_TO_CONTROL = -0.05

/**
 * Parameters of every kind at once, correctly signed, accepted or not; null if the probe tolerates no further parameters, or the
 * reply came late.
 */
export const everything = shared(
  async (world): Promise<Reply | null> =>
    toleratesMore(world) ? sent(world, everyKind, { after: NEXT_TO_CONTROL }) : null,
)

/** The same as a control; null if it was refused. */
export const richControl = async (world: World): Promise<Reply | null> => ifAccepted(world, await everything(world))

/**
 * A correctly signed request as a browser sends it, with two more parameters if the probe tolerates them. Null if it was
 * refused: these headers are open, so the refusal of a wrong request with them would prove nothing.
 */
export const browserControl = shared(
  async (world): Promise<Reply | null> =>
    ifAccepted(
      world,
      await sent(world, fromBrowser(toleratesMore(world) ? correctlyExtended : correctly), { after: BEFORE_CHANGES }),
    ),
)

/** The control with two more parameters, sent with the headers of a browser, or without them if those were refused. */
export const extendedControl = shared(async (world): Promise<Reply> => {
  const fromOne = await browserControl(world)
  if (fromOne) return fromOne
  const own = await account(world)
  const reply = await send(world, own, correctlyExtended, { after: BEFORE_CHANGES })
  if (!isAccepted(reply.exchange, own.reading)) throw refusal('the signed probe with parameters added', reply)
  return reply
})

export const toleratesMore = ({ venue }: World): boolean => venue.probe?.extraParams === true

const sent = async (world: World, make: Making, manner: Manner = {}): Promise<Reply | null> =>
  send(world, await account(world), make, manner).catch(unlessLate)

async function ifAccepted(world: World, reply: Reply | null): Promise<Reply | null> {
  const { reading } = await account(world)
  return reply && isAccepted(reply.exchange, reading) ? reply : null
}
