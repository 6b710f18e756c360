/** What else may differ between legal deployments, and between the target files that describe them. */
import { type Clock, type Random, randomFrom, type Target } from '../../harness/index.ts'
import type { Reference } from '../../reference/index.ts'
import { fixtureKinds } from '../../suites/messaging/fixture-kinds.ts'
import { PROOF } from './measured-faults.ts'

export interface Circumstances {
  /** The seed of the run, which determines values and names. */
  readonly seed: number
  /** Requests and replies are delayed by random times up to this, so that requests sent together arrive in any order. */
  readonly latenessMs: number
  /** The rate limit of the target file; 0 keeps the one that the reference states itself. */
  readonly requestsPerSecond: number
  /** Kinds of fixtures that the provisioner cannot make. */
  readonly lacks: readonly string[]
  /** One in this many fixtures is not made, whatever its kind; 0 means that all are made. */
  readonly lapses: number
  /** Actors that the target file does not name. */
  readonly unnamed: readonly string[]
}

export const plainCircumstances: Circumstances = {
  seed: PROOF.seed,
  latenessMs: 0,
  requestsPerSecond: 0,
  lacks: [],
  lapses: 0,
  unnamed: [],
}

const KINDS = Object.keys(fixtureKinds).filter(kind => kind !== 'discard')
const ACTORS = ['owner', 'admin', 'moderator', 'member', 'second', 'guest', 'bot']

/** Half of them are late, half have a rate limit, and a third of the messaging targets lack something. */
export function drawnCircumstances(random: Random, api: 'trading' | 'messaging'): Circumstances {
  const lacksMuch = api === 'messaging' && random.below(3) === 0
  const some = (values: readonly string[]): string[] => values.filter(() => lacksMuch && random.below(4) === 0)
  return {
    seed: 1 + random.below(1000),
    latenessMs: random.pick([0, 0, 0, 5, 20, 60]),
    requestsPerSecond: random.pick(api === 'messaging' ? [0, 0, 5, 20] : [0, 20]),
    lacks: some(KINDS),
    lapses: lacksMuch ? random.pick([0, 10]) : 0,
    unnamed: some(ACTORS),
  }
}

export function circumstancesInWords({
  seed,
  latenessMs,
  requestsPerSecond,
  lacks,
  lapses,
  unnamed,
}: Circumstances): string {
  return [
    `seed ${seed}`,
    ...(latenessMs > 0 ? [`up to ${latenessMs} ms late`] : []),
    ...(requestsPerSecond > 0 ? [`${requestsPerSecond} requests a second`] : []),
    ...(lacks.length > 0 ? [`no fixtures of ${lacks.join(', ')}`] : []),
    ...(lapses > 0 ? [`one in ${lapses} fixtures not made`] : []),
    ...(unnamed.length > 0 ? [`nobody for ${unnamed.join(', ')}`] : []),
  ].join('; ')
}

type Answer = Reference['answer']

/** The replies of the same deployment in these circumstances. */
export function answerIn({ seed, latenessMs, lacks, lapses }: Circumstances, clock: Clock, answer: Answer): Answer {
  const random = randomFrom(seed, 'circumstances')
  const lateness = async (): Promise<void> => {
    if (latenessMs > 0) await clock.sleep(random.below(latenessMs))
  }
  const isLacking = (fixture: string | null): boolean =>
    fixture !== null && (lacks.includes(fixture) || (lapses > 0 && random.below(lapses) === 0))
  return async request => {
    await lateness()
    const answered = isLacking(fixtureAskedFor(request)) ? UNAVAILABLE : await answer(request)
    await lateness()
    return answered
  }
}

const UNAVAILABLE = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ unavailable: 'it is not made here' }),
}

function fixtureAskedFor({ url, body }: Parameters<Answer>[0]): string | null {
  if (!url.endsWith('/provision') || body === null) return null
  return (JSON.parse(Buffer.from(body).toString()) as { fixture: string }).fixture
}

/** The same target file with this rate limit, and without the actors that it does not name. */
export function targetIn({ requestsPerSecond, unnamed }: Circumstances, target: Target): Target {
  const { trading, messaging } = target
  const named = Object.entries(messaging?.actors ?? {}).filter(([name]) => !unnamed.includes(name))
  return {
    ...target,
    requestsPerSecond,
    ...(trading && requestsPerSecond > 0 && { trading: { ...trading, requestsPerSecond } }),
    ...(messaging?.actors && { messaging: { ...messaging, actors: Object.fromEntries(named) } }),
  }
}
