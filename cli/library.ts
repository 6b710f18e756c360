/** Assay as a library: judge a target, sign a query, write your own suites, compute verdicts again. */
import type { Report } from '../generated/formats.ts'
import { type Budget, fileSink, loadTarget, memorySink, type Progress, run, type Target } from '../harness/index.ts'
import { writeReport } from './out/write-report.ts'
import { withOwnSuites } from './own/own-suites.ts'
import { embeddedReference, type Subject } from './reference/embedded-reference.ts'
import { affordable } from './run/affordable.ts'

export interface JudgeOptions {
  /** Globs on requirement ids; all requirements by default. */
  readonly only?: readonly string[]
  readonly profile?: string
  /** What a run may do beyond reading. Destructive checks must also be allowed by the target file. */
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly seed?: number
  readonly budget?: Budget
  /** The maximum number of requests to the target, the most useful first; cleanup is not counted. */
  readonly maxRequests?: number
  /** A folder for report.json, exchanges.ndjson and claims.ndjson; by default nothing is written. */
  readonly out?: string
  /** A folder with your own requirements and suites. */
  readonly suites?: string
  readonly bail?: boolean
  readonly retryUnreachable?: boolean
  /** When aborted, the run completes requests in flight, cleans up and returns the report so far. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** Judges a target, or the embedded reference by default, and returns the report. */
export async function judge(target?: Target | string, options: JudgeOptions = {}): Promise<Report> {
  const { out, suites, bail, ...rest } = options
  const subject: Subject =
    target === undefined
      ? embeddedReference(undefined)
      : { target: typeof target === 'string' ? loadTarget(target) : target }
  const { areas, requirements: own } = await withOwnSuites(suites)
  const { only = [], profile = 'everything', seed = 1, budget = 'standard', maxRequests } = options
  const allow = options.allow ?? (target === undefined ? ['write', 'destructive'] : [])
  const scope = { target: subject.target, areas, own, only, profile, seed, allow }
  const { report, mistakes } = await run({
    ...{ ...rest, ...subject, ...scope },
    budget: affordable(scope, budget, maxRequests),
    sink: out === undefined ? memorySink() : fileSink(out),
    ...(bail && { bail: () => true }),
    ...(out !== undefined && { onStart: (report: Report) => writeReport(out, report) }),
  })
  const [mistake] = mistakes
  if (mistake)
    throw new Error(`a mistake of the check ${mistake.check}: ${mistake.error.message}`, { cause: mistake.error })
  if (out !== undefined) writeReport(out, report)
  return report
}

export type { ClaimRecord, ExchangeRecord, Report } from '../generated/formats.ts'
export {
  type Area,
  bodyOf,
  broken,
  ConfigurationError,
  type Evidence,
  type Exchange,
  encodeQuery,
  holds,
  type JudgedAgain,
  type Judgement,
  judgeAgain,
  loadTarget,
  type Needs,
  type Predicate,
  type Progress,
  parseTarget,
  predicate,
  type Reply,
  readEvidence,
  shown,
  type Target,
  type Verdict,
  vacuous,
  verdictOf,
  type World,
} from '../harness/index.ts'
export type { Actor } from '../suites/messaging/actor.ts'
export { sign } from '../suites/trading/signing/signer.ts'
export { area, type OwnArea, type OwnAreaWords, shared } from './own/own-area.ts'
