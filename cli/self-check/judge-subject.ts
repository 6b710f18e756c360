/** Runs the suites against one reference inside this process, in virtual time, and compares with what was to come. */

import type { Area, EvidenceSink } from '../../harness/index.ts'
import { inProcessTransport, run, validTarget, virtualClock } from '../../harness/index.ts'
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
  readonly budget?: 'quick' | 'standard' | 'thorough'
  readonly only?: readonly string[]
}

export async function judgeSubject(subject: Subject, options: TrialOptions): Promise<Trial> {
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
    only: options.only ?? [`${subject.api}.*`],
    allow: ['write', 'destructive'],
    seed: options.seed ?? 1,
    budget: options.budget ?? 'standard',
    once: true,
    runId: 'proof',
  })
  const withVerdict = (verdict: string): typeof report.requirements =>
    report.requirements.filter(requirement => requirement.verdict === verdict)
  const caught = report.requirements.filter(
    ({ id, verdict }) => subject.breaches.includes(id) && (verdict === 'fail' || verdict === 'warn'),
  )
  const trial = {
    subject,
    failed: withVerdict('fail').map(({ id }) => id),
    warned: withVerdict('warn').map(({ id }) => id),
    unverified: withVerdict('unverified').map(({ id, message }) => ({ id, why: message })),
    exchanges: report.run.exchanges,
    caughtAt: caught.length > 0 ? Math.min(...caught.flatMap(({ exchanges }) => exchanges)) : null,
    mistakes: mistakes.map(({ check, error }) => `${check}: ${error.message}`),
  }
  return { ...trial, problems: problemsOf(trial) }
}

export function problemsOf(trial: Omit<Trial, 'problems'>): string[] {
  const { subject, failed, warned, unverified, mistakes } = trial
  const problems = mistakes.map(mistake => `a check made a mistake: ${mistake}`)
  const excused = new Set([...subject.breaches, ...subject.mayAlso])
  const seen = subject.weight === 'must' ? failed : [...failed, ...warned]
  for (const id of subject.breaches)
    if (!seen.includes(id)) problems.push(`${id} did not ${subject.weight === 'must' ? 'fail' : 'warn'}`)
  if (subject.weight === 'should')
    for (const id of failed)
      if (subject.breaches.includes(id)) problems.push(`${id} failed, although it is only a should`)
  for (const id of failed) if (!excused.has(id)) problems.push(`${id} failed, although nothing breaches it`)
  if (subject.kind === 'plain' || subject.kind === 'fault')
    for (const id of warned) if (!excused.has(id)) problems.push(`${id} warned, although nothing breaches it`)
  if (!subject.mayBeIncomplete)
    for (const { id, why } of unverified) problems.push(`${id} was not judged: ${why ?? ''}`)
  return problems
}
