/** Follows a run by its claims and exchanges, and gives its state at any moment. */
import type { ClaimRecord, ExchangeRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import { type Tally, tally } from '../tally.ts'
import { type Expected, pace } from './pace.ts'
import { type AreaStanding, judgedOf, type LiveState, type Stage } from './state.ts'

/** The progress of a run, and for each area that has checks how many of them are done. */
export interface RunProgress {
  readonly exchanges: number
  readonly checks: number
  readonly checksDone: number
  readonly toRemove: number | null
  readonly areas: ReadonlyMap<string, { readonly checks: number; readonly done: number }>
}

export interface ProgressState {
  claim(claim: ClaimRecord): void
  exchange(exchange: ExchangeRecord): void
  progress(progress: RunProgress): void
  /** How many requests the run will send, once that is known. */
  expect(expected: Expected): void
  end(): void
  state(): LiveState
}

/** `head`: the report at the start of the run, with what is in scope and what cannot be judged. */
export function progressState(head: Report, now: () => number): ProgressState {
  const { target } = head
  const startedAt = now()
  const areas = areasOf(head.requirements)
  const areaOf = new Map(head.requirements.map(({ id, area }) => [id, area]))
  const standing = tally(id => areaOf.get(id) ?? '')
  const speed = pace(ratesInScope(head), startedAt)
  let latest: RunProgress = { exchanges: 0, checks: 0, checksDone: 0, toRemove: null, areas: new Map() }
  let expected: Expected | null = null
  let lastFailure: string | null = null
  let ending = false
  return {
    claim(claim) {
      standing.add(claim)
      if (claim.outcome === 'broken' && claim.weight === 'must')
        lastFailure = `${claim.requirement}: expected ${claim.expected}, got ${claim.actual}`
    },
    exchange({ via, api }) {
      if (via === 'target') speed.ended(api, now())
    },
    progress(progress) {
      latest = progress
    },
    expect(requests) {
      expected = requests
    },
    end() {
      ending = true
    },
    state() {
      const time = now()
      return {
        target: target.name,
        featureLevel: target.messaging?.featureLevel ?? null,
        areas: [...areas].map(([id, area]) => standingOf(id, area, latest, standing)),
        requests: latest.exchanges,
        rates: speed.rates(time),
        elapsedSeconds: (time - startedAt) / 1000,
        secondsLeft: expected === null ? null : speed.secondsLeft(expected, time),
        ...{ checks: latest.checks, checksDone: latest.checksDone, toRemove: latest.toRemove, lastFailure, ending },
      }
    },
  }
}

/** The rate limits of the APIs in scope: `--only` may exclude an API of the target file. */
function ratesInScope({ run, requirements }: Report): Readonly<Record<string, number>> {
  const rates = Object.entries(run.requestsPerSecond ?? {})
  const inScope = rates.filter(([api]) => requirements.some(({ area }) => area.startsWith(`${api}.`)))
  return Object.fromEntries(inScope.length > 0 ? inScope : rates)
}

interface Planned {
  readonly all: number
  /** Requirements that the plan leaves out. */
  readonly unverified: number
}

function areasOf(requirements: readonly JudgedRequirement[]): Map<string, Planned> {
  const areas = new Map<string, Planned>()
  for (const { area, verdict, planned } of requirements) {
    if (verdict === 'not-applicable') continue
    const { all, unverified } = areas.get(area) ?? { all: 0, unverified: 0 }
    areas.set(area, { all: all + 1, unverified: unverified + (planned === false ? 1 : 0) })
  }
  return areas
}

function standingOf(id: string, { all, unverified }: Planned, progress: RunProgress, standing: Tally): AreaStanding {
  const counts = standing.of(id)
  const known = { ...counts, unverified: counts.unverified + unverified }
  return { id, all, counts: known, stage: stageOf(progress, id, judgedOf(known) >= all) }
}

/** An area that is judged on every exchange has no checks of its own. */
function stageOf({ areas }: RunProgress, id: string, judged: boolean): Stage {
  const own = areas.get(id)
  if (!own) return judged ? 'done' : 'under way'
  return own.done === own.checks ? 'done' : own.done === 0 ? 'to come' : 'under way'
}
