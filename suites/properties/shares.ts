/**
 * How the generated requests of a run are divided among the checks: by how much there is to try, and by the cost of an attempt.
 */
import type { MessagingOperationId } from '../../generated/operations.ts'
import { runsOf, type Slot } from '../../harness/index.ts'
import type { World } from '../messaging/world.ts'

const slot = (weight: number, cost = 1): Slot => ({ weight, cost })

/** Operations whose generated requests are accepted without creating anything for each of them. */
export const accepting = {
  setTypingStatus: slot(5),
  setMessageEditTypingStatus: slot(1),
  updateScheduledMessage: slot(6),
  createChannel: slot(12, 3),
  createChannelFolder: slot(4, 2),
  checkMessagesMatchNarrow: slot(4),
  getMessageHistory: slot(1),
  createDrafts: slot(20, 3),
  sendInvites: slot(8, 3),
  createReusableInviteLink: slot(5),
  createProfileField: slot(10, 2),
  addPlayground: slot(4, 2),
  createUserGroup: slot(16, 3),
  getUserGroups: slot(1),
  addNavigationView: slot(4, 2),
  sendTestPush: slot(1),
  uploadFile: slot(4, 2),
} satisfies { readonly [Id in MessagingOperationId]?: Slot }

/** Operations with constraints that can be broken one at a time; combinations break each of them as well. */
export const refusing = {
  setTypingStatus: slot(3, 2),
  setMessageEditTypingStatus: slot(0.5),
  updateScheduledMessage: slot(3, 2),
  createChannel: slot(4),
  createChannelFolder: slot(0.5),
  addDefaultChannel: slot(0.5),
  checkMessagesMatchNarrow: slot(2),
  getMessageHistory: slot(0.5),
  removeReaction: slot(1, 4),
  createDrafts: slot(5),
  sendInvites: slot(2),
  createReusableInviteLink: slot(2),
  createProfileField: slot(2),
  addPlayground: slot(1.5),
  createUserGroup: slot(5),
  getUserGroups: slot(0.5),
  addNavigationView: slot(1),
  fetchApiKey: slot(0.5),
  removeApnsToken: slot(0.5, 2),
  sendTestPush: slot(0.5),
  deleteEventQueue: slot(0.5, 2),
} satisfies { readonly [Id in MessagingOperationId]?: Slot }

export type Accepting = keyof typeof accepting
export type Refusing = keyof typeof refusing

const table: Readonly<Record<string, Slot>> = {
  ...prefixed('accepts', accepting),
  ...prefixed('refuses', refusing),
  hostile: slot(8, 2),
  unsupported: slot(4),
  unchanged: slot(4, 2),
  'unchanged drafts': slot(2),
  'unchanged invites': slot(1),
  'unchanged channels': slot(1),
  'unchanged edits': slot(2, 2),
  'sequence of drafts': slot(4, 6),
  'sequence of groups': slot(20, 12),
  'sequence of links': slot(5, 6),
  'sequence of queues': slot(5, 4),
  'sequence of reactions': slot(6, 5),
  'sequence of fields': slot(6, 8),
}

function prefixed(word: string, slots: Readonly<Record<string, Slot>>): Record<string, Slot> {
  return Object.fromEntries(Object.entries(slots).map(([name, one]) => [`${word} ${name}`, one]))
}

/** The number of attempts that this share has in this run. */
export const runs = (world: World, name: string): number => runsOf(world.generation, table, name)
