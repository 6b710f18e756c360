/** For each operation the smallest request that the contract's own words cover, asked by somebody with every permission. */
import type { MessagingOperationId, ParametersOf } from '../../generated/operations.ts'
import type { Reply, SendOptions } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import { channelControls } from './controls-channels.ts'
import { invitationControls } from './controls-invitations.ts'
import { messageControls } from './controls-messages.ts'
import { organizationControls } from './controls-organization.ts'
import { idOf } from './fixtures.ts'
import type { World } from './world.ts'

export interface Control<Id extends MessagingOperationId> {
  readonly who: (world: World) => Actor
  /** `by` is who sends it, and whose things it is about. */
  readonly params: (world: World, by: Actor) => Promise<ParametersOf<Id>>
  /** How it is sent, where that is not as stated: the file of an upload. */
  readonly options?: SendOptions
  /** Why a reply shows nothing, whatever was asked: a limit that the contract lets a deployment have. */
  readonly showsNothing?: (reply: Reply) => string | null
}

const admin = (world: World): Actor => world.anyOf('admin', 'owner')
const user = (world: World): Actor => world.anyOf('user', 'member', 'admin', 'owner')

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
      return { user_group_id: numberAt(reply, 'group_id') ?? 0 }
    },
  },
  getUserGroups: { who: user, params: async () => ({}) },
}

/** The number at a top-level member of a reply; null where there is none. */
export function numberAt(reply: Reply, name: string): number | null {
  const value = (reply.json as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'number' ? value : null
}
