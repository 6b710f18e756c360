/** Runs the suites against one reference inside this process, in virtual time, and compares with what was to come. */

import type { Area, EvidenceSink } from '../../harness/index.ts'
import { glob, inProcessTransport, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import type { Subject } from './subject.ts'

export interface Trial {
  readonly subject: Subject
  readonly failed: readonly string[]
  readonly warned: readonly string[]
  readonly unverified: readonly { readonly id: string; readonly why: string | null }[]
  readonly exchanges: number
  /** The exchange that first showed a breach; null where none did. */
  readonly caughtAt: number | null
  readonly mistakes: readonly string[]
  /** What is wrong, in sentences; empty when all is as it should be. */
  readonly problems: readonly string[]
}

const ORIGIN = 'http://reference.invalid'
const forgetful: EvidenceSink = { exchange: () => {}, claim: () => {}, close: () => {} }

export interface TrialOptions {
  readonly areas: readonly Area[]
  readonly seed?: number
}

/**
 * The checks that can see a fault run at the standard budget; all others at the quick one, to prove that nothing else
 * breaks. What is legal is tried at the standard budget throughout.
 */
export async function judgeSubject(subject: Subject, options: TrialOptions): Promise<Trial> {
  const everything = await judged(
    subject,
    options,
    [`${subject.api}.*`],
    subject.kind === 'fault' ? 'quick' : 'standard',
  )
  if (subject.kind !== 'fault') return { ...everything, problems: problemsOf(everything) }
  const missed = subject.breaches.filter(id => !everything.failed.includes(id) && !everything.warned.includes(id))
  if (missed.length === 0) return { ...everything, problems: problemsOf(everything) }
  const closer = await judged(subject, options, missed, 'standard')
  const trial = joined(everything, closer)
  return { ...trial, problems: problemsOf(trial) }
}

type Unexamined = Omit<Trial, 'problems'>

async function judged(
  subject: Subject,
  options: TrialOptions,
  only: readonly string[],
  budget: 'quick' | 'standard',
): Promise<Unexamined> {
  const clock = virtualClock()
  const reference = createReference({
    clock,
    featureLevel: subject.level,
    faults: subject.faults,
    variants: subject.variants,
  })
  const file = validTarget(reference.targetFile(ORIGIN))
  const messaging = file.messaging && { ...file.messaging, featureLevel: subject.claims }
  const { report, mistakes } = await run({
    target: { ...file, ...(messaging && { messaging }), folder: '.', file: null, requestsPerSecond: 0 },
    areas: options.areas,
    sink: forgetful,
    clock,
    transport: inProcessTransport(reference.fetch),
    only,
    allow: ['write', 'destructive'],
    seed: options.seed ?? 1,
    budget,
    once: true,
    runId: 'proof',
  })
  const withVerdict = (verdict: string): typeof report.requirements =>
    report.requirements.filter(requirement => requirement.verdict === verdict)
  const caught = report.requirements.filter(
    ({ id, verdict }) => subject.breaches.includes(id) && (verdict === 'fail' || verdict === 'warn'),
  )
  return {
    subject,
    failed: withVerdict('fail').map(({ id }) => id),
    warned: withVerdict('warn').map(({ id }) => id),
    unverified: withVerdict('unverified').map(({ id, message }) => ({ id, why: message })),
    exchanges: report.run.exchanges,
    caughtAt: caught.length > 0 ? Math.min(...caught.flatMap(({ exchanges }) => exchanges)) : null,
    mistakes: mistakes.map(({ check, error }) => `${check}: ${error.message}`),
  }
}

function joined(first: Unexamined, second: Unexamined): Unexamined {
  const both = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])]
  return {
    ...first,
    failed: both(first.failed, second.failed),
    warned: both(first.warned, second.warned),
    exchanges: first.exchanges + second.exchanges,
    caughtAt: first.caughtAt ?? (second.caughtAt === null ? null : first.exchanges + second.caughtAt),
    mistakes: both(first.mistakes, second.mistakes),
  }
}

export function problemsOf(trial: Unexamined): string[] {
  const { subject, failed, warned, unverified, mistakes } = trial
  const problems = mistakes.map(mistake => `a check made a mistake: ${mistake}`)
  const expected = new Set(subject.breaches)
  const mayAlso = subject.mayAlso.map(glob)
  const excused = (id: string): boolean => expected.has(id) || mayAlso.some(pattern => pattern.test(id))
  const seen = new Set(subject.weight === 'must' ? failed : [...failed, ...warned])
  const unseen = subject.breaches.filter(id => !seen.has(id))
  const verb = subject.weight === 'must' ? 'fail' : 'warn'
  if (subject.anyOf ? unseen.length === subject.breaches.length && unseen.length > 0 : unseen.length > 0) {
    for (const id of unseen) problems.push(`${id} did not ${verb}`)
  }
  if (subject.kind === 'fault' && subject.breaches.length === 0) problems.push('it breaches nothing')
  if (subject.kind === 'fault' && subject.weight === 'should') {
    for (const id of failed) if (expected.has(id)) problems.push(`${id} failed, although it is only a should`)
  }
  for (const id of failed) if (!excused(id)) problems.push(`${id} failed, although nothing breaches it`)
  if (subject.kind === 'plain' || subject.kind === 'fault') {
    for (const id of warned) if (!excused(id)) problems.push(`${id} warned, although nothing breaches it`)
  }
  if (!subject.mayBeIncomplete)
    for (const { id, why } of unverified) problems.push(`${id} was not judged: ${why ?? ''}`)
  return problems
}
