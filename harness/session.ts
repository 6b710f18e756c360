/** One stay at a target: its clients, people and fixtures, and the evidence of all that happens there. */
import { randomBytes } from 'node:crypto'
import type { ExchangeRecord, Report } from '../generated/formats.ts'
import { type Cast, cast as castOf } from './cast.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Exchange } from './evidence/exchange.ts'
import { redactor } from './evidence/redactor.ts'
import { type Client, client } from './http/client.ts'
import { socketTransport, type Transport } from './http/transport.ts'
import { pacer } from './pacing.ts'
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
  readonly onExchange: (exchange: Exchange, record: ExchangeRecord) => void
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
  const leftovers: Report['leftovers'] = []
  const removals: (() => Promise<unknown>)[] = []
  const interrupted = (): boolean => options.signal?.aborted ?? false
  let cleaning = false
  const stopped = (): boolean => interrupted() && !cleaning
  let numbers = 0

  const clientFor = (api: 'trading' | 'messaging' | 'provisioner'): Client =>
    client({
      transport,
      clock,
      redactor: hidden,
      pacer: pacer(clock, api === 'provisioner' ? 0 : ceilingOf(target, api), stopped),
      throttled: api === 'provisioner' ? undefined : target[api]?.throttled,
      nextNumber: () => ++numbers,
      interrupted: stopped,
      onExchange: options.onExchange,
    })
  const provisioner = provisionerFor(target, clientFor('provisioner'))

  const messaging = clientFor('messaging')

  return {
    target,
    clock,
    runId: options.runId ?? newRunId(),
    clients: { trading: clientFor('trading'), messaging },
    provisioner,
    cast: castOf(target, provisioner, hidden, messaging),
    observations,
    leftovers,
    exchanges: () => numbers,
    interrupted,
    observe: (id, observed, ...replies) =>
      void observations.push({
        id,
        observed: hidden.text(observed),
        exchanges: replies.map(({ exchange }) => exchange.n),
      }),
    made(kind, id, remove) {
      const stays = (why: string): void => void leftovers.push({ kind, id, why })
      if (typeof remove === 'function') removals.push(() => remove().catch(() => stays('its removal failed')))
      else if (typeof remove === 'string') stays(remove)
      else if (!provisioner.offers('discard')) stays('the contract offers no removal')
      else
        removals.push(() =>
          provisioner.provide('discard', { kind, id }).catch(error => stays((error as Error).message)),
        )
    },
    cleanArgs(args) {
      const text = JSON.stringify(args)
      const clean = hidden.body(text)
      return clean === text ? args : JSON.parse(clean)
    },
    async cleanUp() {
      cleaning = true
      for (const remove of removals.splice(0).reverse()) await remove()
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
