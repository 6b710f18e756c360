/** Finds things that have a run's id in their name, in lists of the contract and of the provisioner. */

import { type Session, Undecided, valueAt } from '../../harness/index.ts'
import type { Actor } from '../../suites/messaging/actor.ts'
import { outcomeOf } from '../../suites/messaging/outcome.ts'
import type { LeftByRun } from './left-by-run.ts'

type Listed = readonly Readonly<Record<string, unknown>>[]

export async function registerNamed(
  session: Session,
  admin: Actor,
  run: string,
  links: LeftByRun['links'],
  made: Session['made'],
): Promise<void> {
  const quietly = { observed: true } as const
  const isOurs = (name: unknown): boolean => typeof name === 'string' && name.startsWith(`assay ${run} `)
  const groups = listed((await admin.getUserGroups({}, quietly)).json, '/user_groups')
  for (const { id } of groups.filter(one => isOurs(one['name']) && one['is_system_group'] !== true))
    if (typeof id === 'number') made('user group', id, () => deactivate(admin, id))
  for (const { id, name } of listed((await admin.getProfileFields({}, quietly)).json, '/custom_fields'))
    if (typeof id === 'number' && isOurs(name)) made('profile field', id)
  for (const { id, pattern } of listed((await admin.getLinkifiers({}, quietly)).json, '/linkifiers'))
    if (typeof id === 'number' && String(pattern).startsWith(`assay-${run}-`)) made('linkifier', id)
  for (const { email } of Object.values(session.target.messaging?.actors ?? {}))
    for (const { id, content } of await readBack(session, 'drafts-of', email, 'drafts'))
      if (typeof id === 'number' && isOurs(content)) made('draft', id)
  const { actors = {} } = session.target.messaging ?? {}
  const byEmail = links.flatMap(({ actor, ...when }) => {
    const by = actors[actor ?? '']?.email
    return by === undefined ? [] : [{ by, ...when }]
  })
  for (const { kind, id } of (await session.provisioner.madeIn?.(run, byEmail)) ?? []) made(kind, id)
  for (const email of await readBack(session, 'invitations', admin.email, 'emails'))
    if (String(email).startsWith(`assay-${run}-`)) made('invitation', String(email))
}

const listed = (json: unknown, pointer: string): Listed => {
  const list = valueAt(json, pointer)
  return Array.isArray(list) ? list : []
}

/** Empty if no provisioner offers this list. */
async function readBack({ provisioner }: Session, kind: string, as: string, member: string): Promise<Listed> {
  if (!provisioner.offers(kind)) return []
  try {
    return listed(await provisioner.provide(kind, { as }), `/${member}`)
  } catch (error) {
    if (error instanceof Undecided && error.reason !== 'unreachable') return []
    throw error
  }
}

export async function deactivate(admin: Actor, user_group_id: number): Promise<void> {
  const reply = await admin.deactivateUserGroup({ user_group_id }, { observed: true })
  if (outcomeOf(reply) !== 'success') throw new Error('the target refused to deactivate it')
}
