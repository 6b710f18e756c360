/** One stay at a target: its clients, people and fixtures, and the evidence of all that happens there. */
import { randomBytes } from 'node:crypto'
import type { ExchangeRecord, Report } from '../generated/formats.ts'
import { type Cast, cast as castOf } from './cast.ts'
import { type Clock, systemClock } from './clock.ts'
import { estate } from './estate.ts'
import type { Exchange } from './evidence/exchange.ts'
import type { Departure } from './evidence/recorder.ts'
import { redactor } from './evidence/redactor.ts'
import { type Client, client, type RevivableClient } from './http/client.ts'
import { socketTransport, type Transport } from './http/transport.ts'
import { keepBook } from './leavings.ts'
import { pacer } from './pacing.ts'
import { bookkept } from './provision/bookkept.ts'
import { type Provisioner, provisionerFor } from './provision/provisioner.ts'
import type { Observation } from './report.ts'
import type { Target } from './target/load-target.ts'
import type { World } from './world.ts'

export interface SessionOptions {
  readonly target: Target
  readonly clock?: Clock | undefined
  readonly transport?: Transport | undefined
  readonly runId?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** What may be done beyond reading. Without `write` no fixture is made. */
  readonly allow?: readonly ('write' | 'destructive')[] | undefined
  readonly onExchange: (exchange: Exchange, record: ExchangeRecord) => void
  readonly onDeparture?: ((departure: Departure) => void) | undefined
}

export interface Session {
  readonly target: Target
  readonly clock: Clock
  readonly runId: string
  readonly clients: { readonly trading: Client; readonly messaging: Client }
  readonly provisioner: Provisioner
  readonly cast: Cast
  readonly observations: readonly Observation[]
  readonly leftovers: Report['leftovers']
  /** How many requests were sent, provisioner calls included. */
  exchanges(): number
  interrupted(): boolean
  /** Lets a target that never answered be tried again. */
  revive(): void
  observe: World['observe']
  made: World['made']
  /** Takes secrets out of a claim's arguments. */
  cleanArgs<Args>(args: Args): Args
  /** Removes what was made, newest first; what stays becomes a leftover. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

export function openSession(options: SessionOptions): Session {
  const { target } = options
  const clock = options.clock ?? systemClock
  const transport = options.transport ?? socketTransport()
  const hidden = redactor()
  learnSecrets(target, hidden.learn)
  const observations: Observation[] = []
  const interrupted = (): boolean => options.signal?.aborted ?? false
  let cleaning = false
  const stopped = (): boolean => interrupted() && !cleaning
  let numbers = 0

  const clientFor = (api: 'trading' | 'messaging' | 'provisioner'): RevivableClient =>
    client({
      transport,
      clock,
      redactor: hidden,
      pacer: pacer(clock, api === 'provisioner' ? 0 : ceilingOf(target, api), stopped),
      throttled: api === 'provisioner' ? undefined : target[api]?.throttled,
      nextNumber: () => ++numbers,
      interrupted: stopped,
      whyStopped: () => (typeof options.signal?.reason === 'string' ? options.signal.reason : undefined),
      onExchange: options.onExchange,
      onDeparture: options.onDeparture,
    })
  const [trading, messaging, provisioning] = [clientFor('trading'), clientFor('messaging'), clientFor('provisioner')]
  const runId = options.runId ?? newRunId()
  const maker = provisionerFor(target, {
    client: provisioning,
    messaging,
    clock,
    runId,
    learn: hidden.learn,
    mayWrite: options.allow?.includes('write') ?? false,
  })
  const book = estate(maker, hidden.text)
  const provisioner = bookkept(maker, {
    book,
    runId,
    learn: hidden.learn,
    actor: email => {
      const person = cast.byEmail(email)
      return person && cast.act(person, messaging, 'cleaning up')
    },
  })
  const cast = castOf(target, provisioner, hidden, messaging, { runId, keepBook: keepBook(book, maker) })

  return {
    target,
    clock,
    runId,
    clients: { trading, messaging },
    provisioner,
    cast,
    observations,
    leftovers: book.leftovers,
    exchanges: () => numbers,
    interrupted,
    revive: () => {
      for (const one of [trading, messaging, provisioning]) one.revive()
    },
    observe: (id, observed, ...replies) =>
      void observations.push({
        id,
        observed: hidden.text(observed),
        exchanges: replies.map(({ exchange }) => exchange.n),
      }),
    made: book.made,
    cleanArgs(args) {
      const text = JSON.stringify(args)
      const clean = hidden.body(text)
      return clean === text ? args : JSON.parse(clean)
    },
    async cleanUp() {
      cleaning = true
      await book.cleanUp()
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

export function ceilingOf(target: Target, api: 'trading' | 'messaging'): number {
  return target[api]?.requestsPerSecond ?? target.requestsPerSecond ?? 10
}

function learnSecrets(target: Target, learn: (value: string) => void): void {
  const { credentials } = target.trading ?? {}
  if (credentials) for (const value of [credentials.apiKey, credentials.secretKey]) learn(value)
  for (const entry of Object.values(target.messaging?.actors ?? {})) {
    learn(entry.apiKey)
    if (entry.password !== undefined) learn(entry.password)
  }
}
