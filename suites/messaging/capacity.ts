/** Capacity: the contract does not say how many folders, drafts and so on may exist, so a full target may refuse new ones. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import { type Capacity, parseJson } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import { personNamed } from './authentication/callers.ts'
import { addressesOf } from './controls/controls-invitations.ts'
import { controlBy, controlReply } from './controls/variations.ts'
import { unlessMissing } from './fixtures.ts'
import { outcomeOf } from './outcome.ts'
import type { Person, World } from './world.ts'

/** The operations that create something, and the callers of their controls. */
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

/** How many things a request creates: some create several at once. */
function thingsIn(operation: string, body: string): number {
  const sent = (parameter: string): string => new URLSearchParams(body).get(parameter) ?? ''
  if (operation === 'sendInvites') return addressesOf(sent('invitee_emails')).length
  const drafts = operation === 'createDrafts' ? parseJson(sent('drafts')) : null
  return Array.isArray(drafts) ? drafts.length : 1
}

/** A single refusal may be intermittent, so the control is tried this often before the target counts as full. */
const TRIES = 2

async function callerOf(world: World, operation: MessagingOperationId): Promise<Actor | null> {
  for (const word of CREATING[operation] ?? []) {
    const somebody = await world.someone(word)
    if (somebody) return somebody
  }
  return null
}

/**
 * Sends the control while there is still room. A check that runs alone and creates many things may use up the room, and
 * this reply is then the evidence that the control was accepted.
 */
export async function sendControlWhileRoom(world: World, operation: MessagingOperationId): Promise<void> {
  const caller = await callerOf(world, operation)
  if (caller) await controlReply(world, operation, caller).catch(unlessMissing)
}

/** The operations found to be full, by run; nothing makes room again. */
const found = new WeakMap<object, Set<string>>()

function fullIn({ combined: run }: World): Set<string> {
  const known = found.get(run) ?? new Set<string>()
  found.set(run, known)
  return known
}

/** Marks the operation as full: large things are refused although small ones may still fit, so later refusals prove nothing. */
export const markFull = (world: World, operation: MessagingOperationId): void => void fullIn(world).add(`${operation} `)

export const capacity: Capacity = {
  creates: new Set(Object.keys(CREATING)),
  thingsIn,
  least: { ofAll: 2, ofEach: 5 },
  async isFull(anyWorld, name, actor) {
    const [world, operation] = [anyWorld as World, name as MessagingOperationId]
    const full = fullIn(world)
    const whose = `${operation} ${actor ?? ''}`
    if (full.has(whose)) return true
    const caller = actor === undefined ? await callerOf(world, operation) : await personNamed(world, actor)
    if (!caller) return false
    for (let tries = 0; tries < TRIES; tries++)
      if (outcomeOf(await controlBy(world, operation, caller)) !== 'error') return false
    if (actor === undefined && outcomeOf(await controlReply(world, operation, caller)) !== 'success') return false
    full.add(whose)
    return true
  },
}
