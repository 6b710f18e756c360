/** `assay clean`: finishes the clean-up of a run later. */
import { existsSync } from 'node:fs'
import { ConfigurationError, loadTarget, openSession, type Session, Undecided } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { apis } from '../../suites/index.ts'
import type { Actor } from '../../suites/messaging/actor.ts'
import { asActor } from '../../suites/messaging/actor.ts'
import { asideIn } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import type { Subject } from '../reference/embedded-reference.ts'
import { type LeftByRun, readLeftByRun } from './left-by-run.ts'
import { deactivate, registerNamed } from './register-named.ts'
import { type Named, removedBefore, writeRemoved } from './removed-before.ts'
import { type StillThere, stillThere } from './still-there.ts'

export interface CleanFlags {
  readonly target: string
  readonly run: string
  readonly out?: string
  readonly json?: boolean
}

export interface CleanReport {
  readonly run: string
  readonly removed: readonly Named[]
  /** What the folder of the run names and is known to be gone already. */
  readonly gone: readonly Named[]
  readonly leftovers: Session['leftovers']
}

export async function clean(flags: CleanFlags, io: Io): Promise<number> {
  try {
    const folder = flags.out === undefined ? null : folderOf(flags.out, flags.run)
    const leftByRun = folder === null ? null : await readLeftByRun(folder, flags.run)
    const before = folder === null ? [] : removedBefore(folder, flags.run)
    const report = await cleanUp({ target: loadTarget(flags.target) }, flags.run, leftByRun, before)
    io.out(flags.json ? `${JSON.stringify(report)}\n` : cleanText(report))
    if (folder !== null && report.removed.length > 0) writeRemoved(folder, flags.run, [...before, ...report.removed])
    return 0
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    io.err(`assay: ${printable(error.message)}\n`)
    return 3
  }
}

/** A later run in the same folder may have moved the evidence aside. */
function folderOf(out: string, run: string): string {
  const aside = asideIn(out, run)
  return existsSync(aside) ? aside : out
}

async function cleanUp(
  subject: Subject,
  run: string,
  leftByRun: LeftByRun | null,
  before: readonly Named[],
): Promise<CleanReport> {
  const { target } = subject
  if (!target.messaging)
    throw new ConfigurationError(`${target.file ?? 'the target'} has no messaging API: runs leave nothing elsewhere`)
  const session = openSession({ ...subject, apis, runId: run, allow: ['write'], onExchange: () => {} })
  const found: Named[] = []
  const gone: Named[] = []
  const removed = new Set(before.map(keyOf))
  const made: Session['made'] = (kind, id, remove) => {
    if (found.some(one => one.kind === kind && one.id === id)) return
    found.push({ kind, id })
    session.made(kind, id, remove)
  }
  try {
    const person = await session.cast.person('admin')
    const admin = asActor(session.cast.act(person, session.clientOf('messaging'), 'clean'))
    const there = stillThere(session, admin, run)
    const findsLinks = session.provisioner.madeIn !== undefined
    for (const { kind, id, stays } of leftByRun?.things ?? []) {
      if (kind === 'reusable link' && findsLinks) continue
      if (removed.has(keyOf({ kind, id })) || (await there(kind, id)) === false) gone.push({ kind, id })
      else if (kind === 'user group') continue
      else if (kind === 'channel') await channel(session, made, id)
      else made(kind, id, stays)
    }
    await registerNamed(session, admin, run, leftByRun?.links ?? [], made)
    await session.cleanUp()
    await retryGroups(admin, session)
    await forgetRemoved(session, stillThere(session, admin, run))
  } finally {
    await session.close()
  }
  const stays = new Set(session.leftovers.map(keyOf))
  const tried = new Set(found.map(keyOf))
  return {
    run,
    removed: found.filter(one => !stays.has(keyOf(one))),
    gone: gone.filter(one => !tried.has(keyOf(one))),
    leftovers: [...session.leftovers],
  }
}

/** Registers a channel for removal, by id or name. A provisioner that can remove channels finds the id of a name. */
async function channel({ provisioner }: Session, made: Session['made'], id: number | string): Promise<void> {
  if (typeof id === 'number' || !provisioner.offers('discard')) return made('channel', id)
  made('channel', id, async () => {
    const { id: known } = await provisioner.provide('channel-named', { name: id })
    await provisioner.provide('discard', { kind: 'channel', id: known })
  })
}

/** Tries again to remove groups: one that another group used can be removed after the other one is gone. */
async function retryGroups(admin: Actor, { leftovers }: Session): Promise<void> {
  for (const left of leftovers.filter(({ kind }) => kind === 'user group')) {
    const gone = await deactivate(admin, Number(left.id)).then(
      () => true,
      () => false,
    )
    if (gone) leftovers.splice(leftovers.indexOf(left), 1)
  }
}

/** A thing that was removed along with another one is not a leftover. */
async function forgetRemoved({ leftovers }: Session, there: StillThere): Promise<void> {
  for (const left of [...leftovers])
    if ((await there(left.kind, left.id)) === false) leftovers.splice(leftovers.indexOf(left), 1)
}

const keyOf = ({ kind, id }: Named): string => `${kind} ${id}`

function cleanText({ run, removed, gone, leftovers }: CleanReport): string {
  const line = (one: Named): string => printable(keyOf(one))
  return [
    `${removed.length} thing${removed.length === 1 ? '' : 's'} of run ${run} removed`,
    ...removed.map(one => `  ${line(one)}`),
    ...(gone.length > 0 ? [`${gone.length} already gone`] : []),
    ...(leftovers.length > 0 ? [`${leftovers.length} still there`] : []),
    ...leftovers.map(one => `  ${line(one)}: ${printable(one.why)}`),
    '',
  ].join('\n')
}
