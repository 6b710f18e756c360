/** `assay clean`: finishes the clean-up of a run later. */
import {
  type Actor,
  ConfigurationError,
  loadTarget,
  openSession,
  outcomeOf,
  type Session,
  Undecided,
  valueAt,
} from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import type { Subject } from '../embedded-reference.ts'
import type { Io } from '../io.ts'
import { UsageError } from '../usage-error.ts'
import { type Remains, remainsIn } from './remains.ts'

export interface CleanFlags {
  readonly target: string
  readonly run: string
  readonly out?: string
  readonly json?: boolean
}

export interface CleanReport {
  readonly run: string
  readonly removed: readonly { readonly kind: string; readonly id: number | string }[]
  readonly leftovers: Session['leftovers']
}

export async function clean(flags: CleanFlags, io: Io): Promise<number> {
  try {
    const remains = flags.out === undefined ? null : await remainsIn(flags.out, flags.run)
    const report = await cleanUp({ target: loadTarget(flags.target) }, flags.run, remains)
    io.out(flags.json ? `${JSON.stringify(report)}\n` : told(report))
    return 0
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message)
    if (!(error instanceof Undecided)) throw error
    io.err(`assay: ${printable(error.message)}\n`)
    return 3
  }
}

async function cleanUp(subject: Subject, run: string, remains: Remains | null): Promise<CleanReport> {
  const { target } = subject
  if (!target.messaging)
    throw new ConfigurationError(`${target.file ?? 'the target'} has no messaging API: runs leave nothing elsewhere`)
  const session = openSession({ ...subject, runId: run, allow: ['write'], onExchange: () => {} })
  const found: { kind: string; id: number | string }[] = []
  const made: Session['made'] = (kind, id, remove) => {
    if (found.some(one => one.kind === kind && one.id === id)) return
    found.push({ kind, id })
    session.made(kind, id, remove)
  }
  try {
    const person = await session.cast.person('admin')
    const admin = session.cast.act(person, session.clients.messaging, 'clean')
    for (const { kind, id, stays } of remains?.things ?? [])
      if (kind !== 'user group' && kind !== 'channel') made(kind, id, stays)
    for (const { id } of remains?.things.filter(({ kind }) => kind === 'channel') ?? [])
      await channel(session, made, id)
    await named(admin, run, made)
    await session.cleanUp()
    await onceMore(admin, session)
  } finally {
    await session.close()
  }
  const stays = new Set(session.leftovers.map(({ kind, id }) => `${kind} ${id}`))
  return {
    run,
    removed: found.filter(({ kind, id }) => !stays.has(`${kind} ${id}`)),
    leftovers: [...session.leftovers],
  }
}

/** What the lists of the contract show under the run's name. */
async function named(admin: Actor, run: string, made: Session['made']): Promise<void> {
  const quietly = { observed: true } as const
  const listed = (json: unknown, pointer: string): Record<string, unknown>[] => {
    const list = valueAt(json, pointer)
    return Array.isArray(list) ? list : []
  }
  const isOurs = (name: unknown): boolean => typeof name === 'string' && name.startsWith(`assay ${run} `)
  const groups = listed((await admin.getUserGroups({}, quietly)).json, '/user_groups')
  for (const { id, name } of groups.filter(one => isOurs(one['name']) && one['is_system_group'] !== true))
    if (typeof id === 'number' && name !== undefined) made('user group', id, () => deactivate(admin, id))
  for (const { id, name } of listed((await admin.getProfileFields({}, quietly)).json, '/custom_fields'))
    if (typeof id === 'number' && isOurs(name)) made('profile field', id)
  for (const { id, pattern } of listed((await admin.getLinkifiers({}, quietly)).json, '/linkifiers'))
    if (typeof id === 'number' && String(pattern).startsWith(`assay-${run}-`)) made('linkifier', id)
}

async function deactivate(admin: Actor, user_group_id: number): Promise<void> {
  const reply = await admin.deactivateUserGroup({ user_group_id }, { observed: true })
  if (outcomeOf(reply) !== 'success') throw new Error('the target refused to deactivate it')
}

/** A channel by its id or by its name: a provisioner that can remove channels knows both. */
async function channel({ provisioner }: Session, made: Session['made'], id: number | string): Promise<void> {
  if (typeof id === 'number' || !provisioner.offers('discard')) return made('channel', id)
  made('channel', id, async () => {
    const { id: known } = await provisioner.provide('channel-named', { name: id })
    await provisioner.provide('discard', { kind: 'channel', id: known })
  })
}

/** A group in use by another that is gone by now can go as well. */
async function onceMore(admin: Actor, { leftovers }: Session): Promise<void> {
  for (const left of leftovers.filter(({ kind }) => kind === 'user group')) {
    const gone = await deactivate(admin, Number(left.id)).then(
      () => true,
      () => false,
    )
    if (gone) leftovers.splice(leftovers.indexOf(left), 1)
  }
}

function told({ run, removed, leftovers }: CleanReport): string {
  const line = ({ kind, id }: { kind: string; id: number | string }): string => printable(`${kind} ${id}`)
  return [
    `${removed.length} thing${removed.length === 1 ? '' : 's'} of run ${run} removed`,
    ...removed.map(one => `  ${line(one)}`),
    ...(leftovers.length > 0 ? [`${leftovers.length} still there`] : []),
    ...leftovers.map(one => `  ${line(one)}: ${printable(one.why)}`),
    '',
  ].join('\n')
}
