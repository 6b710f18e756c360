/** A session with one target: its clients, people and fixtures, and the evidence of everything that was sent. */
import { randomBytes } from 'node:crypto'
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import { type Api, staffedIn } from '../api.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { hidesEverywhere } from '../evidence/hide-everywhere.ts'
import type { Departure } from '../evidence/recorder.ts'
import { redactor } from '../evidence/redactor.ts'
import { type LongReplies, longReplies } from '../http/breath.ts'
import { type Client, client, type Reply, type RevivableClient } from '../http/client.ts'
import { type FirstRequest, type FirstRequests, firstRequests } from '../http/first-requests.ts'
import { largeBodies } from '../http/large-bodies.ts'
import type { Sending } from '../http/sending.ts'
import { socketTransport, type Transport } from '../http/transport.ts'
import { cast as castOf } from '../people/cast.ts'
import type { Cast } from '../people/people.ts'
import { inventoried } from '../provision/inventoried.ts'
import type { Provisioner } from '../provision/provisioner.ts'
import { provisionerFor } from '../provision/provisioner-for.ts'
import { type Stamp, stamps } from '../stamps.ts'
import { entryOf, originOf, rateLimitOf, staffedEntryOf, underRateLimits } from '../target/api-entry.ts'
import type { Target } from '../target/load-target.ts'
import { vocabularyOf } from '../text/vocabulary.ts'
import type { Undecided } from '../undecided.ts'
import type { World } from '../world/world.ts'
import { interruption } from './interruption.ts'
import { inventory } from './inventory.ts'
import { type OpeningClient, withOpening } from './opening.ts'
import { type Few, type Pace, type Pacer, pacer } from './pacing.ts'
import { type RequestCap, requestCap } from './request-cap.ts'

/** What was observed about an open point. */
export interface Observation {
  readonly id: string
  readonly observed: string
  readonly exchanges: readonly number[]
}

export interface SessionOptions {
  readonly target: Target
  readonly apis: readonly Api[]
  readonly clock?: Clock | undefined
  readonly transport?: Transport | undefined
  readonly runId?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** What is allowed beyond reading. Without `write` no fixture is created. */
  readonly allow?: readonly ('write' | 'destructive')[] | undefined
  /** The most requests to send to the target, without clean-up; no limit if absent. */
  readonly maxRequests?: number | undefined
  /** Without a rate limit, requests do not wait for more revealing ones: for measuring the shortest possible run. */
  readonly allAtOnce?: boolean | undefined
  /** Keeps bodies of any length whole. */
  readonly wholeEvidence?: boolean | undefined
  readonly onExchange: (exchange: Exchange, record: ExchangeRecord) => void
  readonly onDeparture?: ((departure: Departure) => void) | undefined
}

export interface Session {
  readonly target: Target
  readonly clock: Clock
  /** The clock of one check, if the cap on requests has to know which checks wait. */
  readonly clockOf?: RequestCap['clockOf'] | undefined
  readonly stamp: Stamp
  readonly runId: string
  readonly apis: readonly Api[]
  /** The client of an API of the target, by its name. */
  clientOf(api: string): Client
  /** Sends the first request to an API; its reply also serves the first identical request. */
  open(api: string, sending: Sending): Promise<Reply>
  readonly provisioner: Provisioner
  readonly cast: Cast
  readonly observations: readonly Observation[]
  readonly leftovers: Report['leftovers']
  /** How many requests were sent, provisioner calls included. */
  exchanges(): number
  interrupted(): boolean
  /** Whether the run was interrupted with Ctrl-C, so that somebody waits for its end. */
  hurried(): boolean
  readonly long: LongReplies
  /** The most requests to send to the target, without clean-up. */
  readonly maxRequests: number | undefined
  /** Why no more requests may be sent, once one was refused: a check may have taken the refusal for something missing. */
  readonly spent?: () => Undecided | null
  /** The ranks of all planned requests, so that a cap is spent on the best of them. */
  expectRequests(ranks: readonly number[]): void
  /** Lets a target that never answered be tried again. */
  revive(): void
  /** Registers a listener for origins that throttle first requests although the rate limit of the target file is kept. */
  onThrottled(tell: (origin: string) => void): void
  /** The first requests of the run to an API. */
  firstRequests(api: string): readonly FirstRequest[]
  /** Runs the action while only this check may send to the origin of the API. */
  alone<T>(api: string, check: string, action: () => Promise<T>): Promise<T>
  observe: World['observe']
  made: World['made']
  /** Removes secrets from a text. */
  hide(text: string): string
  /** Removes secrets from a claim's arguments. */
  cleanArgs<Args>(args: Args): Args
  /** Removes what exclusive checks do not use, once the overlapping ones are over. */
  cleanEarly(): Promise<void>
  /** Removes what was made, newest first; what stays becomes a leftover. */
  cleanUp(): Promise<void>
  /** How many things clean-up still has to remove; null if no clean-up is under way. */
  toRemove(): number | null
  /** Waits for requests that no check waits for any more, but not for long. */
  settle(): Promise<void>
  close(): Promise<void>
}

const LARGE_BODIES_AT_A_TIME = 2
const LONGEST_SETTLING_MS = 2000
/** The pace of a run with a cap and no rate limit: few at a time, so that the lowest rank leaves first. */
const CAPPED_PER_SECOND = 100
const CAPPED: Few = { atOnce: 2 }
/** Without a cap or a rate limit, the first requests leave a few at a time. */
const AT_FIRST: Few = { atOnce: 4, withinMs: { near: 500, far: 15 }, first: 250 }
/** The most exchanges kept for one observation (a report lists as many), and the most different observations. */
const MOST_SIGHTS = 20
const MOST_OBSERVED = 5_000

export function openSession(options: SessionOptions): Session {
  const { apis } = options
  const cap =
    options.maxRequests === undefined ? undefined : requestCap(options.maxRequests, options.clock ?? systemClock)
  const target = cap ? underRateLimits(options.target, perSecond => perSecond || CAPPED_PER_SECOND) : options.target
  const interrupted = (): boolean => options.signal?.aborted ?? false
  const runInterruption = interruption(options.clock ?? systemClock, options.signal)
  const { stopped, waiting: clock } = runInterruption
  const transport = options.transport ?? socketTransport()
  const long = longReplies()
  const large = largeBodies(LARGE_BODIES_AT_A_TIME)
  const hidden = redactor(
    apis.flatMap(({ secretNames }) => secretNames ?? []),
    vocabularyOf(apis),
  )
  hidesEverywhere(hidden)
  for (const value of apis.flatMap(api => api.secrets?.(target) ?? [])) {
    hidden.learn(value)
    hidden.learn(/^(?:Basic|Bearer|Token) (.+)$/i.exec(value)?.[1] ?? '')
  }
  for (const { email, apiKey } of Object.values(staffedEntryOf(target, staffedIn(apis)?.name).actors ?? {}))
    hidden.learnKey(email, apiKey)
  const observations: Observation[] = []
  const timesObserved = new Map<string, number>()
  let numbers = 0
  const stamp = stamps(clock)

  const paceOf = (perSecond: number): Pace => ({
    perSecond,
    stopped,
    cap,
    ...(cap && perSecond >= CAPPED_PER_SECOND && { few: CAPPED }),
    ...(!cap && perSecond === 0 && !options.allAtOnce && { few: AT_FIRST }),
  })
  const pacers = new Map<string, Pacer>()
  const firstByApi = new Map<string, FirstRequests>()
  let notifyThrottled = (_origin: string): void => {}
  for (const { name } of apis) {
    pacers.set(name, pacer(runInterruption.pacing, paceOf(rateLimitOf(target, name))))
    const tell = (): void => {
      if (rateLimitOf(options.target, name) > 0) notifyThrottled(originOf(target, name))
    }
    firstByApi.set(name, firstRequests(tell))
  }
  const clientFor = (api: string | null): RevivableClient =>
    client({
      transport,
      clock,
      stamp,
      wholeEvidence: options.wholeEvidence,
      redactor: hidden,
      pacer: pacers.get(api ?? '') ?? pacer(runInterruption.pacing, { perSecond: 0, stopped }),
      first: firstByApi.get(api ?? ''),
      throttled: api === null ? undefined : entryOf(target, api)?.throttled,
      nextNumber: () => ++numbers,
      interrupted: stopped,
      signal: runInterruption.signal,
      hurried: runInterruption.impatient,
      long,
      largeBody: large.place,
      bodyLimit: target.replyLimitMb && target.replyLimitMb * 1024 * 1024,
      whyStopped: () => (typeof options.signal?.reason === 'string' ? options.signal.reason : undefined),
      onExchange: options.onExchange,
      onDeparture: options.onDeparture,
    })
  const provisioning = clientFor(null)
  const clients = new Map(apis.map(({ name }) => [name, withOpening(clientFor(name))] as const))
  const clientOf = (api: string): OpeningClient => {
    const found = clients.get(api)
    if (!found) throw new Error(`there is no API ${api}`)
    return found
  }
  const staffed = staffedIn(apis)
  const through = staffed ? clientOf(staffed.name) : provisioning
  const runId = options.runId ?? newRunId()
  const bareProvisioner = provisionerFor(target, {
    api: staffed,
    client: provisioning,
    through,
    clock,
    runId,
    learn: hidden.learn,
    within: runInterruption.within,
    mayWrite: options.allow?.includes('write') ?? false,
  })
  const book = inventory(bareProvisioner, hidden.text, staffed?.leftovers, runInterruption.impatient)
  const provisioner = inventoried(bareProvisioner, {
    api: staffed,
    book,
    runId,
    learn: hidden.learn,
    actor: email => {
      const person = cast.byEmail(email)
      return person && cast.act(person, through, 'cleaning up')
    },
  })
  const cast = castOf(target, staffed, provisioner, hidden, through, clock, {
    runId,
    record: staffed?.leftovers?.record(book, bareProvisioner) ?? (() => {}),
  })

  return {
    target,
    clock,
    clockOf: cap?.clockOf,
    stamp,
    runId,
    apis,
    clientOf,
    open: (api, sending) => clientOf(api).open(sending),
    provisioner,
    cast,
    observations,
    leftovers: book.leftovers,
    exchanges: () => numbers,
    interrupted,
    hurried: runInterruption.impatient,
    long,
    maxRequests: options.maxRequests,
    spent: () => cap?.refusal() ?? null,
    expectRequests: ranks => cap?.expect(ranks),
    revive: () => {
      for (const one of [...clients.values(), provisioning]) one.revive()
    },
    onThrottled: tell => {
      notifyThrottled = tell
    },
    firstRequests: api => firstByApi.get(api)?.all ?? [],
    async alone(api, check, action) {
      const origin = originOf(target, api)
      const held = [...pacers].filter(([name]) => originOf(target, name) === origin)
      const releases = held.map(([, pace]) => pace.hold(check))
      try {
        return await action()
      } finally {
        for (const release of releases) release()
      }
    },
    observe(id, observed, ...replies) {
      const text = hidden.text(observed)
      const times = (timesObserved.get(`${id} ${text}`) ?? 0) + 1
      if (times > MOST_SIGHTS || (times === 1 && timesObserved.size >= MOST_OBSERVED)) return
      timesObserved.set(`${id} ${text}`, times)
      observations.push({ id, observed: text, exchanges: replies.map(({ exchange }) => exchange.n) })
    },
    made: book.made,
    hide: hidden.text,
    cleanArgs(args) {
      const text = JSON.stringify(args)
      const clean = hidden.body(text)
      return clean === text ? args : JSON.parse(clean)
    },
    async cleanEarly() {
      if (!cap && !interrupted()) await book.cleanEarly()
    },
    async cleanUp() {
      runInterruption.clean()
      cap?.lift()
      await book.cleanUp()
    },
    toRemove: book.toRemove,
    async settle() {
      const pending = [...clients.values(), provisioning].flatMap(one => one.idle() ?? [])
      if (pending.length === 0 || interrupted()) return
      const over = new AbortController()
      await Promise.race([Promise.all(pending), clock.sleep(LONGEST_SETTLING_MS, over.signal)])
      over.abort()
    },
    close: () => (options.transport ? Promise.resolve() : transport.close()),
  }
}

export function newRunId(): string {
  return BigInt(`0x${randomBytes(5).toString('hex')}`)
    .toString(36)
    .padStart(5, '0')
    .slice(0, 5)
}
