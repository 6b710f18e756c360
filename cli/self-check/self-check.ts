/** `assay self-check`: runs the suites against every fault and every variant, and lists what the proof lacks. */
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { openPoints, requirements } from '../../generated/catalogue.ts'
import { type Budget, glob, nearest } from '../../harness/index.ts'
import { faults, variants } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { CHANGES, LEVELS_AROUND_CHANGES } from '../options/feature-levels.ts'
import type { Io } from '../process/io.ts'
import { countingLine } from '../process/status-line.ts'
import { UsageError } from '../usage-error.ts'
import { combinationSubjects } from './combinations.ts'
import { type Gaps, gapsOf } from './gaps.ts'
import { readInteractions } from './interaction-record.ts'
import { judgeAll, subjectOf, type Task } from './judge-all.ts'
import type { Trial } from './judge-subject.ts'
import { type Measured, readMeasured, writeMeasured } from './measured-faults.ts'
import { proofPage } from './proof-page.ts'
import { faultSubject, levelSubjects, plainSubjects, type Subject, variantSubject } from './subject.ts'
import { unexercised } from './unexercised.ts'

export interface SelfCheckFlags {
  readonly only?: readonly string[]
  readonly json?: boolean
  readonly seed: number
  readonly combinations: number
  readonly against?: string
  readonly writeProof?: string
  readonly quiet?: boolean
  readonly accept?: boolean
  /** The part of the faults to judge. Any four consecutive parts together have all variants. */
  readonly part?: { readonly index: number; readonly of: number }
  readonly mutations?: boolean
  readonly interactions?: boolean
  /** For interaction faults: the largest budget to try, and how many faults to try. */
  readonly budget?: Budget
  readonly sample?: number
}

export async function selfCheck(flags: SelfCheckFlags, io: Io): Promise<number> {
  const wanted = (flags.only ?? ['*']).map(glob)
  const matches = (...ids: readonly string[]): boolean => ids.some(id => wanted.some(pattern => pattern.test(id)))
  if (flags.mutations) {
    const { selfCheckMutations } = await import('./self-check-mutations.ts')
    return selfCheckMutations(flags.only ?? ['*'], flags.json ?? false, io)
  }
  if (flags.interactions) {
    const { selfCheckInteractions } = await import('./self-check-interactions.ts')
    return selfCheckInteractions(flags, io)
  }
  if (flags.budget !== undefined || flags.sample !== undefined)
    throw new UsageError('--budget and --sample are for --interactions')
  if (flags.against !== undefined) return selfCheckAgainst(flags.against, flags, io)
  const measured = readMeasured()
  const subjects = allSubjects(flags, measured).filter(({ id, api, breaches, kind }) =>
    matches(id, ...(kind === 'fault' ? breaches : [`${api}.`])),
  )
  if (subjects.length === 0) throw new UsageError(`nothing in the proof matches ${unmatched(flags.only ?? [])}`)
  if (flags.writeProof !== undefined && !existsSync(dirname(resolve(flags.writeProof))))
    throw new UsageError(`${flags.writeProof} cannot be written: its folder does not exist`)
  const started = performance.now()
  const tasks = subjects.map((subject): Task => {
    const measuresAgain = subject.kind === 'fault' && flags.accept === true
    return { does: measuresAgain ? 'measure' : 'compare', subject }
  })
  const judged = requirements.some(({ id }) => matches(id))
  const idle = judged ? unexercised(suites, flags.only ?? ['*']) : []
  const line = countingLine(io, tasks.length)
  const trials = await judgeAll(tasks, task => line.done(`  ${subjectOf(task)}`))
  line.clear()
  if (flags.accept) writeMeasured(accepted(measured, trials).values())
  const all = gapsOf(faults, variants, requirements, openPoints)
  const gaps: Gaps = {
    requirements: all.requirements.filter(id => matches(id)),
    openPoints: all.openPoints.filter(id => matches(id)),
    unknown: all.unknown,
    unexercised: await idle,
    unmeasured: unmeasured(flags.accept ? readMeasured() : measured, id => matches(id)),
  }
  const seconds = (performance.now() - started) / 1000
  const good =
    trials.every(({ problems }) => problems.length === 0) && Object.values(gaps).every(list => list.length === 0)
  if (flags.writeProof !== undefined)
    writeFileSync(flags.writeProof, proofPage(trials, requirements, readInteractions()))
  io.out(
    flags.json
      ? `${JSON.stringify({ good, seconds, trials, gaps })}\n`
      : resultText(trials, gaps, seconds, good, flags.quiet),
  )
  return good ? 0 : 1
}

/** The patterns, each with a similar id that was probably meant. */
function unmatched(patterns: readonly string[]): string {
  const known = [faults, variants, requirements].flatMap(list => list.map(({ id }) => id))
  return patterns.map(pattern => `"${pattern}"${nearest(pattern, known)}`).join(', ')
}

/** Self-check of another server, over sockets and in real time. */
async function selfCheckAgainst(command: string, flags: SelfCheckFlags, io: Io): Promise<number> {
  const { trialsAgainst } = await import('./self-check-against.ts')
  const started = performance.now()
  const stopListening = io.onInterrupt(() => io.exit(130))
  const trials = await trialsAgainst(command, flags.only ?? ['*'], io).finally(stopListening)
  const good = trials.every(({ problems }) => problems.length === 0)
  const none: Gaps = { requirements: [], openPoints: [], unknown: [], unexercised: [], unmeasured: [] }
  const seconds = (performance.now() - started) / 1000
  io.out(
    flags.json
      ? `${JSON.stringify({ good, seconds, trials })}\n`
      : resultText(trials, none, seconds, good, flags.quiet),
  )
  return good ? 0 : 1
}

/** The facts measured now, and the former facts of faults that were not run. */
function accepted(former: ReadonlyMap<string, Measured>, trials: readonly Trial[]): Map<string, Measured> {
  const known = new Set(faults.map(({ id }) => id))
  const all = new Map([...former].filter(([id]) => known.has(id)))
  for (const { subject, budget, failed, warned } of trials) {
    if (subject.kind !== 'fault') continue
    const entry = { fault: subject.id, fails: failed, warns: warned, ...(budget !== 'quick' && { budget }) }
    all.set(subject.id, entry)
  }
  return all
}

/** Faults that were never measured, and facts of faults that no longer exist. */
const unmeasured = (measured: ReadonlyMap<string, Measured>, matches: (id: string) => boolean): string[] => [
  ...faults.filter(({ id }) => matches(id) && !measured.has(id)).map(({ id }) => `${id} was never measured`),
  ...[...measured.keys()]
    .filter(id => matches(id) && !faults.some(fault => fault.id === id))
    .map(id => `${id} was measured, and there is no such fault`),
]

export function allSubjects(flags: SelfCheckFlags, measured: ReadonlyMap<string, Measured>): Subject[] {
  return [
    ...plainSubjects(LEVELS_AROUND_CHANGES, CHANGES),
    ...levelSubjects(CHANGES, requirements),
    ...faults
      .filter((_, at) => !flags.part || at % flags.part.of === flags.part.index - 1)
      .map(fault => faultSubject(fault, measured.get(fault.id))),
    ...variants.filter((_, at) => !flags.part || at % 4 === flags.part.index % 4).map(variantSubject),
    ...combinationSubjects(variants, flags.combinations, flags.seed),
  ]
}

function resultText(trials: readonly Trial[], gaps: Gaps, seconds: number, good: boolean, quiet = false): string {
  const lines: string[] = []
  for (const { subject, failed, warned } of trials) {
    if (subject.kind === 'fault' && !quiet)
      lines.push(`${subject.id}  ->  ${[...failed, ...warned.map(id => `${id} (warn)`)].join(', ') || 'nothing'}`)
  }
  lines.push('')
  for (const { subject, problems } of trials) {
    if (problems.length > 0)
      lines.push(`WRONG  ${subject.kind} ${subject.id}`, ...problems.map(problem => `       ${problem}`))
  }
  for (const id of gaps.requirements) lines.push(`LACKS  ${id} has no fault`)
  for (const id of gaps.openPoints) lines.push(`LACKS  ${id} has no variant`)
  for (const id of gaps.unknown) lines.push(`WRONG  ${id} is named by a fault or a variant, and does not exist`)
  for (const id of gaps.unexercised) lines.push(`WRONG  ${id} passes, although no exchange showed it`)
  for (const sentence of gaps.unmeasured) lines.push(`LACKS  ${sentence}`)
  const count = (kind: Subject['kind']): string => {
    const of = trials.filter(({ subject }) => subject.kind === kind)
    return `${of.filter(({ problems }) => problems.length === 0).length} of ${of.length}`
  }
  const exchanges = trials.reduce((sum, trial) => sum + trial.exchanges, 0)
  lines.push(
    `plain references passed  ${count('plain')}`,
    `levels recognised        ${count('level')}`,
    `faults as recorded       ${count('fault')}`,
    `variants passed          ${count('variant')}`,
    `combinations passed      ${count('combination')}`,
    `${exchanges} exchanges in ${seconds.toFixed(1)} s: ${good ? 'the proof holds' : 'the proof does not hold'}`,
    '',
  )
  return lines.join('\n')
}
