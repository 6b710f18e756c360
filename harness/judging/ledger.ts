/** All claims of a run, by requirement, recorded as they are made. */
import type { ClaimRecord } from '../../generated/formats.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { detached } from '../evidence/held-text.ts'
import type { EvidenceSink } from '../evidence/recorder.ts'
import { madeOnce } from '../memory/made-once.ts'
import type { Undecided } from '../undecided.ts'
import { type Decided, type Predicate, violationIn } from './predicate.ts'
import { MOST_TIMES } from './verdict.ts'

type Made = Omit<ClaimRecord, 'n'>

export interface Ledger {
  add(claim: Made): void
  /** `args` may add details to the cause. */
  undecided(
    requirement: string,
    check: string,
    attempt: number,
    weight: 'must' | 'should',
    cause: Undecided,
    args?: Made['args'],
  ): void
  /** The claims that decide a verdict and demonstrate it; of a long run, not every claim that holds. */
  of(requirement: string): readonly ClaimRecord[]
  readonly count: number
}

/** The ledger of a run: it also counts the claims that it does not keep, because a run may be long. */
export interface RunLedger extends Ledger {
  /** How many claims one try of a check made for a requirement. */
  madeBy(requirement: string, check: string, attempt: number): number
  /** How many decided claims are counted and not kept. */
  unkept(requirement: string): number
}

/** As many exchanges as a report lists: once there are so many, further claims that hold add nothing. */
const MOST_SHOWN = 20

/** `hide` removes secrets from the texts of a claim. */
export function ledger(
  sink: Pick<EvidenceSink, 'claim'>,
  onClaim: (claim: ClaimRecord) => void = () => {},
  hide: (text: string) => string = text => text,
): RunLedger {
  const byRequirement = new Map<string, Kept>()
  let n = 0
  const nothing = (): Kept => ({ claims: [], made: new Map(), wrong: new Map(), shown: new Set(), unkept: 0 })
  const add = (made: Made): void => {
    n++
    const claim: ClaimRecord = { n, ...(made.outcome === 'holds' ? made : inWords(made, hide)) }
    sink.claim(claim)
    onClaim(claim)
    const kept = madeOnce(byRequirement, claim.requirement, nothing)
    const by = keyOf(claim.check, claim.attempt)
    const before = kept.made.get(by) ?? 0
    kept.made.set(by, before + 1)
    if (tellsMore(claim, kept, before)) {
      kept.claims.push(claim)
      for (const one of claim.exchanges) if (kept.shown.size < MOST_SHOWN) kept.shown.add(one)
    } else if (claim.outcome !== 'undecided') kept.unkept++
  }
  return {
    add,
    undecided: (...given) => add(undecidedClaim(...given)),
    of: requirement => byRequirement.get(requirement)?.claims ?? [],
    madeBy: (requirement, check, attempt) => byRequirement.get(requirement)?.made.get(keyOf(check, attempt)) ?? 0,
    unkept: requirement => byRequirement.get(requirement)?.unkept ?? 0,
    get count() {
      return n
    },
  }
}

/** What a claim is about, apart from its outcome. */
interface Claimed extends Pick<Made, 'requirement' | 'check' | 'args' | 'attempt' | 'weight'> {
  readonly predicate: Pick<Predicate<never>, 'name'>
  readonly exchanges: readonly Pick<Exchange, 'n'>[]
  readonly control?: Pick<Exchange, 'n'> | null | undefined
}

/** The claim that a judgement comes to. */
export function decidedClaim(
  { requirement, check, predicate, args, exchanges, control, attempt, weight }: Claimed,
  judgement: Decided,
): Made {
  const { expected, actual, about } = violationIn(judgement)
  return {
    requirement,
    check,
    predicate: predicate.name,
    args,
    exchanges: exchanges.map(({ n }) => n),
    control: control?.n ?? null,
    attempt,
    outcome: judgement.outcome,
    weight,
    expected,
    actual,
    ...(about && { about }),
  }
}

/** The claim that `undecided` adds to a ledger. */
export const undecidedClaim = (
  ...[requirement, check, attempt, weight, cause, args = {}]: Parameters<Ledger['undecided']>
): Made => ({
  requirement,
  check,
  predicate: null,
  args,
  exchanges: [...cause.exchanges],
  control: null,
  attempt,
  outcome: 'undecided',
  weight,
  expected: null,
  actual: null,
  reason: cause.reason,
  because: cause.because,
  why: cause.message,
  planned: cause.planned,
})

interface Kept {
  readonly claims: ClaimRecord[]
  /** The number of claims, by check and try. */
  readonly made: Map<string, number>
  /** The number of claims that do not hold, by check, try, outcome and weight. */
  readonly wrong: Map<string, number>
  readonly shown: Set<number>
  unkept: number
}

const keyOf = (check: string, attempt: number): string => `${attempt} ${check}`

/** Whether a claim is kept: for each check, the first ones that do not hold, and even fewer that hold. */
function tellsMore(claim: ClaimRecord, kept: Kept, before: number): boolean {
  const { outcome, attempt, check, weight } = claim
  if (outcome === 'holds') return attempt > 1 || before === 0 || showsMore(claim, kept)
  const key = `${outcome} ${weight} ${keyOf(check, attempt)}`
  const wrong = (kept.wrong.get(key) ?? 0) + 1
  kept.wrong.set(key, wrong)
  return wrong <= MOST_TIMES
}

const showsMore = ({ exchanges }: ClaimRecord, { shown }: Kept): boolean =>
  shown.size < MOST_SHOWN && exchanges.some(one => !shown.has(one))

/** Removes secrets from what a check says; a predicate's texts come from exchanges, which contain none. */
function inWords(made: Made, hide: (text: string) => string): Made {
  const { why, tried, because, expected, actual } = made
  return {
    ...made,
    expected: expected && detached(expected),
    actual: actual && detached(actual),
    ...(why && { why: hide(why) }),
    ...(tried && { tried: hide(tried) }),
    ...(because && { because: hidden(because, hide) }),
  }
}

const hidden = (
  because: NonNullable<Made['because']>,
  hide: (text: string) => string,
): NonNullable<Made['because']> => ({
  ...because,
  ...Object.fromEntries(
    Object.entries(because).flatMap(([name, value]) => (typeof value === 'string' ? [[name, hide(value)]] : [])),
  ),
})
