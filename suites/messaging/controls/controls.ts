/** For each operation the smallest request that the contract states is accepted, sent by somebody with every permission. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import { type Reply, Undecided } from '../../../harness/index.ts'
import { idOf } from '../fixtures.ts'
import type { World } from '../world.ts'
import { admin, type Control, user } from './control.ts'
import { channelControls } from './controls-channels.ts'
import { invitationControls } from './controls-invitations.ts'
import { messageControls } from './controls-messages.ts'
import { organizationControls } from './controls-organization.ts'

const newGroup = (world: World) => ({ name: world.name('group'), description: 'made by a conformance run' })

export const controls: { readonly [Id in MessagingOperationId]?: Control<Id> } = {
  ...channelControls,
  ...invitationControls,
  ...messageControls,
  ...organizationControls,
  createDrafts: {
    who: user,
    params: async world => ({ drafts: [{ type: '', to: [], topic: '', content: world.name('draft') }] }),
  },
  createUserGroup: {
    who: admin,
    params: async (world, by) => ({ ...newGroup(world), members: [idOf(by)] }),
  },
  deactivateUserGroup: {
    who: admin,
    params: async (world, by) => {
      const reply = await by.createUserGroup({ ...newGroup(world), members: [idOf(by)] })
      world.requireAccepted(reply)
      return { user_group_id: numberIn(reply, 'group_id') }
    },
  },
  getUserGroups: { who: user, params: async () => ({}) },
}

/** The number in a top-level member of a reply; null if there is none. */
export function numberAt(reply: Reply, name: string): number | null {
  const value = (reply.json as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'number' ? value : null
}

/** The number in a top-level member of a reply; without it, nothing about the created thing can be judged. */
export function numberIn(reply: Reply, name: string): number {
  const found = numberAt(reply, name)
  if (found === null)
    throw new Undecided('prerequisite-failed', `the reply has no ${name} that is a number`, true, [reply.exchange.n])
  return found
}
