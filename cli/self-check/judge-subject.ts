/**
 * Runs the suites against one reference inside this process, in virtual time, and compares the result with the expected
 * one.
 */
import type { ClaimRecord } from '../../generated/formats.ts'
import { type Area, type Budget, glob, type RunResult } from '../../harness/index.ts'
import { BUDGETS } from '../options/budgets.ts'
import { proofRun } from './proof-run.ts'
import type { Run, Subject } from './subject.ts'

interface Unverified {
  readonly id: string
  readonly why: string | null
  readonly planned: boolean
}

export interface Trial {
  readonly subject: Subject
  /** The budget of the last run. */
  readonly budget: Budget
  readonly failed: readonly string[]
  readonly warned: readonly string[]
  readonly unverified: readonly Unverified[]
  readonly exchanges: number
  /** The first exchange that demonstrated a violation; null if none did. */
  readonly caughtAt: number | null
  readonly mistakes: readonly string[]
  readonly ms: number
  /** What is wrong, as sentences; empty if nothing is. */
  readonly problems: readonly string[]
}

export type Unexamined = Omit<Trial, 'problems'>

export interface TrialOptions {
  readonly areas: readonly Area[]
  readonly onClaim?: (claim: ClaimRecord) => void
}

export async function judgeSubject(subject: Subject, options: TrialOptions): Promise<Trial> {
  const trial = await trialOf(subject, options)
  return { ...trial, problems: problemsOf(trial) }
}

/** The results of a subject's runs, not yet compared with the expected ones. */
export async function trialOf(subject: Subject, options: TrialOptions): Promise<Unexamined> {
  const [first, ...rest] = subject.runs
  if (!first) throw new Error(`${subject.id} meets no run`)
  let trial = await judged(subject, options, first)
  for (const next of rest) trial = joined(trial, await judged(subject, options, next))
  return trial
}

/** What fails under a fault, at the smallest budget at which every violated requirement fails. */
export async function measureFault(subject: Subject, options: TrialOptions): Promise<Trial> {
  const { measured: _former, ...unmeasured } = subject
  for (const budget of BUDGETS) {
    const trial = await judged(unmeasured, options, { only: [`${subject.api}.*`], budget })
    const problems = problemsOf(trial)
    if (problems.length === 0 || budget === 'thorough') return { ...trial, problems }
  }
  throw new Error('there is no budget')
}

async function judged(subject: Subject, options: TrialOptions, { only, budget }: Run): Promise<Unexamined> {
  const started = performance.now()
  const { level: featureLevel, claims, faults, variants, circumstances } = subject
  const sink = options.onClaim && { claim: options.onClaim }
  const result = await proofRun(
    { featureLevel, faults, variants },
    { areas: options.areas, only, budget, claims, circumstances, ...(sink && { sink }) },
  )
  return resultOf(subject, budget, result, started)
}

/** What a run shows about a subject; what it violates is caught by these verdicts. */
export function resultOf(
  subject: Subject,
  budget: Budget,
  { report: { requirements, run }, mistakes }: Pick<RunResult, 'report' | 'mistakes'>,
  started: number,
  catching: readonly string[] = ['fail', 'warn'],
): Unexamined {
  const withVerdict = (wanted: string) => requirements.filter(({ verdict }) => verdict === wanted)
  return {
    subject,
    budget,
    failed: withVerdict('fail').map(({ id }) => id),
    warned: withVerdict('warn').map(({ id }) => id),
    unverified: withVerdict('unverified').map(({ id, message, planned = false }) => ({ id, why: message, planned })),
    exchanges: run.exchanges,
    caughtAt: firstExchange(catching.flatMap(withVerdict).filter(({ id }) => subject.breaches.includes(id))),
    mistakes: mistakes.map(({ check, error }) => `${check}: ${error.message}`),
    ms: performance.now() - started,
  }
}

/** The first exchange that these requirements cite; null if they cite none. */
export const firstExchange = (caught: readonly { readonly exchanges: readonly number[] }[]): number | null =>
  caught.flatMap(({ exchanges }) => exchanges).reduce<number | null>((least, n) => Math.min(least ?? n, n), null)

const joined = (one: Unexamined, other: Unexamined): Unexamined => ({
  ...other,
  failed: [...new Set([...one.failed, ...other.failed])],
  warned: [...new Set([...one.warned, ...other.warned])],
  unverified: [...one.unverified, ...other.unverified],
  exchanges: one.exchanges + other.exchanges,
  mistakes: [...one.mistakes, ...other.mistakes],
  ms: one.ms + other.ms,
})

export function problemsOf({ subject, failed, warned, unverified, mistakes }: Unexamined): string[] {
  return [
    ...mistakes.map(mistake => `a check made a mistake: ${mistake}`),
    ...(subject.kind === 'fault' ? faultProblems(subject, failed, warned) : legalProblems(subject, failed, warned)),
    ...unverified
      .filter(one => !mayStayUnverified(subject, one))
      .map(({ id, why }) => `${id} was not judged: ${why ?? ''}`),
  ]
}

const mayStayUnverified = ({ leaves }: Subject, { planned }: Unverified): boolean =>
  leaves === 'incomplete' || (leaves === 'untried' && !planned)

/** All violated requirements must fail. If the fault was measured, exactly the recorded requirements must fail and warn. */
function faultProblems(subject: Subject, failed: readonly string[], warned: readonly string[]): string[] {
  const { breaches, weight, measured } = subject
  if (breaches.length === 0) return ['it breaches nothing']
  const problems = uncaughtBreaches(subject, failed, warned)
  if (weight === 'should')
    for (const id of failed) if (breaches.includes(id)) problems.push(`${id} failed, although it is only a SHOULD`)
  if (measured) problems.push(...drift('fail', measured.fails, failed), ...drift('warn', measured.warns, warned))
  return problems
}

function drift(verb: 'fail' | 'warn', measured: readonly string[], now: readonly string[]): string[] {
  return [
    ...measured.filter(id => !now.includes(id)).map(id => `${id} does not ${verb} any more`),
    ...now.filter(id => !measured.includes(id)).map(id => `${id} ${verb}s now`),
  ]
}

/** If the subject violates requirements, they must fail, and no others. On the plain reference, no others may warn either. */
function legalProblems(subject: Subject, failed: readonly string[], warned: readonly string[]): string[] {
  const { kind, breaches, tolerates } = subject
  const patterns = tolerates.map(glob)
  const unexpected = (ids: readonly string[]): string[] =>
    ids.filter(id => !breaches.includes(id) && !patterns.some(pattern => pattern.test(id)))
  const problems = uncaughtBreaches(subject, failed, warned)
  for (const id of unexpected(failed)) problems.push(`${id} failed, although nothing breaches it`)
  if (kind === 'plain') for (const id of unexpected(warned)) problems.push(`${id} warned, although nothing breaches it`)
  return problems
}

function uncaughtBreaches(
  { breaches, weight, anyOf }: Subject,
  failed: readonly string[],
  warned: readonly string[],
): string[] {
  const shown = new Set(weight === 'must' ? failed : [...failed, ...warned])
  const missing = breaches.filter(id => !shown.has(id))
  if (anyOf && missing.length < breaches.length) return []
  return missing.map(id => `${id} did not ${weight === 'must' ? 'fail' : 'warn'}`)
}
