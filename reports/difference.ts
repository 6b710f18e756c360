/** What changed from one run to another. */
import type { JudgedRequirement, Report, Verdict } from '../generated/formats.ts'

/**
 * `unreached`: not judged because of the network or because the target did not reply, which proves nothing about the
 * target.
 */
export type Kind = 'regression' | 'unreached' | 'fixed' | 'changed'

export interface VerdictChange {
  readonly id: string
  readonly sentence: string
  readonly area: string
  readonly before: Verdict
  readonly after: Verdict
  readonly kind: Kind
  readonly expected: string | null
  readonly actual: string | null
  readonly message: string | null
}

export interface ObservationChange {
  readonly id: string
  readonly sentence: string | null
  readonly before: string | null
  readonly after: string | null
}

export interface Side {
  readonly target: string
  readonly run: string
  readonly outcome: Report['summary']['outcome']
  readonly counts: Report['summary']['counts']
  readonly featureLevel: number | null
  readonly profile: string
  readonly catalogue: string
}

export interface Difference {
  readonly before: Side
  readonly after: Side
  readonly regressions: number
  readonly verdicts: readonly VerdictChange[]
  /** Requirements that only one of the runs has; a new one that fails counts as a regression. */
  readonly added: readonly { readonly id: string; readonly sentence: string; readonly verdict: Verdict }[]
  readonly removed: readonly { readonly id: string; readonly sentence: string; readonly verdict: Verdict }[]
  readonly observations: readonly ObservationChange[]
}

export function difference(a: Report, b: Report): Difference {
  const before = new Map(a.requirements.map(entry => [entry.id, entry]))
  const after = new Set(b.requirements.map(({ id }) => id))
  const verdicts = b.requirements.flatMap(entry => {
    const old = before.get(entry.id)
    return old && old.verdict !== entry.verdict ? [change(old, entry)] : []
  })
  const added = b.requirements.filter(({ id }) => !before.has(id)).map(short)
  const removed = a.requirements.filter(({ id }) => !after.has(id)).map(short)
  const failing = added.filter(({ verdict }) => verdict === 'fail').length
  return {
    before: side(a),
    after: side(b),
    regressions: verdicts.filter(({ kind }) => kind === 'regression').length + failing,
    verdicts: [...verdicts].sort((x, y) => order[x.kind] - order[y.kind]),
    added,
    removed,
    observations: observationChanges(a, b),
  }
}

const order: Readonly<Record<Kind, number>> = { regression: 0, unreached: 1, fixed: 2, changed: 3 }

/** Regressions are new failures, passes that became warnings, and requirements that held before and are now unverified. */
export function kindOf(before: Verdict, after: Verdict, reason: JudgedRequirement['reason'] = null): Kind {
  if (after === 'unverified' && (reason === 'unreachable' || reason === 'throttled')) return 'unreached'
  if (after === 'fail') return 'regression'
  if (before === 'fail') return after === 'pass' || after === 'warn' ? 'fixed' : 'changed'
  if (before === 'pass' && (after === 'warn' || after === 'unverified')) return 'regression'
  if (before === 'warn' && after === 'unverified') return 'regression'
  if (after === 'pass' && (before === 'warn' || before === 'unverified')) return 'fixed'
  return 'changed'
}

function change(before: JudgedRequirement, after: JudgedRequirement): VerdictChange {
  const { id, sentence, area, expected, actual, message } = after
  const kind = kindOf(before.verdict, after.verdict, after.reason)
  return { id, sentence, area, before: before.verdict, after: after.verdict, kind, expected, actual, message }
}

const short = ({ id, sentence, verdict }: JudgedRequirement) => ({ id, sentence, verdict })

function side({ target, run, summary, kit }: Report): Side {
  return {
    target: target.name,
    run: run.id,
    outcome: summary.outcome,
    counts: summary.counts,
    featureLevel: target.messaging?.featureLevel ?? null,
    profile: run.profile,
    catalogue: kit.catalogue,
  }
}

/** The same observations in another order are no difference. */
const sorted = (observed: string | null): string | undefined => observed?.split('; ').sort().join('; ')

function observationChanges(a: Report, b: Report): ObservationChange[] {
  const [before, after] = [a, b].map(
    ({ observations }) => new Map(observations.map(({ id, observed }) => [id, observed])),
  )
  const sentences = new Map([...a.observations, ...b.observations].map(({ id, sentence }) => [id, sentence ?? null]))
  const ids = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  return [...ids].flatMap(id => {
    const [old, now] = [before?.get(id) ?? null, after?.get(id) ?? null]
    return sorted(old) === sorted(now) ? [] : [{ id, sentence: sentences.get(id) ?? null, before: old, after: now }]
  })
}
