/** Judges one exchange of captured traffic: by what its request names, and together with earlier ones. */
import type { Api } from '../api.ts'
import type { Area } from '../check.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { everyExchange, isDescribed } from '../judging/every-exchange.ts'
import { groupedBy, madeOnce } from '../memory/made-once.ts'
import { Undecided } from '../undecided.ts'
import type { Sequence, Sight, TrafficStep } from './reading.ts'
import type { TrafficClaims } from './traffic-claims.ts'
import type { TrafficPlan } from './traffic-plan.ts'
import { isOld } from './unusable-reply.ts'

/** Sequences are looked for within one file: each has its own clock, and may contain the same exchanges as another. */
export type JudgeStep = (step: TrafficStep, api: Api, whole: boolean, file: string) => void

const MOST_CALLERS = 20_000

type Running = ReadonlyMap<string, readonly ReturnType<Sequence['start']>[]>

/** Judges what the request of a step names, and what the step demonstrates together with earlier ones. */
export function stepJudge(
  apis: readonly Api[],
  claims: Pick<TrafficClaims, 'claim' | 'leaveOpen' | 'doubt'>,
): JudgeStep {
  const runs = new Map<string, Running>()
  const runningIn = (file: string): Running =>
    madeOnce(runs, file, () => new Map(apis.map(api => [api.name, startSequences(api)])))
  const succeeded = new Set<string>()

  const judgeAlone = ({ exchange, request, level, caller }: TrafficStep, api: Api, whole: boolean): void => {
    const { purpose, response, operation } = exchange
    if (purpose === 'outside' || purpose === 'throttled' || response === undefined) return
    const key = caller === null ? null : `${caller} ${operation}`
    const context = { level, hadSuccess: key !== null && succeeded.has(key) }
    const isHere = isDescribed(exchange, api, level)
    for (const sight of request && whole ? sightsOf(api, operation) : []) {
      if (!request || (!isHere && !sight.isAhead)) continue
      const why = sight.leavesOpen?.(request, exchange, context)
      if (why) claims.doubt(sight.requirement, new Undecided('prerequisite-failed', why, true))
      const seen = sight.about(request, exchange, context)
      if (seen) claims.claim({ exchanges: [exchange], ...sight, ...seen })
    }
    const isSuccess = api.replies.outcome(exchange) === 'success'
    if (key !== null && isSuccess && succeeded.size < MOST_CALLERS) succeeded.add(key)
  }

  return (step, api, whole, file) => {
    judgeAlone(step, api, whole)
    if (isOld(step.exchange)) return
    for (const next of runningIn(file).get(api.name) ?? [])
      for (const one of next(step)) {
        if (one.isOpen) claims.leaveOpen(one)
        else claims.claim(one)
      }
  }
}

const PAGE_INSTEAD_OF_REPLY =
  'a page came in place of a reply: the deployment may have written it, or whoever stands before it'

/** Doubts each requirement that a page would violate if the deployment wrote it: it no longer counts as observed to hold. */
export function pageJudge(
  areas: readonly Area[],
  plan: TrafficPlan,
  claims: TrafficClaims,
): (page: Exchange, request: TrafficStep['request'], api: Api) => void {
  const markDoubtful = (requirement: string, n: number): void =>
    claims.doubt(requirement, new Undecided('unreachable', PAGE_INSTEAD_OF_REPLY, true, [n]))
  const every = everyExchange(areas, plan.judged, plan.levels, {
    ...claims.ledger,
    add: ({ requirement, outcome, exchanges: [n = 0] }) => {
      if (outcome === 'broken') markDoubtful(requirement, n)
    },
  })
  return (page, request, api) => {
    every(page)
    if (!request) return
    const context = { level: plan.levels.get(api.name) ?? 0, hadSuccess: false }
    for (const sight of sightsOf(api, page.operation)) {
      const seen = sight.about(request, page, context)
      if (seen && sight.predicate.judge([page], seen.args).outcome === 'broken') markDoubtful(sight.requirement, page.n)
    }
  }
}

const startSequences = ({ traffic }: Api): ReturnType<Sequence['start']>[] =>
  (traffic?.sequences ?? []).map(one => one.start())

const sights = new WeakMap<Api, Map<string, readonly Sight[]>>()

const sightsOf = (api: Api, operation: string | null): readonly Sight[] =>
  madeOnce(sights, api, () => groupedBy(api.traffic?.sights ?? [], one => one.operation)).get(operation ?? '') ?? []
