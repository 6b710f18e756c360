/** A run: from a plan to exchanges, claims and verdicts. */
import type { ClaimRecord, Report } from '../../generated/formats.ts'
import { levelsOf } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area, Check, Visit } from '../check.ts'
import { coverageBook, isRefusal } from '../coverage/coverage.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { EvidenceSink } from '../evidence/recorder.ts'
import { everyExchange, type JudgeExchange } from '../judging/every-exchange.ts'
import { ledger as ledgerOf } from '../judging/ledger.ts'
import { madeOnce } from '../memory/made-once.ts'
import { contentsOf, plan as planOf } from '../plan/plan.ts'
import { type ScopeOptions, scopeOf } from '../plan/plan-run.ts'
import type { Share } from '../plan/share.ts'
import { replyBook } from '../replies.ts'
import { type EndedEarly, leaveUnshown } from '../report/leave-unshown.ts'
import { buildReport } from '../report/report.ts'
import { originOf } from '../target/api-entry.ts'
import type { Target } from '../target/load-target.ts'
import { shownBeside } from '../traffic/shown-beside.ts'
import { Undecided } from '../undecided.ts'
import type { ProvidedUse, SharedUse } from '../world/shared.ts'
import { conduct, type Mistake, ranksOf } from './conduct.ts'
import { failures as failuresOf } from './confirmations.ts'
import { openSession, type SessionOptions } from './session.ts'
import { wrongAddress } from './wrong-address.ts'

type OfSession = 'clock' | 'transport' | 'runId' | 'signal' | 'maxRequests' | 'allAtOnce' | 'wholeEvidence'

export interface RunOptions extends ScopeOptions, Pick<SessionOptions, OfSession> {
  readonly areas: readonly Area[]
  readonly sink: EvidenceSink
  readonly seed?: number
  /** How many generated requests to send in all, instead of the number that the budget allows. */
  readonly requests?: number | undefined
  /** How many checks run at a time; the default if absent. */
  readonly workers?: number
  /** Sends only this counterexample of a property. */
  readonly path?: string | undefined
  /** Called before anything is sent, with the report that remains if the run is killed at that moment. */
  readonly onStart?: (report: Report) => void
  readonly onProgress?: (progress: Progress) => void
  /** No second try of what failed: for proofs, which only need to know what fails. */
  readonly once?: boolean
  /** The target is thrown away afterwards: clean-up is left out, always or only if the run was interrupted. */
  readonly throwaway?: boolean | 'interrupted'
  /** Stops the run at the first failed MUST of a requirement for which this returns true. */
  readonly bail?: (requirement: string) => boolean
  /** Runs a check that got no reply once more. */
  readonly retryUnreachable?: boolean
  /** Runs only this shard. */
  readonly share?: Share
  /** Called for each shared value that a check uses. */
  readonly onShared?: SharedUse
  /** Called with each fixture that the provisioner gave a check. */
  readonly onProvided?: ProvidedUse
}

export interface Progress {
  /** Requests to the target that have ended. */
  readonly exchanges: number
  readonly checksDone: number
  readonly checks: number
  readonly broken: number
  /** The requirement that failed last. */
  readonly lastBroken: string | null
  /** Things that the run created and still has to remove; null before clean-up. */
  readonly toRemove: number | null
  /** The checks of each area that has any. */
  readonly areas: ReadonlyMap<string, { readonly checks: number; readonly done: number }>
}

export interface RunResult {
  readonly report: Report
  /** Mistakes of a check itself, never of the target. */
  readonly mistakes: readonly Mistake[]
  /** A message for each API that is not at the address that the target file gives. */
  readonly wrongAddresses: readonly string[]
}

export async function run(options: RunOptions): Promise<RunResult> {
  const { target, areas, sink } = options
  const scope = scopeOf(options)
  const seed = options.seed ?? 1
  const progressByArea = new Map<string, { checks: number; done: number }>()
  const progress = {
    exchanges: 0,
    checksDone: 0,
    checks: 0,
    broken: 0,
    areas: progressByArea,
    lastBroken: null as string | null,
    toRemove: null as number | null,
  }
  const reportProgress = (): void => options.onProgress?.(progress)
  const failures = failuresOf()
  const replies = replyBook(apisIn(options.areas))
  const bail = new AbortController()
  let judge: JudgeExchange = () => {}
  let onChangeLeft = (_n: number): void => {}
  let provisionerCalls = 0
  const apis = apisIn(areas)
  const levels = levelsOf(target, apis)
  const covered = coverageBook({ apis, levels })

  const session = openSession({
    ...options,
    apis,
    allow: scope.allow,
    signal: options.signal ? AbortSignal.any([options.signal, bail.signal]) : bail.signal,
    onDeparture: departure => {
      sink.departure?.(departure)
      onChangeLeft(departure.n)
    },
    onExchange: (exchange, record) => {
      if (record.via === 'target') progress.exchanges++
      else provisionerCalls++
      sink.exchange(record)
      judge(exchange)
      covered.exchange(exchange)
      replies.add(exchange, record)
      progress.toRemove = session.toRemove()
      reportProgress()
    },
  })
  const startedAt = session.clock.now()
  const onClaim = (claim: ClaimRecord): void => {
    if (isRefusal(claim.predicate)) covered.constraint(String(claim.args['sent']))
    if (claim.outcome !== 'broken') return
    failures.add(claim)
    progress.broken++
    progress.lastBroken = claim.requirement
    if (claim.weight === 'must' && options.bail?.(claim.requirement)) bail.abort(BAILED)
  }
  const ledger = ledgerOf(sink, onClaim, session.hide)
  const plan = planOf(target, areas, scope, session.cast, session.provisioner)
  const judged = new Map(
    plan.requirements.filter(({ state }) => state === 'judged').map(({ requirement }) => [requirement.id, requirement]),
  )
  const empty = new Set<string>()
  const judgeAlone = everyExchange(areas, judged, levels, ledger, requirement => void empty.add(requirement))
  const beside = shownBeside(areas, target, judged, ledger)
  const judgeEach: JudgeExchange = exchange => {
    judgeAlone(exchange)
    beside.came(exchange.n, exchange)
  }
  judge = judgeEach
  onChangeLeft = beside.left
  const { share } = options
  const isInShare = ({ id }: { readonly id: string }): boolean => share?.takes(id) ?? true
  const inShare = <Item extends Check | Visit>(items: readonly Item[]): Item[] => items.filter(isInShare)
  const wrong = new Map<string, string>()
  let [checks, visits] = [inShare(plan.checks), inShare(plan.visits)]
  progress.checks = checks.length + visits.length
  const progressByItem = new Map<unknown, { checks: number; done: number }>()
  const runnable = new Set<unknown>(checks)
  for (const { name, items } of areas) {
    const members = items.filter(item => runnable.has(item))
    if (members.length === 0) continue
    const areaProgress = { checks: members.length, done: 0 }
    progressByArea.set(name, areaProgress)
    for (const check of members) progressByItem.set(check, areaProgress)
  }
  const reportParts = {
    session,
    plan,
    ledger,
    seed,
    scope,
    startedAt,
    share: share ?? null,
    requests: options.requests,
    replies,
  }
  options.onStart?.(buildReport({ ...reportParts, coverage: null, bailed: false, provisionerCalls, unfinished: true }))
  reportProgress()

  if (options.transport === undefined) {
    const inScope = new Set([...judged.values()].map(({ api }) => api))
    const judgeLater: Exchange[] = []
    judge = exchange => void judgeLater.push(exchange)
    const examined = apis
      .filter(({ name }) => inScope.has(name))
      .map(async api => {
        const why = await wrongAddress(session, api)
        if (why !== null) wrong.set(api.name, session.hide(why))
      })
    await Promise.all(examined)
    judge = judgeEach
    for (const exchange of judgeLater) if (!wrong.has(exchange.api)) judge(exchange)
    const isAtWrongAddress = ({ id }: Check | Visit): boolean => wrong.has(id.split(/[.:]/)[0] ?? '')
    checks = checks.filter(check => !isAtWrongAddress(check))
    visits = visits.filter(visit => !isAtWrongAddress(visit))
    for (const { id, api, area, level } of judged.values()) {
      const why = wrong.get(api)
      if (why !== undefined) ledger.undecided(id, area, 1, level, new Undecided({ kind: 'wrong-address', says: why }))
    }
  }
  session.expectRequests([...checks, ...visits].flatMap(ranksOf))
  const endedEarly: EndedEarly[] = []
  const lacking = new Map<string, string>()
  const mistakes = await conduct(checks, visits, {
    parts: {
      ...session,
      generated: { requests: options.requests, path: options.path, found: new Map() },
      seed,
      budget: scope.budget,
      allow: scope.allow,
      ledger,
      judged,
      lacking,
      combined: covered.combined,
      onShared: options.onShared,
      onProvided: options.onProvided,
      replies,
    },
    failures,
    hostOf: hostOf(areas, target),
    workers: options.workers,
    onEndedEarly: (id, cause) => void endedEarly.push({ id, cause }),
    once: options.once ?? false,
    retryUnreachable: options.retryUnreachable ?? false,
    interrupted: session.interrupted,
    onThrottled: session.onThrottled,
    onOverlapped: options.throwaway ? undefined : session.cleanEarly,
    onDone: item => {
      progress.checksDone++
      const areaProgress = progressByItem.get(item)
      if (areaProgress) areaProgress.done++
      reportProgress()
    },
  })
  await session.settle()
  for (const { error } of mistakes) error.message = session.hide(error.message)
  leaveUnshown(endedEarly, lacking, empty, ledger, judged)
  const abandoned = options.throwaway === 'interrupted' ? session.interrupted() : options.throwaway
  if (!abandoned) await session.cleanUp()
  await session.close()
  sink.close()
  const bailed = bail.signal.aborted && !options.signal?.aborted
  return {
    mistakes,
    wrongAddresses: [...wrong.values()],
    report: buildReport({ ...reportParts, coverage: covered.summary(), bailed, provisionerCalls }),
  }
}

/** The origin of the API that a check belongs to. */
function hostOf(areas: readonly Area[], target: Target): (item: Area['items'][number]) => string {
  const apis = contentsOf(areas).apis
  const origins = new Map<string, string>()
  return item => {
    const api = apis.get(item) ?? ''
    return madeOnce(origins, api, () => originOf(target, api))
  }
}

const BAILED = 'the run stopped at its first failure (--bail)'
