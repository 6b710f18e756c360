/** `assay levels`: which feature level a deployment behaves as, with the evidence for each change. */
import {
  allowance,
  ConfigurationError,
  type Exchange,
  loadTarget,
  openSession,
  type Session,
  Undecided,
  unjudgedWorld,
} from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { type LevelProbe, levelProbes } from '../../suites/index.ts'
import { embeddedReference, type Subject } from '../embedded-reference.ts'
import type { Io } from '../io.ts'
import { UsageError } from '../usage-error.ts'
import { inferLevel, parting, type Shown } from './infer-level.ts'

export interface Seen extends Shown {
  readonly what: string
  readonly saw: string
  readonly exchanges: readonly { readonly request: string; readonly status: number | null }[]
}

export interface LevelsReport {
  readonly claimed: number
  readonly from: number
  readonly to: number | null
  readonly changes: readonly Seen[]
  readonly contradictions: readonly { readonly after: number; readonly before: number }[]
  /** Changes at which claim and behaviour part. */
  readonly parts: readonly number[]
}

export interface LevelsFlags {
  readonly target?: string
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly featureLevel?: number
  readonly json?: boolean
}

export async function levels(flags: LevelsFlags, io: Io): Promise<number> {
  try {
    const subject: Subject =
      flags.target === undefined ? embeddedReference(flags.featureLevel) : { target: loadTarget(flags.target) }
    const report = await lookAtLevels(subject, flags.allow ?? [])
    if (flags.json) io.out(`${JSON.stringify(report)}\n`)
    return flags.json ? statusOf(report) : tellLevels(report, io)
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message)
    throw error
  }
}

export async function lookAtLevels(
  subject: Subject,
  allow: readonly ('write' | 'destructive')[],
): Promise<LevelsReport> {
  const { target } = subject
  if (!target.messaging) throw new ConfigurationError(`${target.file ?? 'the target'} has no messaging API`)
  const allowed = allowance(target, allow)
  const session = openSession({ ...subject, allow: allowed, onExchange: () => {} })
  const memo = new Map<string, Promise<unknown>>()
  const changes: Seen[] = []
  try {
    for (const probe of levelProbes) changes.push(await seenBy(probe, session, allowed, memo))
  } finally {
    await session.cleanUp()
    await session.close()
  }
  const claimed = target.messaging.featureLevel
  return { claimed, ...inferLevel(changes), changes, parts: parting(claimed, changes) }
}

async function seenBy(
  probe: LevelProbe,
  session: Session,
  allow: readonly ('write' | 'destructive')[],
  memo: Map<string, Promise<unknown>>,
): Promise<Seen> {
  const { change, what, needs } = probe
  const unclear = (saw: string): Seen => ({ change, what, shown: 'unclear', saw, exchanges: [] })
  if (needs.allow && !allow.includes(needs.allow))
    return unclear('it writes, which needs `allow: [write]` or --allow write')
  try {
    const { shown, saw, replies } = await probe.look(
      await unjudgedWorld(session, `levels:${change}`, needs, memo, allow),
    )
    return { change, what, shown, saw, exchanges: replies.map(({ exchange }) => inShort(exchange)) }
  } catch (error) {
    if (error instanceof Undecided) return unclear(error.message)
    throw error
  }
}

const inShort = ({ request, response }: Exchange): Seen['exchanges'][number] => ({
  request: `${request.method} ${new URL(request.url).pathname}${request.body ? `  ${request.body.slice(0, 100)}` : ''}`,
  status: response?.status ?? null,
})

function tellLevels(report: LevelsReport, io: Io): number {
  const { claimed, from, to, changes, contradictions, parts } = report
  const mark = { after: 'yes', before: 'no ', unclear: ' ? ' } as const
  for (const { change, what, shown, saw, exchanges } of changes) {
    const odd = parts.includes(change) ? `   <- the claim of ${claimed} says ${claimed >= change ? 'yes' : 'no'}` : ''
    io.out(`${String(change).padStart(4)}  ${mark[shown]}  ${what}${odd}\n`)
    io.out(`           ${printable(saw)}\n`)
    for (const { request, status } of exchanges) io.out(`           ${printable(request)} -> ${status ?? 'no reply'}\n`)
  }
  for (const { after, before } of contradictions)
    io.out(`\nIt shows the change of ${after}, but not that of ${before}: no level fits both.\n`)
  const range = to === null ? `${from} or newer` : from === to ? `${from}` : `${from} to ${to}`
  if (contradictions.length === 0) io.out(`\nIt behaves as level ${range}; it claims ${claimed}.\n`)
  if (statusOf(report) === 3) io.out('Nothing could be seen of any change.\n')
  else
    io.out(parts.length === 0 ? 'Claim and behaviour agree.\n' : `Claim and behaviour part at ${parts.join(', ')}.\n`)
  return statusOf(report)
}

/** 0 the claim fits, 1 it does not, 3 nothing could be seen. */
function statusOf({ changes, parts, contradictions }: LevelsReport): number {
  if (changes.every(({ shown }) => shown === 'unclear')) return 3
  return parts.length === 0 && contradictions.length === 0 ? 0 : 1
}
