/** `assay levels`: which feature level a deployment behaves as, with the evidence for each change. */
import {
  allowance,
  ConfigurationError,
  type Exchange,
  loadTarget,
  type Memo,
  openSession,
  type Session,
  Undecided,
  unjudgedWorld,
} from '../../harness/index.ts'
import { printable, wrapped } from '../../reports/index.ts'
import { apis, type LevelProbe, levelProbes } from '../../suites/index.ts'
import type { World } from '../../suites/messaging/world.ts'
import type { Io } from '../process/io.ts'
import { type Interruptible, untilInterrupted } from '../process/until-interrupted.ts'
import { embeddedReference, type Subject } from '../reference/embedded-reference.ts'
import { UsageError } from '../usage-error.ts'
import { type Inferred, includes, inferLevel, parting, type Shown } from './infer-level.ts'

export interface Seen extends Shown {
  readonly what: string
  readonly saw: string
  /** Endpoints that do not have the change, although others do. */
  readonly lacking: readonly string[]
  readonly exchanges: readonly { readonly request: string; readonly status: number | null }[]
}

/** A behaviour that does not fit the level of the other behaviour. */
export interface Deviation {
  readonly change: number
  readonly how: 'lacks' | 'ahead'
  /** What deviates: the change itself, or the endpoints that do not have it. */
  readonly what: string
}

export interface LevelsReport extends Pick<Inferred, 'from' | 'to'> {
  readonly claimed: number
  readonly changes: readonly Seen[]
  readonly deviations: readonly Deviation[]
  /** Changes at which claim and behaviour differ. */
  readonly parts: readonly number[]
}

export interface LevelsFlags {
  readonly target?: string
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly featureLevel?: number
  readonly json?: boolean
}

export async function levels(flags: LevelsFlags, io: Io): Promise<number> {
  if (flags.target !== undefined && flags.featureLevel !== undefined)
    throw new UsageError('--feature-level is the level of the embedded reference: leave it out with --target')
  const subject: Subject =
    flags.target === undefined ? embeddedReference(flags.featureLevel) : { target: loadTarget(flags.target) }
  const report = await untilInterrupted(flags.target, io, interruptible =>
    lookAtLevels(subject, flags.allow ?? [], interruptible),
  )
  if (report === null) return 130
  if (flags.json) io.out(`${JSON.stringify(report)}\n`)
  return flags.json ? statusOf(report) : printLevels(report, io)
}

export async function lookAtLevels(
  subject: Subject,
  allow: readonly ('write' | 'destructive')[],
  { signal, mayCreate }: Partial<Interruptible> = {},
): Promise<LevelsReport> {
  const { target } = subject
  if (!target.messaging) throw new ConfigurationError(`${target.file ?? 'the target'} has no messaging API`)
  const allowed = allowance(target, allow)
  const session = openSession({ ...subject, apis, allow: allowed, signal, onExchange: () => {} })
  if (allowed.includes('write')) mayCreate?.(session)
  const memo: Memo = new Map()
  const changes: Seen[] = []
  try {
    for (const probe of levelProbes) changes.push(await observe(probe, session, allowed, memo))
  } finally {
    await session.cleanUp()
    await session.close()
  }
  const claimed = target.messaging.featureLevel
  const { from, to, deviations } = inferLevel(changes, claimed)
  return {
    claimed,
    from,
    to,
    changes,
    deviations: [
      ...deviations.map(one => ({ ...one, what: changes.find(({ change }) => change === one.change)?.what ?? '' })),
      ...changes.flatMap(({ change, what, lacking }): Deviation[] =>
        lacking.length === 0 ? [] : [{ change, how: 'lacks', what: `${what}, at ${lacking.join(', ')}` }],
      ),
    ].sort((one, other) => one.change - other.change),
    parts: parting(claimed, changes),
  }
}

/** The level in words: the claimed one if it fits. */
export function levelInWords({ claimed, from, to }: Pick<LevelsReport, 'claimed' | 'from' | 'to'>): string {
  if (includes({ from, to }, claimed)) return `${claimed}`
  return to === null ? `${from} or newer` : from === to ? `${from}` : `${from} to ${to}`
}

export const deviationInWords = ({ change, how, what }: Deviation): string =>
  how === 'lacks' ? `lacks what level ${change} brought: ${what}` : `has what only level ${change} brings: ${what}`

async function observe(
  probe: LevelProbe,
  session: Session,
  allow: readonly ('write' | 'destructive')[],
  memo: Memo,
): Promise<Seen> {
  const { change, what, needs } = probe
  const unclear = (saw: string): Seen => ({ change, what, shown: 'unclear', saw, lacking: [], exchanges: [] })
  if (needs.allow && !allow.includes(needs.allow))
    return unclear('it writes, which needs `allow: [write]` or --allow write')
  try {
    const {
      shown,
      saw,
      replies,
      lacking = [],
    } = await probe.look((await unjudgedWorld(session, `levels:${change}`, needs, memo, allow)) as World)
    return { change, what, shown, saw, lacking, exchanges: replies.map(({ exchange }) => shortExchange(exchange)) }
  } catch (error) {
    if (error instanceof Undecided) return unclear(error.message)
    throw error
  }
}

const shortExchange = ({ request, response }: Exchange): Seen['exchanges'][number] => ({
  request: `${request.method} ${new URL(request.url).pathname}${request.body ? `  ${request.body.slice(0, 100)}` : ''}`,
  status: response?.status ?? null,
})

function printLevels(report: LevelsReport, io: Io): number {
  const { claimed, from, to, changes, deviations, parts } = report
  const mark = { after: 'yes', before: 'no ', unclear: ' ? ' } as const
  for (const { change, what, shown, saw, exchanges } of changes) {
    const odd = parts.includes(change) ? `   <- the claim of ${claimed} says ${claimed >= change ? 'yes' : 'no'}` : ''
    io.out(`${String(change).padStart(4)}  ${mark[shown]}  ${what}${odd}\n`)
    for (const line of wrapped(printable(saw), Math.max(20, io.columns() - 11))) io.out(`           ${line}\n`)
    for (const { request, status } of exchanges) io.out(`           ${printable(request)} -> ${status ?? 'no reply'}\n`)
  }
  if (statusOf(report) === 3) io.out('\nNo change could be observed.\n')
  else if (deviations.length === 0) {
    const range = to === null ? `${from} or newer` : from === to ? `${from}` : `${from} to ${to}`
    io.out(`\nIt behaves as level ${range}; it claims ${claimed}.\n`)
    io.out(parts.length === 0 ? 'Claim and behaviour agree.\n' : `Claim and behaviour part at ${parts.join(', ')}.\n`)
  } else {
    io.out(`\nIt behaves as level ${levelInWords(report)}, with deviations; it claims ${claimed}.\n`)
    for (const one of deviations) io.out(`  It ${deviationInWords(one)}.\n`)
  }
  return statusOf(report)
}

/** 0: the claim fits; 1: it does not; 3: nothing could be observed. */
function statusOf({ changes, parts, deviations }: LevelsReport): number {
  if (changes.every(({ shown }) => shown === 'unclear')) return 3
  return parts.length === 0 && deviations.length === 0 ? 0 : 1
}
