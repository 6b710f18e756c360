/** A run: from a plan to exchanges, claims and verdicts. */
import { randomBytes } from 'node:crypto'
import type { Report } from '../generated/formats.ts'
import { type Cast, cast as castOf, type Person } from './cast.ts'
import type { Area, Budget, Check, Visit } from './check.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Exchange } from './evidence/exchange.ts'
import type { EvidenceSink } from './evidence/recorder.ts'
import { redactor } from './evidence/redactor.ts'
import { client } from './http/client.ts'
import { socketTransport, type Transport } from './http/transport.ts'
import { everyExchange } from './judging/every-exchange.ts'
import { ledger as ledgerOf } from './judging/ledger.ts'
import { makeWorld, type RunParts } from './make-world.ts'
import { pacer } from './pacing.ts'
import { type Plan, plan as planOf } from './plan.ts'
import { provisionerFor } from './provision/provisioner.ts'
import { buildReport, type Observation } from './report.ts'
import { ConfigurationError, type Target } from './target/load-target.ts'
import { Stop, Undecided } from './undecided.ts'

export interface RunOptions {
  readonly target: Target
  readonly areas: readonly Area[]
  readonly sink: EvidenceSink
  readonly only?: readonly string[]
  readonly profile?: string
  readonly seed?: number
  readonly budget?: Budget
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly clock?: Clock
  readonly transport?: Transport
  readonly runId?: string
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
  /** No second try of what failed: for proofs that look for failures only. */
  readonly once?: boolean
}

export interface Progress {
  readonly exchanges: number
  readonly checksDone: number
  readonly checks: number
  readonly broken: number
  /** The requirement that broke last. */
  readonly lastBroken: string | null
}

export interface RunResult {
  readonly report: Report
  /** Mistakes of a check itself, never of the target. */
  readonly mistakes: readonly { readonly check: string; readonly error: Error }[]
}

const WORKERS = 48

/** What `allow` of the file and of the command line give together: writing from either, destroying only from both. */
export function allowance(target: Target, words: readonly ('write' | 'destructive')[]): ('write' | 'destructive')[] {
  const file = target.allow ?? []
  const destructive = file.includes('destructive') && words.includes('destructive')
  const write = destructive || file.includes('write') || words.includes('write')
  return [...(write ? (['write'] as const) : []), ...(destructive ? (['destructive'] as const) : [])]
}

export async function run(options: RunOptions): Promise<RunResult> {
  const { target, areas, sink } = options
  const clock = options.clock ?? systemClock
  const budget = options.budget ?? 'standard'
  const seed = options.seed ?? 1
  const runId = options.runId ?? newRunId()
  const startedAt = clock.now()
  const transport = options.transport ?? socketTransport()
  const hidden = redactor()
  learnSecrets(target, hidden.learn)
  const ledger = ledgerOf(sink)
  const observations: Observation[] = []
  const leftovers: Report['leftovers'] = []
  const removals: (() => Promise<unknown>)[] = []
  const mistakes: { check: string; error: Error }[] = []
  const interrupted = (): boolean => options.signal?.aborted ?? false
  const progress = { exchanges: 0, checksDone: 0, checks: 0, broken: 0, lastBroken: null as string | null }
  const report = (): void => options.onProgress?.(progress)

  let numbers = 0
  let judge: (exchange: Exchange) => void = () => {}
  const clientFor = (api: 'trading' | 'messaging' | 'provisioner') =>
    client({
      transport,
      clock,
      redactor: hidden,
      pacer: pacer(clock, api === 'provisioner' ? 0 : ceilingOf(target, api)),
      throttled: api === 'provisioner' ? undefined : target[api]?.throttled,
      nextNumber: () => ++numbers,
      interrupted,
      onExchange: (exchange, record) => {
        progress.exchanges++
        sink.exchange(record)
        judge(exchange)
        report()
      },
    })
  const provisioner = provisionerFor(target, clientFor('provisioner'))
  const cast = castOf(target, provisioner, hidden)
  const allow = allowance(target, options.allow ?? [])
  const scope = { only: options.only ?? [], profile: options.profile ?? 'everything', allow, budget }
  const plan = planOf(target, areas, scope, cast, provisioner)
  const judged = new Map(
    plan.requirements
      .filter(({ state }) => state === 'judged')
      .map(({ requirement }) => [requirement.id as string, requirement]),
  )

  const judgeEvery = everyExchange(areas, new Set(judged.keys()), { level: target.messaging?.featureLevel ?? 0 })
  const brokenChecks = new Set<string>()
  const brokeOn = (check: string, requirement: string): void => {
    brokenChecks.add(check)
    progress.broken++
    progress.lastBroken = requirement
  }
  judge = exchange =>
    judgeEvery(exchange, (requirement, predicate, args, { n, check, attempt = 1 }, judgement) => {
      if (judgement.outcome === 'vacuous') return
      const weight = judged.get(requirement)?.level ?? 'must'
      const { expected, actual } = judgement.outcome === 'broken' ? judgement : { expected: null, actual: null }
      if (judgement.outcome === 'broken') brokeOn(check ?? '', requirement)
      ledger.add({
        requirement,
        check: check ?? '',
        predicate: predicate.name,
        args,
        exchanges: [n],
        control: null,
        attempt,
        outcome: judgement.outcome,
        weight,
        expected,
        actual,
      })
    })

  const parts: RunParts = {
    target,
    clock,
    runId,
    seed,
    budget,
    clients: { trading: clientFor('trading'), messaging: clientFor('messaging') },
    cast,
    provisioner,
    ledger: {
      ...ledger,
      add: claim => {
        if (claim.outcome === 'broken') brokeOn(claim.check, claim.requirement)
        ledger.add(claim)
      },
    },
    judged,
    cleanArgs: args => {
      const text = JSON.stringify(args)
      const clean = hidden.body(text)
      return clean === text ? args : JSON.parse(clean)
    },
    observe: (id, observed, ...replies) =>
      void observations.push({
        id,
        observed: hidden.text(observed),
        exchanges: replies.map(({ exchange }) => exchange.n),
      }),
    made: (kind, id, remove) => {
      const stays = (why: string): void => void leftovers.push({ kind, id, why })
      if (typeof remove === 'function') removals.push(() => remove().catch(() => stays('its removal failed')))
      else if (typeof remove === 'string') stays(remove)
      else if (!provisioner.offers('discard')) stays('the contract offers no removal')
      else
        removals.push(() =>
          provisioner.provide('discard', { kind, id }).catch(error => stays((error as Error).message)),
        )
    },
  }

  const memos = new Map<number, Map<string, Promise<unknown>>>()
  const attemptOnce = async (item: Check | Visit, attempt: number): Promise<void> => {
    const memo = memos.get(attempt) ?? new Map<string, Promise<unknown>>()
    memos.set(attempt, memo)
    const wanted = item.does === 'check' ? item.requirements.filter(id => judged.has(id)) : []
    let cause: Undecided | null = null
    try {
      const people = await peopleFor(item, cast, judged)
      await item.run(makeWorld(parts, { item, attempt, people, memo }))
    } catch (error) {
      if (error instanceof Undecided) cause = error
      else if (error instanceof Stop)
        cause = new Undecided('prerequisite-failed', 'an earlier step of the same scenario was broken')
      else {
        mistakes.push({ check: item.id, error: error as Error })
        cause = new Undecided('prerequisite-failed', `the check itself failed: ${(error as Error).message}`)
      }
    }
    for (const id of wanted) {
      const made = ledger.of(id).filter(claim => claim.check === item.id && claim.attempt === attempt)
      if (made.some(claim => claim.outcome !== 'holds' && claim.weight === 'must')) continue
      const enough = made.length >= (plannedClaims(item, id) ?? 1)
      const settled = enough && (cause === null || (item.does === 'check' && item.requirements.length > 1))
      if (settled) continue
      ledger.undecided(
        id,
        item.id,
        attempt,
        judged.get(id)?.level ?? 'must',
        cause ?? new Undecided('prerequisite-failed', 'the target showed nothing to judge it by'),
      )
    }
    if (attempt === 1) progress.checksDone++
    report()
  }

  const again = async (
    items: readonly (Check | Visit)[],
    doing: (items: readonly (Check | Visit)[], attempt: number) => Promise<void>,
  ): Promise<void> => {
    if (options.once || interrupted()) return
    const failed = items.filter(item => brokenChecks.has(item.id))
    if (failed.length > 0) await doing(failed, 2)
  }
  const together = (items: readonly (Check | Visit)[], attempt: number): Promise<void> =>
    overlapping(items, item => attemptOnce(item, attempt))
  const inTurn = async (items: readonly (Check | Visit)[], attempt: number): Promise<void> => {
    for (const item of items) await attemptOnce(item, attempt)
  }

  const free = [...plan.visits, ...plan.checks.filter(({ company }) => company === 'overlapping')]
  const alone = plan.checks.filter(({ company }) => company === 'alone')
  const last = plan.checks.filter(({ company }) => company === 'last')
  progress.checks = free.length + alone.length + last.length
  await together(free, 1)
  await again(free, together)
  await inTurn(alone, 1)
  await again(alone, inTurn)
  await inTurn(last, 1)
  await again(last, inTurn)
  for (const remove of removals.reverse()) await remove()

  await (options.transport ? Promise.resolve() : transport.close())
  sink.close()
  return {
    mistakes,
    report: buildReport({
      target,
      plan,
      ledger,
      observations,
      leftovers,
      runId,
      seed,
      budget,
      scope,
      startedAt,
      finishedAt: clock.now(),
      exchanges: numbers,
      interrupted: interrupted(),
    }),
  }
}

/** What a run of these options would judge, without sending anything. */
export function planRun(options: Pick<RunOptions, 'target' | 'areas' | 'only' | 'profile' | 'allow' | 'budget'>): Plan {
  const { target } = options
  const provisioner = provisionerFor(target, {
    send: () => Promise.reject(new ConfigurationError('a plan sends nothing')),
  })
  const scope = {
    only: options.only ?? [],
    profile: options.profile ?? 'everything',
    allow: allowance(target, options.allow ?? []),
    budget: options.budget ?? 'standard',
  }
  return planOf(target, options.areas, scope, castOf(target, provisioner, redactor()), provisioner)
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

function plannedClaims(item: Check | Visit, requirement: string): number | undefined {
  return item.does === 'check' ? item.plans[requirement] : undefined
}

async function peopleFor(
  item: Check | Visit,
  cast: Cast,
  judged: ReadonlyMap<string, { needs?: { actors?: readonly string[] } }>,
): Promise<Map<string, Person>> {
  const words = new Set<string>(
    item.does === 'visit' || item.requirements.length === 0
      ? item.needs.actors
      : item.requirements.flatMap(id => judged.get(id)?.needs?.actors ?? []),
  )
  const people = new Map<string, Person>()
  for (const word of words) people.set(word, await cast.person(word))
  return people
}

/** As many at a time as there are workers; each starts the next as it finishes one. */
async function overlapping<T>(items: readonly T[], deed: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) await deed(next.value)
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
}

function learnSecrets(target: Target, learn: (value: string) => void): void {
  const { credentials } = target.trading ?? {}
  if (credentials) for (const value of [credentials.apiKey, credentials.secretKey]) learn(value)
  for (const entry of Object.values(target.messaging?.actors ?? {})) {
    learn(entry.apiKey)
    if (entry.password !== undefined) learn(entry.password)
  }
}
