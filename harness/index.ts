/** What the harness offers to suites, the command line and other programs. */

export { allSettled } from './all-settled.ts'
export * from './api.ts'
export { apisIn } from './apis-in.ts'
export { causesOf } from './causes/causes.ts'
export {
  type Area,
  areasOf,
  type Budget,
  type Check,
  type CheckOptions,
  type Invariant,
  type InvariantContext,
  type Isolation,
  type Visit,
} from './check.ts'
export { type Clock, systemClock, virtualClock } from './clock.ts'
export { coverageBook, coverageOf, isRefusal as isGeneratedRefusal } from './coverage/coverage.ts'
export { addressOf } from './evidence/address.ts'
export { isDocument, mayBeYaml } from './evidence/documents.ts'
export { escapeJson } from './evidence/escape-json.ts'
export { type Exchange, exchange, isObject, type JsonObject, parseJson } from './evidence/exchange.ts'
export { type Evidence, readEvidence } from './evidence/read-evidence.ts'
export {
  type Departure,
  type EvidenceSink,
  fileSink,
  IN_FLIGHT,
  lineOf,
  type MemorySink,
  memorySink,
  writeText,
} from './evidence/recorder.ts'
export { type Redactor, redactor } from './evidence/redactor.ts'
export { outOfBounds } from './evidence/within-bounds.ts'
export { integerIn, restored } from './exact-integers.ts'
export type { Client, Reply } from './http/client.ts'
export { encode, multipart, type UploadedFile, Verbatim, verbatim } from './http/encode.ts'
export { encodeQuery, type Parameter } from './http/encode-query.ts'
export type { FirstRequest } from './http/first-requests.ts'
export { isOfTheNetwork, NetworkReply } from './http/outside-replies.ts'
export { plainReplies } from './http/plain-replies.ts'
export { inProcessTransport, socketTransport, type Transport } from './http/transport.ts'
export { type CombinationTally, pairsOf } from './interactions/book.ts'
export { covering } from './interactions/covering.ts'
export type { Driver, Ruling, Sent } from './interactions/driver.ts'
export * from './interactions/factor.ts'
export { type Bounds, interact } from './interactions/interact.ts'
export { nearMisses } from './interactions/near-misses.ts'
export { repeatsAmong } from './interactions/repeats.ts'
export type { Judgeable } from './judging/claim.ts'
export { claimsByRequirement } from './judging/claims-by-requirement.ts'
export * from './judging/fixture-predicates.ts'
export * from './judging/general-predicates.ts'
export {
  claimsFrom,
  type Disagreement,
  isCut,
  type JudgedAgain,
  type JudgedScope,
  judgeAgain,
  missingClaims,
} from './judging/judge-again.ts'
export { ledger, type RunLedger } from './judging/ledger.ts'
export { select, valueAt } from './judging/paths.ts'
export {
  type About,
  bodyOf,
  broken,
  brokenAt,
  holds,
  type Judgement,
  type Predicate,
  predicate,
  predicateNamed,
  predicateNames,
  shown,
  unclear,
  vacuous,
} from './judging/predicate.ts'
export { type SchemaMistake, schemaMistake } from './judging/schema-mistake.ts'
export { validatorOf } from './judging/schema-validator.ts'
export { type Judged, MOST_TIMES, outcomeOfRun, type Verdict, verdictOf } from './judging/verdict.ts'
export { kitVersion, packageFolder } from './kit-version.ts'
export { makeFolder } from './make-folder.ts'
export { groupedBy, madeOnce } from './memory/made-once.ts'
export { readOnce } from './memory/read-once.ts'
export { examineAhead, openApiFault } from './openapi/openapi-fault.ts'
export type { Actor, SendOptions } from './people/actor.ts'
export { type Caller, type CallOptions, caller } from './people/caller.ts'
export type { People } from './people/people.ts'
export {
  type Applicability,
  belongs,
  glob,
  type OwnRequirement,
  type Plan,
  type PlannedRequirement,
  unmatched,
} from './plan/plan.ts'
export { allowance, planRun } from './plan/plan-run.ts'
export type { Share, Split } from './plan/share.ts'
export { differenceOf } from './playback/alike.ts'
export { type Played, type Recording, trialAgain } from './playback/trial-again.ts'
export * from './properties/arbitraries.ts'
export { counterexampleOf, type Generation, runsOf, type Slot } from './properties/generation.ts'
export { type Draw, type Kind, type Property, property, type Tried, trialsOf } from './properties/property.ts'
export * from './provision/fixture-kind.ts'
export type { Provisioner } from './provision/provisioner.ts'
export { requireProvisioner } from './provision/provisioner-module.ts'
export { type Random, randomFrom } from './random.ts'
export { type Reason, type ReasonCode, reasonCode, reasonInWords } from './reason.ts'
export { repliesOf, replyBook, shapeOf } from './replies.ts'
export {
  described,
  judgedEntry,
  mergedObservations,
  needsInWords,
  titlesOf,
  unverified,
} from './report/report.ts'
export type { Inventory, LeftoverRules, RecordMade } from './run/inventory.ts'
export { oneByOne } from './run/one-by-one.ts'
export { type Progress, type RunOptions, type RunResult, run } from './run/run.ts'
export { newRunId, openSession, type Session } from './run/session.ts'
export { plainPaths, wrongAddress } from './run/wrong-address.ts'
export { type ApiEntry, entryOf, rateLimitOf, underRateLimits } from './target/api-entry.ts'
export { boundedYaml } from './target/bounded-yaml.ts'
export { ConfigurationError, loadTarget, parseTarget, type Target, validTarget } from './target/load-target.ts'
export { offsetOf } from './target/offset-of.ts'
export { readBounded } from './target/read-bounded.ts'
export { fileAndName, targetNames } from './target/several-targets.ts'
export { unknownNames } from './target/unknown-names.ts'
export { tellsCasesApart } from './text/letter-case.ts'
export { type Line, linesOf } from './text/lines-of.ts'
export { nearest } from './text/nearest.ts'
export type { Captured, CapturedRequest, CapturedResponse } from './traffic/captured.ts'
export { type JudgedExchange, type TrafficJudge, trafficJudge } from './traffic/judge-traffic.ts'
export { certain, type LevelRange, levelBook } from './traffic/levels-shown.ts'
export { fromRecord } from './traffic/ndjson-line.ts'
export { observableIn, type Shown } from './traffic/observable.ts'
export { type Bases, baseFinder, operationAt, placer } from './traffic/place.ts'
export { type ReadRequest, readRequest } from './traffic/read-request.ts'
export { fileInput, readTraffic, streamInput, type TrafficInput } from './traffic/read-traffic.ts'
export type { Concluded, LevelShown, Sequence, Sight, TrafficReading, TrafficStep } from './traffic/reading.ts'
export { mayChange } from './traffic/sender.ts'
export { planTraffic } from './traffic/traffic-plan.ts'
export { trafficReport } from './traffic/traffic-report.ts'
export { claimEach, isTransient, Undecided } from './undecided.ts'
export { type Bounded, bounded, OutOfBounds } from './worker/bounded.ts'
export { BEHIND_WAITS, MOST_BEHIND_MS, type RecentChange, type RecentChanges } from './world/late-reads.ts'
export {
  begun,
  eachInTurn,
  type Memo,
  type ProvidedUse,
  type SharedUse,
  type SharedWords,
  sharedIn,
} from './world/shared.ts'
export { unjudgedWorld } from './world/unjudged-world.ts'
export type { World } from './world/world.ts'
