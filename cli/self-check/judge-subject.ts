/** Runs the suites against one reference inside this process, in virtual time, and compares with what was to come. */

import type { Area, Budget, EvidenceSink } from '../../harness/index.ts'
import { glob, inProcessTransport, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { together } from './companies.ts'
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
  readonly ms: number
  /** What is wrong, in sentences; empty when all is as it should be. */
  readonly problems: readonly string[]
}

const ORIGIN = 'http://reference.invalid'
const forgetful: EvidenceSink = { exchange: () => {}, claim: () => {}, close: () => {} }

export interface TrialOptions {
  readonly areas: readonly Area[]
  readonly seed?: number
}

/** The checks that can see it meet it first; a fault that they miss meets all, with ever more requests. */
export async function judgeSubject(subject: Subject, options: TrialOptions): Promise<Trial> {
  const near = examined(await judged(subject, options, subject.near, subject.budget))
  if (subject.kind !== 'fault' || near.problems.length === 0) return near
  const quick = await judgeWhole(subject, options, 'quick')
  return quick.problems.length === 0 ? quick : judgeWhole(subject, options, 'standard')
}

const judgeWhole = async (subject: Subject, options: TrialOptions, budget: Budget): Promise<Trial> =>
  examined(await judged(subject, options, [`${subject.api}.*`], budget))

/** Nothing may fail that none of them breaches. Where something does, the company is halved until the one is found. */
export async function judgeCompany(subjects: readonly Subject[], options: TrialOptions): Promise<Trial[]> {
  const [first, ...rest] = subjects
  if (!first) return []
  const trial = await judgeSubject(together([first, ...rest]), options)
  if (trial.problems.length === 0 || rest.length === 0) return [trial]
  const half = Math.ceil(subjects.length / 2)
  const halves = [
    ...(await judgeCompany(subjects.slice(0, half), options)),
    ...(await judgeCompany(subjects.slice(half), options)),
  ]
  return halves.some(({ problems }) => problems.length > 0) ? halves : [{ ...trial, problems: [] }]
}

const examined = (trial: Unexamined): Trial => ({ ...trial, problems: problemsOf(trial) })

type Unexamined = Omit<Trial, 'problems'>

async function judged(
  subject: Subject,
  options: TrialOptions,
  only: readonly string[],
  budget: Budget,
): Promise<Unexamined> {
  const started = performance.now()
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
    transport: inProcessTransport(reference.answer),
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
    ms: performance.now() - started,
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
