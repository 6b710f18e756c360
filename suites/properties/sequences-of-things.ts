/** Sequences of drafts, links, queues, reactions and profile fields: created, removed, removed again. */

import type { MessagingOperationId } from '../../generated/operations.ts'
import type { Step } from '../../harness/index.ts'
import { counterexampleOf, type FixtureValue, type Reply, valueAt } from '../../harness/index.ts'
import { numberAt } from '../messaging/controls/controls.ts'
import { control } from '../messaging/controls/variations.ts'
import { idOf, newlyMade, newQueue } from '../messaging/fixtures.ts'
import type { Run, World } from '../messaging/world.ts'
import { claimOn } from './claim-on.ts'
import { chosen, claimed, type Done, sequence } from './sequence.ts'
import { runs } from './shares.ts'

/** Claims a request that other checks send in any case; with a small budget this is the whole sequence. */
async function claimSmallest(world: World, operation: MessagingOperationId): Promise<void> {
  if (counterexampleOf(world.generation) !== null) return
  const reply = await control(world, operation)
  claimOn(world, claimed([{ did: operation, reply, promised: { outcome: 'success' } }]))
}

/** At least this many sequences (the steady one and the usual one) if the run generates anything. */
export const atLeast = (world: World, least: number, share: number): number =>
  world.generation.requests === 0 ? 0 : Math.max(least, share)

const person = (world: World, who: 0 | 1) => (who === 0 ? world.user : world.second)
const nothing = Promise.resolve(null)

export const drafts: Run = async world => {
  await claimSmallest(world, 'createDrafts')
  await sequence(world, {
    // Known ids are kept per user, since a target may count them for each user.
    begin: async (): Promise<[number[], number[]]> => [[], []],
    runs: runs(world, 'sequence of drafts'),
    most: 6,
    actions: {
      create: async (known, { who, pick }) => {
        const count = 1 + (pick % 3)
        const draft = (): object => ({ type: '', to: [], topic: '', content: world.name('draft') })
        const reply = await person(world, who).sends('createDrafts', { drafts: Array.from({ length: count }, draft) })
        const promised = { outcome: 'success', newIntegers: { at: '/ids', count, known: [...known[who]] } } as const
        const ids = valueAt(reply.json, '/ids')
        if (Array.isArray(ids)) known[who].push(...ids.filter(id => typeof id === 'number'))
        return { did: `create ${count} drafts as ${person(world, who).name}`, reply, promised }
      },
      misaddress: async (_known, { who }) => {
        const bad = { type: 'stream', to: [], topic: 'assay', content: world.name('draft') }
        const reply = await person(world, who).sends('createDrafts', { drafts: [bad] })
        return { did: 'create a draft of no channel', reply, promised: { outcome: 'error', codes: ['BAD_REQUEST'] } }
      },
    },
  })
}

interface Thing {
  readonly id: number | string
  readonly of: 0 | 1
  gone: boolean
}

export const links: Run = async world => {
  await claimSmallest(world, 'revokeReusableInviteLink')
  const as = world.admin.email
  await sequence(world, {
    begin: async () => [{ id: await newlyMade(world, 'multiuse-invite', { as }), of: 0, gone: false }] as Thing[],
    runs: atLeast(world, 2, runs(world, 'sequence of links')),
    most: 6,
    round: ['make', 'revoke', 'revoke'],
    actions: {
      revoke: async (all, step) => {
        const link = chosen(all, step)
        const reply = await world.admin.sends('revokeReusableInviteLink', { invite_id: link.id })
        return removed(link, `revoke link ${all.indexOf(link) + 1}`, reply, { codes: ['BAD_REQUEST'] })
      },
      make: async all => {
        all.push({ id: await newlyMade(world, 'multiuse-invite', { as }), of: 0, gone: false })
        return nothing
      },
    },
  })
}

export const queues: Run = async world => {
  await claimSmallest(world, 'deleteEventQueue')
  const made = async (of: 0 | 1): Promise<Thing> => {
    const queue = await newQueue(world, { as: person(world, of).email, eventTypes: ['message'] })
    return { id: String(queue), of, gone: false }
  }
  await sequence(world, {
    begin: async () => [await made(0), await made(1)],
    runs: atLeast(world, 2, runs(world, 'sequence of queues')),
    most: 6,
    round: ['register', 'delete', 'delete'],
    actions: {
      delete: async (all, step) => {
        const queue = chosen(all, step)
        const reply = await person(world, queue.of).sends('deleteEventQueue', { queue_id: queue.id })
        const error = { codes: ['BAD_EVENT_QUEUE_ID'], has: { queue_id: queue.id } }
        return removed(queue, `delete queue ${all.indexOf(queue) + 1}`, reply, error)
      },
      register: async (all, { who }) => {
        all.push(await made(who))
        return nothing
      },
      misname: async (_all, { who }) => {
        const reply = await person(world, who).sends('deleteEventQueue', {})
        return { did: 'delete a queue without its id', reply, promised: { outcome: 'error' } }
      },
    },
  })
}

const EMOJI = ['octopus', 'tada'] as const

interface Reacted {
  readonly messageId: number
  /** Who reacted with which code. */
  readonly there: Set<string>
  /** What a fixture made for each requested emoji. */
  readonly known: Map<string, FixtureValue>
}

export const reactions: Run = async world => {
  await claimSmallest(world, 'removeReaction')
  const nameIn = ({ pick }: Step): string => EMOJI[pick % EMOJI.length] ?? EMOJI[0]
  const keyOf = ({ who }: Step, made: FixtureValue): string => `${who} ${made['emoji_code']}`
  await sequence<Reacted>(world, {
    begin: async () => ({
      messageId: await newlyMade(world, 'message', {
        as: world.user.email,
        to: [idOf(world.user), idOf(world.second)],
        content: world.name('message'),
      }),
      there: new Set(),
      known: new Map(),
    }),
    runs: atLeast(world, 2, runs(world, 'sequence of reactions')),
    most: 8,
    round: ['react', 'remove', 'remove'],
    actions: {
      react: async ({ messageId, there, known }, step) => {
        const emojiName = nameIn(step)
        const before = known.get(emojiName)
        if (before && there.has(keyOf(step, before))) return nothing
        const as = person(world, step.who).email
        const made = await world.provide('reaction', { as, messageId, emojiName, reactionType: 'unicode_emoji' })
        there.add(keyOf(step, made))
        known.set(emojiName, made)
        return nothing
      },
      remove: async ({ messageId, there, known }, step) => {
        const made = known.get(nameIn(step))
        if (!made) return nothing
        const { emoji_name, emoji_code, reaction_type } = made
        const sent = { message_id: messageId, emoji_name, emoji_code, reaction_type }
        const reply = await person(world, step.who).sends('removeReaction', sent)
        const did = `remove ${emoji_name} as ${person(world, step.who).name}`
        return there.delete(keyOf(step, made))
          ? { did, reply, promised: { outcome: 'success' } }
          : { did, reply, promised: { outcome: 'error', codes: ['REACTION_DOES_NOT_EXIST'] } }
      },
      mistake: async ({ messageId, known }, step) => {
        const made = known.get(nameIn(step))
        if (!made) return nothing
        const sent = { message_id: messageId, emoji_name: made['emoji_name'], emoji_code: made['emoji_code'] }
        const reply = await person(world, step.who).sends('removeReaction', { ...sent, reaction_type: 'assay_emoji' })
        return { did: `remove ${made['emoji_name']} of no stated type`, reply, promised: { outcome: 'error' } }
      },
    },
  })
}

const TYPES = [1, 2, 4, 5, 6, 8] as const

export const profileFields: Run = async world => {
  await claimSmallest(world, 'createProfileField')
  await sequence(world, {
    begin: async () => [] as { id: number; has: Readonly<Record<string, unknown>> }[],
    runs: atLeast(world, 2, runs(world, 'sequence of fields')),
    most: 8,
    round: ['create', 'list'],
    actions: {
      create: async (all, { pick }) => {
        const name = world.name('field')
        const type = chosen(TYPES, { pick })
        const [required, hint] = [pick % 2 === 0, pick % 3 === 0 ? 'a hint' : '']
        const sent = { name, field_type: type, required, editable_by_user: true, ...(hint && { hint }) }
        const reply = await world.admin.sends('createProfileField', sent)
        const known = all.map(({ id }) => id)
        const id = numberAt(reply, 'id')
        if (id !== null) all.push({ id, has: { name, type, required, ...(hint && { hint }) } })
        const newIntegers = { at: '/id', count: 1, known }
        return { did: `create a field of type ${type}`, reply, promised: { outcome: 'success', newIntegers } }
      },
      mistype: async () => {
        const reply = await world.admin.sends('createProfileField', { name: world.name('field'), field_type: 9 })
        return { did: 'create a field of type 9', reply, promised: { outcome: 'error' } }
      },
      list: async (all, { who }) => {
        const reply = await (who === 0 ? world.admin : world.user).sends('getProfileFields', {})
        const lists = all.map(({ id, has }) => ({ where: { id }, has }))
        return { did: 'list the fields', reply, promised: { outcome: 'success', list: '/custom_fields', lists } }
      },
    },
  })
}

/** The first removal succeeds; each later one is refused. */
function removed(thing: Thing, did: string, reply: Reply, error: Omit<Done['promised'], 'outcome'>): Done {
  const again = thing.gone
  thing.gone = true
  if (!again) return { did, reply, promised: { outcome: 'success' } }
  return { did: `${did} again`, reply, promised: { outcome: 'error', ...error } }
}
