/** How many folders, drafts and the like may exist is not stated: a target that has no room left refuses them rightly. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import type { Capacity } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import { outcomeOf } from './outcome.ts'
import { controlBy, controlReply } from './variations.ts'
import type { Person, World } from './world.ts'

/** What creates something, and who asks for it in its control. */
const CREATING: { readonly [Id in MessagingOperationId]?: readonly Person[] } = {
  createChannel: ['admin', 'owner'],
  createChannelFolder: ['admin', 'owner'],
  addDefaultChannel: ['admin', 'owner'],
  createDrafts: ['user', 'member'],
  sendInvites: ['admin', 'owner'],
  createReusableInviteLink: ['admin', 'owner'],
  createProfileField: ['admin', 'owner'],
  addPlayground: ['admin', 'owner'],
  createUserGroup: ['admin', 'owner'],
  addNavigationView: ['user', 'member'],
  uploadFile: ['user', 'member'],
}

/** One refusal may come now and then only. */
const TRIES = 2

async function callerOf(world: World, operation: MessagingOperationId): Promise<Actor | null> {
  for (const word of CREATING[operation] ?? []) {
    const somebody = await world.someone(word)
    if (somebody) return somebody
  }
  return null
}

/** The operations that were found to take no more, by run; nothing makes room again. */
const found = new WeakMap<object, Set<string>>()

function fullIn({ combined: run }: World): Set<string> {
  const known = found.get(run) ?? new Set<string>()
  found.set(run, known)
  return known
}

export const capacity: Capacity = {
  creates: new Set(Object.keys(CREATING)),
  least: 5,
  async isFull(anyWorld, name) {
    const [world, operation] = [anyWorld as World, name as MessagingOperationId]
    const full = fullIn(world)
    if (full.has(operation)) return true
    const caller = await callerOf(world, operation)
    if (!caller || outcomeOf(await controlReply(world, operation, caller)) !== 'success') return false
    for (let tries = 0; tries < TRIES; tries++)
      if (outcomeOf(await controlBy(world, operation, caller)) !== 'error') return false
    full.add(operation)
    return true
  },
}
