/** The account that signs the probe: its accepted control, how accepted replies are recognized, and fresh timestamps. */
import {
  type Clock,
  isObject,
  isTransient,
  type Parameter,
  type Reply,
  Undecided,
  valueAt,
} from '../../../harness/index.ts'
import { clockReading, firstLook, firstPing } from '../first-look.ts'
import { inWords } from '../in-words.ts'
import { shared } from '../shared.ts'
import { deniesSuccess } from '../success.ts'
import { CLIENT, type SignedRequest, type Venue } from '../venue.ts'
import type { World } from '../world.ts'
import {
  isLate,
  type Making,
  type Manner,
  RATHER_LATE_MS,
  type Signer,
  type Stamps,
  sendSigned,
  took,
} from './signed-sending.ts'
import { contentsOf, isAccepted, isSuccessEnvelope, notAccepted, type Reading } from './signing.predicates.ts'

export type { Making, Manner } from './signed-sending.ts'

export interface Account {
  readonly control: Reply
  readonly reading: Reading
  /** Correctly signed probes that were refused before one was accepted. */
  readonly refusedBefore: readonly Reply[]
  /** The control repeated without key and signature; may still be under way when the account is ready. */
  readonly bare: Promise<Reply>
  /** The control repeated with the last digit of its signature changed. */
  readonly wrong: Promise<Reply>
  readonly stamps: Stamps
  /** How long this target takes to reply to a signed request, accepted or refused, in milliseconds. */
  readonly usual: number
}

/** The probe's own parameters and the timestamp, in that order. */
export const ownPairs = (venue: Venue, timestamp: string): Parameter[] => [
  ...venue.probeParameters,
  ['timestamp', timestamp],
]

export const correctly: Making = (venue, timestamp) => venue.signed(ownPairs(venue, timestamp))

/** The same request with the headers of an ordinary client. */
export const fromClient =
  (make: Making): Making =>
  (venue, timestamp) => {
    const { query, headers } = make(venue, timestamp)
    return { query, headers: { ...CLIENT, ...headers } }
  }

/** The probe with additional parameters between its own ones and the timestamp, correctly signed. */
export const withExtra =
  (...extra: readonly Parameter[]): Making =>
  (venue, timestamp) =>
    venue.signed([...venue.probeParameters, ...extra, ['timestamp', timestamp]])

/** A late refusal is requested again: a busy machine or network delays requests, and the timestamp grows old. */
const MOST_SENDINGS = 3
/** Before the last time, so that what delays requests may pass. */
const REST_MS = 1000

/** Makes the request when its turn has come, and sends it. If its refusals are late each time, nothing is decided. */
export async function send(world: World, own: Signer, make: Making, manner: Manner = {}): Promise<Reply> {
  const { reading, usual } = own
  for (let times = 1; ; times++) {
    if (times === MOST_SENDINGS) await world.clock.sleep(REST_MS)
    const reply = await sendSigned(world, own, make, manner)
    if (manner.observed || !reading || isAccepted(reply.exchange, reading) || !isLate(reply, usual)) return reply
    if (times === MOST_SENDINGS) throw tooLate(reply)
  }
}

const tooLate = (reply: Reply): Undecided =>
  new Undecided(
    'unreachable',
    `the reply took ${Math.round(took(reply) / 1000)} s: the timestamp may have been too old when the request arrived`,
    true,
    [reply.exchange.n],
  )

/** For `catch`: null if the reply was late or the network failed; other requests test the same. */
export function unlessLate(error: unknown): null {
  if (isTransient(error)) return null
  throw error
}

/** Shared by all checks of signing: nothing can be judged before a correctly signed probe is accepted. */
export const account = shared((world): Promise<Account> => openAccount(world))

/** The probe's parameters and the timestamp, with one additional parameter before them and one after. */
export const extendedPairs = (venue: Venue, timestamp: string): Parameter[] => [
  ['assay_note', 'one'],
  ...ownPairs(venue, timestamp),
  ['assay_more', 'two_three-4.5'],
]

export const correctlyExtended: Making = (venue, timestamp) => venue.signed(extendedPairs(venue, timestamp))

/** Values that a careless server converts to a number, null, a boolean or undefined. */
const MISLEADING_VALUES = ['9', '1.50', '007', 'null', 'true', 'undefined']

/**
 * Names, values and an order of every kind that must be accepted. If this request is refused, requests with one kind each show
 * why.
 */
export const pairsOfEveryKind = (venue: Venue, timestamp: string): Parameter[] => [
  ['assay_empty', ''],
  ['ASSAY_Z', ":/?#[]@!$&'()+,;="],
  ['assay_timestamp', 'a=1&timestamp=2'],
  ...venue.probeParameters.toReversed(),
  ['timestamp', timestamp],
  ['4assay', '100%-%41%2B+1'],
  ['_assayFa', 'بیتکوین'],
  ['assay_word', 'OneOfSeveralWordsThatMakeAValueOfSomeLength'],
  ['42', '6'],
  ['valueOf', '7'],
  ...Array.from(
    { length: 24 },
    (_, index): Parameter => [`assay_${index}`, MISLEADING_VALUES[index % MISLEADING_VALUES.length] ?? ''],
  ),
  ['assay_last', '比特币𐐀e\u0301'],
  ['assay_a', ''],
]

/** Values in four scripts, between the probe's own parameters and the timestamp. */
const scripts: readonly Parameter[] = [
  ['assay_fa', 'بیتکوین'],
  ['assay_zh', '比特币'],
  ['assay_el', 'νόμισμα'],
  ['assay_ru', 'биткоин'],
]

export const scriptPairs = (venue: Venue, timestamp: string): Parameter[] => [
  ...venue.probeParameters,
  ...scripts,
  ['timestamp', timestamp],
]

/** The control with values in several scripts, correctly signed; accepted or not. */
export const inScripts = shared(
  async (world): Promise<Reply> =>
    send(world, await account(world), (venue, timestamp) => venue.signed(scriptPairs(venue, timestamp)), { after: 1 }),
)

/** The same as a control: throws if it was refused. */
export async function scriptControl(world: World): Promise<Reply> {
  const own = await account(world)
  const reply = await inScripts(world)
  if (!isAccepted(reply.exchange, own.reading)) throw refusal('the signed probe with values in several scripts', reply)
  return reply
}

/** Rank (`after`) between the first request of every check and the second request of most. */
export const EARLY_RANK = 0.5

/** Timestamps by the server's clock, for use when no control was accepted. */
export const serverStamps = async (world: World): Promise<Stamps> => stampsFrom(world.clock, await serverOffset(world))

/** Signed requests leave after the first request to each public endpoint, and before any second one. */
const AFTER_FIRST_LOOK: Manner = { after: 0.1 }

async function openAccount(world: World): Promise<Account> {
  const clocks = await clocksOf(world)
  if (world.venue.rateLimit === 0) await firstLook(world)
  let last: Reply | null = null
  let unclear: Undecided | null = null
  for (const stamps of clocks.map(offset => stampsFrom(world.clock, offset))) {
    const refusedBefore: Reply[] = []
    for (let tries = 0; tries < 2; tries++) {
      const control = await send(world, { stamps }, correctly, AFTER_FIRST_LOOK)
      const reading = readingOf(world.venue, control)
      if (reading && isAccepted(control.exchange, reading)) {
        const flip = sendWrongDigit(world, { stamps, control, reading })
        const bare = sendSigned(world, { stamps, reading }, unsigned, {})
        const wrong = flip.then(({ wrong }) => wrong)
        for (const coming of [bare, wrong]) coming.catch(() => {})
        // A connection that is lost during a wrong request does not count against correct ones.
        const [flipped, servedBare] = await Promise.all([
          flip.catch(unlessLate),
          reading.by === 'status' && isServed(bare, reading).catch(unlessLate),
        ])
        // Perhaps both are refusals, and only the timestamp was wrong.
        if (servedBare) {
          unclear ??= indistinct(await bare)
          break
        }
        return { stamps, reading, usual: flipped?.usual ?? took(control), control, refusedBefore, bare, wrong }
      }
      // The contract does not say how old a timestamp may be, so a slow refusal does not count.
      if (!isLate(control, 0, RATHER_LATE_MS)) refusedBefore.push(control)
      last = control
    }
  }
  throw unclear ?? refusal('the signed probe', last)
}

const unsigned: Making = (venue, timestamp) => ({ ...correctly(venue, timestamp), headers: {} })

const isServed = async (sent: Promise<Reply>, reading: Reading): Promise<boolean> =>
  isAccepted((await sent).exchange, reading)

/**
 * Sends a wrong signature, and measures the usual reply time. Some venues delay such replies: if two in a row are late, the
 * delay is usual.
 */
async function sendWrongDigit(
  world: World,
  { stamps, control, reading }: Pick<Account, 'stamps' | 'control' | 'reading'>,
): Promise<{ readonly wrong: Reply; readonly usual: number }> {
  const flip: Making = (venue, timestamp) => lastDigitFlipped(correctly(venue, timestamp))
  const wrong = await sendSigned(world, { stamps, reading }, flip, {})
  if (isAccepted(wrong.exchange, reading) || !isLate(wrong, took(control))) return { wrong, usual: took(control) }
  const again = await sendSigned(world, { stamps, reading }, flip, {})
  return { wrong: again, usual: Math.max(took(control), Math.min(took(wrong), took(again))) }
}

/**
 * How accepted replies are recognized: as the target file says, else by the form of the control; null if the control denies
 * success.
 */
export function readingOf({ probe }: Venue, control: Reply): Reading | null {
  if (probe?.accepted) return { by: 'pointer', pointer: probe.accepted.pointer, equals: probe.accepted.equals }
  if (isSuccessEnvelope(control.exchange)) return { by: 'envelope' }
  if (deniesSuccess(control.exchange)) return null
  const { json } = control.exchange
  if (!isObject(json)) return { by: 'status', members: null }
  return { by: 'status', members: Object.keys(json), filled: contentsOf(control.exchange).map(([name]) => name) }
}

export const flipped = (signature: string, at: number): string =>
  signature.slice(0, at) + ((Number.parseInt(signature[at] ?? '0', 16) + 1) % 16).toString(16) + signature.slice(at + 1)

export const lastDigitFlipped = ({ query, headers }: SignedRequest): SignedRequest => {
  const signature = headers['x-svc-signature'] ?? ''
  return { query, headers: { ...headers, 'x-svc-signature': flipped(signature, signature.length - 1) } }
}

export const refusal = (what: string, reply: Reply | null): Undecided => {
  if (reply && isSuccessEnvelope(reply.exchange))
    return new Undecided('prerequisite-failed', `${what} was not accepted: ${notAccepted(reply.exchange)}`)
  return new Undecided('prerequisite-failed', `${what} was refused: ${reply ? inWords(reply) : 'no reply'}`)
}

const indistinct = (bare: Reply): Undecided =>
  new Undecided(
    'prerequisite-failed',
    `the probe answers without an envelope, and with ${bare.status} without credentials too: signedProbe.accepted in the target file has to say what accepted looks like`,
  )

/**
 * A lower bound of how far the server's clock is ahead of ours; 0 if its time cannot be read. A slow reply gives too low a
 * bound: a second reading replaces it if that one is higher and fits the first.
 */
async function serverOffset(world: World): Promise<number> {
  const [reading, ping] = await Promise.all([clockReading(world), firstPing(world).catch(() => null)])
  const { least, most } = offsets(reading)
  const other = ping ? offsets(ping).least : Number.NaN
  if (!Number.isFinite(least)) return 0
  return other > least && other <= most ? other : least
}

/** Offsets that differ by more than this belong to different clocks. */
const APART_MS = 300

/** Offsets of the clocks that timestamps may have to follow: that of serverTime, that of the result of time, and ours (0). */
async function clocksOf(world: World): Promise<number[]> {
  const ofResult = offsets(await clockReading(world), '/result').least
  return [await serverOffset(world), ofResult, 0]
    .filter(Number.isFinite)
    .filter((one, index, all) => all.slice(0, index).every(other => Math.abs(one - other) > APART_MS))
}

/** Lower and upper bound of how far a server clock is ahead of ours, by one reply; NaN if the reply has no time. */
function offsets({ exchange }: Reply, at = '/serverTime'): { readonly least: number; readonly most: number } {
  const text = valueAt(exchange.json, at)
  const time = typeof text === 'string' && /^[0-9]{13}$/.test(text) ? Number(text) : Number.NaN
  return { least: time - Date.parse(exchange.receivedAt ?? ''), most: time - Date.parse(exchange.sentAt) }
}

function stampsFrom(clock: Clock, offset: number): Stamps {
  let last = 0
  return async (ending = '') => {
    const step = 10 ** ending.length
    const latest = (): number => Math.floor((clock.now() + offset - Number(ending)) / step) * step + Number(ending)
    while (latest() <= last) await clock.sleep(1)
    last = latest()
    return String(last)
  }
}
