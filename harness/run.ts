/** A run: from a plan to exchanges, claims and verdicts. */
import type { Requirement } from '../generated/catalogue.ts'
import type { Report } from '../generated/formats.ts'
import { cast as castOf } from './cast.ts'
import type { Area, Budget } from './check.ts'
import type { Clock } from './clock.ts'
import { conduct, type Mistake } from './conduct.ts'
import type { EvidenceSink } from './evidence/recorder.ts'
import { redactor } from './evidence/redactor.ts'
import type { Transport } from './http/transport.ts'
import { everyExchange, type JudgeExchange } from './judging/every-exchange.ts'
import { type Ledger, ledger as ledgerOf } from './judging/ledger.ts'
import { type Plan, plan as planOf, type Scope } from './plan.ts'
import { provisionerFor } from './provision/provisioner.ts'
import { buildReport } from './report.ts'
import { openSession } from './session.ts'
import { ConfigurationError, type Target } from './target/load-target.ts'
import type { Undecided } from './undecided.ts'

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
  readonly mistakes: readonly Mistake[]
}

export async function run(options: RunOptions): Promise<RunResult> {
  const { target, areas, sink } = options
  const scope = scopeOf(options)
  const seed = options.seed ?? 1
  const progress = { exchanges: 0, checksDone: 0, checks: 0, broken: 0, lastBroken: null as string | null }
  const tell = (): void => options.onProgress?.(progress)
  const broken = new Set<string>()
  let judge: JudgeExchange = () => {}

  const session = openSession({
    ...options,
    onExchange: (exchange, record) => {
      progress.exchanges++
      sink.exchange(record)
      judge(exchange)
      tell()
    },
  })
  const startedAt = session.clock.now()
  const ledger = ledgerOf(sink, claim => {
    if (claim.outcome !== 'broken') return
    broken.add(claim.check)
    progress.broken++
    progress.lastBroken = claim.requirement
  })
  const plan = planOf(target, areas, scope, session.cast, session.provisioner)
  const judged = new Map(
    plan.requirements
      .filter(({ state }) => state === 'judged')
      .map(({ requirement }) => [requirement.id as string, requirement]),
  )
  judge = everyExchange(areas, judged, { level: target.messaging?.featureLevel ?? 0 }, ledger)
  progress.checks = plan.checks.length + plan.visits.length

  const endedEarly: EndedEarly[] = []
  const mistakes = await conduct(plan.checks, plan.visits, {
    parts: { ...session, seed, budget: scope.budget, allow: scope.allow, ledger, judged },
    broke: check => broken.has(check),
    onEndedEarly: (id, cause) => void endedEarly.push({ id, cause }),
    once: options.once ?? false,
    interrupted: session.interrupted,
    onDone: () => {
      progress.checksDone++
      tell()
    },
  })
  leaveUnshown(endedEarly, ledger, judged)
  await session.cleanUp()
  await session.close()
  sink.close()
  return { mistakes, report: buildReport({ session, plan, ledger, seed, scope, startedAt }) }
}

interface EndedEarly {
  readonly id: string
  readonly cause: Undecided
}

/** What no exchange showed is undecided for the cause that kept something of its area from being done. */
function leaveUnshown(
  endedEarly: readonly EndedEarly[],
  ledger: Ledger,
  judged: ReadonlyMap<string, Requirement>,
): void {
  for (const { id, area, level } of judged.values()) {
    if (ledger.of(id).length > 0) continue
    const found = endedEarly.find(ended => ended.id.startsWith(area))
    if (found) ledger.undecided(id, found.id, 1, level, found.cause)
  }
}

/** What a run of these options would judge, without sending anything. */
export function planRun(options: Pick<RunOptions, 'target' | 'areas' | 'only' | 'profile' | 'allow' | 'budget'>): Plan {
  const { target } = options
  const idle = { send: () => Promise.reject(new ConfigurationError('a plan sends nothing')) }
  const provisioner = provisionerFor(target, idle)
  return planOf(target, options.areas, scopeOf(options), castOf(target, provisioner, redactor(), idle), provisioner)
}

/** What `allow` of the file and of the command line give together: writing from either, destroying only from both. */
export function allowance(target: Target, words: readonly ('write' | 'destructive')[]): ('write' | 'destructive')[] {
  const file = target.allow ?? []
  const destructive = file.includes('destructive') && words.includes('destructive')
  const write = destructive || file.includes('write') || words.includes('write')
  return [...(write ? (['write'] as const) : []), ...(destructive ? (['destructive'] as const) : [])]
}

function scopeOf(options: Pick<RunOptions, 'target' | 'only' | 'profile' | 'allow' | 'budget'>): Scope {
  return {
    only: options.only ?? [],
    profile: options.profile ?? 'everything',
    allow: allowance(options.target, options.allow ?? []),
    budget: options.budget ?? 'standard',
  }
}
