/** The models of lists without parameters (linkifiers, presence, profile fields), read by everybody, twice. */
import { isObject, listed, type Reply, type Row, type Ruling, select, valueAt } from '../../../harness/index.ts'
import { askUntil } from '../ask-until.ts'
import { numberAt } from '../controls/controls.ts'
import { controlReply } from '../controls/variations.ts'
import { sameOrder } from '../organization/linkifiers.predicates.ts'
import { madeAndRead, readsInOneOrder } from '../organization/linkifiers.ts'
import { isSeen, PRESENCE_WAITS, seenJustNow } from '../organization/presence.predicates.ts'
import { type MadeField, optionsField, plainFields } from '../profile-fields/profile-field-makers.ts'
import { choicesKept } from '../profile-fields/profile-fields.predicates.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { type Done, everybody, type OperationModel, orNull, times } from './operation-model.ts'
import type { RequirementId } from './rules.ts'

const accepted = (all: readonly Done[]): readonly Done[] => all.filter(({ outcome }) => outcome === 'success')

export const getLinkifiers: OperationModel = {
  operation: 'getLinkifiers',
  needs: { actors: ['user'] },
  accepted: 'messaging.credentials.basic',
  decides: ['messaging.linkifiers.order-stable', 'messaging.linkifiers.existing-listed'],
  factors: () => [everybody, times()],
  request: async ({ world }, params) => {
    if (world.allows('write')) await orNull(madeAndRead(world))
    return params
  },
  review: reviewLinkifiers,
  rows: { quick: 0, standard: 12, thorough: 12 },
}

/** The last read of each caller, by email address, and under ANYBODY the last read of all. */
const readBefore = shared(async (_world): Promise<Map<string, Done>> => new Map())

/** All reads so far: `review` is called more than once. */
const readSoFar = shared(async (_world): Promise<Done[]> => [])

const ANYBODY = ''

/** Judges that every list has the linkifiers that exist, in the same order as the caller's last list and anybody's last list. */
async function reviewLinkifiers(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const lists = accepted(all).filter(({ reply }) => Array.isArray(valueAt(reply.json, '/linkifiers')))
  const made = world.allows('write') ? ((await orNull(madeAndRead(world)))?.made ?? []) : []
  const last = await readBefore(world)
  const soFar = await readSoFar(world)
  soFar.push(...lists)
  const rulings: Ruling[] = []
  for (const done of lists) {
    const { row, reply, caller } = done
    const before = [...new Set([caller.email, ANYBODY].flatMap(by => last.get(by) ?? []))]
    for (const by of [caller.email, ANYBODY]) last.set(by, done)
    const meanwhile = listedAround(reply, soFar).map(id => ({ id, reported: {} }))
    const shows = [...made, ...meanwhile].map(({ id, reported }) => ({
      requirement: 'messaging.linkifiers.existing-listed',
      ...{ row, replies: [reply], predicate: listed as never },
      args: { list: '/linkifiers', where: { id }, has: reported },
    }))
    rulings.push(...shows)
    for (const earlier of before)
      rulings.push({
        requirement: 'messaging.linkifiers.order-stable',
        ...{ row, replies: await readsInOneOrder(earlier.reply, reply, [earlier.caller, caller]) },
        ...{ predicate: sameOrder as never, args: {} },
      })
  }
  return rulings
}

/** The linkifiers listed both before this request and after this reply: they existed all the time. */
function listedAround({ exchange }: Reply, lists: readonly Done[]): unknown[] {
  const idsOf = (all: readonly Done[]): unknown[] =>
    all.flatMap(({ reply }) => select(reply.json, '/linkifiers/*/id').map(({ value }) => value))
  const endOf = ({ sentAt, receivedAt }: Reply['exchange']): string => receivedAt ?? sentAt
  const before = lists.filter(({ reply }) => endOf(reply.exchange) < exchange.sentAt)
  const after = lists.filter(({ reply }) => reply.exchange.sentAt > endOf(exchange))
  const later = new Set(idsOf(after))
  return [...new Set(idsOf(before))].filter(id => Number.isInteger(id) && later.has(id))
}

export const getPresence: OperationModel = {
  operation: 'getPresence',
  needs: { actors: ['user'] },
  accepted: 'messaging.credentials.basic',
  decides: ['messaging.presence.recent'],
  factors: () => [everybody, times()],
  request: async ({ world, caller, row, notes }, params) => {
    // Bots have no presence.
    if (world.allows('write') && row['caller'] !== 'bot')
      notes.set(ACTIVE, await orNull(lastActive(world, caller.email)))
    return params
  },
  review: async (world, all) => {
    const rulings: Ruling[] = []
    let before: Active | null = null
    for (const { row, reply, caller, notes } of accepted(all)) {
      const at = notes.get(ACTIVE)
      const own: Active | null = typeof at === 'number' ? { email: caller.email, at } : null
      const others = before?.email === own?.email ? null : before
      // Every caller sees their own presence and that of the previous caller.
      for (const one of [own, others]) {
        if (one === null || !isListed(reply, one.email)) continue
        // The request may have been sent too late.
        if (Date.parse(reply.exchange.sentAt) - one.at > STILL_PRESENT_MS) continue
        const args = { email: one.email, now: world.clock.now() }
        const again = (): Promise<Reply> => caller.getPresence()
        const replies = [await askUntil(world, again, now => isSeen(now, args), PRESENCE_WAITS, reply)]
        rulings.push({ requirement: 'messaging.presence.recent', row, replies, predicate: seenJustNow as never, args })
      }
      before = own ?? before
    }
    return rulings
  },
  rows: { quick: 0, standard: 12, thorough: 12 },
}

interface Active {
  readonly email: string
  readonly at: number
}

/** The note with the time when the caller of a request was active. */
const ACTIVE = 'active'

/** For this long, somebody who was active counts as present; after half of it, they are made active again. */
const STILL_PRESENT_MS = 600_000

const activity = shared(async (_world): Promise<Map<string, number>> => new Map())

/** Makes this person active unless they were recently; returns when they were last active. */
async function lastActive(world: World, as: string): Promise<number> {
  const known = await activity(world)
  const last = known.get(as)
  if (last !== undefined && world.clock.now() - last < STILL_PRESENT_MS / 2) return last
  await world.provide('presence', { as })
  known.set(as, world.clock.now())
  return world.clock.now()
}

/** Whether the list has this address; guests may see only few people. */
const isListed = ({ json }: Reply, email: string): boolean => {
  const presences = valueAt(json, '/presences')
  return isObject(presences) && Object.keys(presences).some(one => one.toLowerCase() === email.toLowerCase())
}

/** Fields of several types, some of them required, some editable by users. */
async function fieldsMade(world: World): Promise<readonly MadeField[]> {
  const reply = await orNull(controlReply(world, 'createProfileField'))
  const others = (await orNull(plainFields(world))) ?? []
  const options = await orNull(optionsField(world))
  const all = [...(reply ? [{ sent: {}, reply }] : []), ...others, ...(options ? [options] : [])]
  return all.filter(one => numberAt(one.reply, 'id') !== null)
}

const SHOWN = [
  ['field_type', 'type', 'messaging.profile-fields.type-kept'],
  ['hint', 'hint', 'messaging.profile-fields.hint-kept'],
  ['required', 'required', 'messaging.profile-fields.required-kept'],
  ['editable_by_user', 'editable_by_user', 'messaging.profile-fields.editable-kept'],
] as const

/** Judges that the field is listed with the values sent. */
const shownAs = ({ sent, reply }: MadeField, row: Row, list: Reply): Ruling[] => {
  const on = (requirement: RequirementId, has: Readonly<Record<string, unknown>>): Ruling => ({
    requirement,
    ...{ row, replies: [list], predicate: listed as never },
    args: { list: '/custom_fields', where: { id: numberAt(reply, 'id') }, has },
  })
  const choices = sent['field_data']
  const named = SHOWN.filter(([parameter]) => sent[parameter] !== undefined)
  return [
    on('messaging.profile-fields.created-listed', {}),
    ...named.map(([parameter, member, requirement]) => on(requirement, { [member]: sent[parameter] })),
    ...(choices === undefined
      ? []
      : [
          {
            requirement: 'messaging.profile-fields.field-data-kept',
            ...{ row, replies: [list], predicate: choicesKept as never },
            args: { id: numberAt(reply, 'id'), choices } as Ruling['args'],
          },
        ]),
  ]
}

export const getProfileFields: OperationModel = {
  operation: 'getProfileFields',
  needs: { actors: ['admin', 'user'], allow: 'write' },
  accepted: 'messaging.credentials.basic',
  decides: [
    'messaging.profile-fields.created-listed',
    'messaging.profile-fields.type-kept',
    'messaging.profile-fields.hint-kept',
    'messaging.profile-fields.required-kept',
    'messaging.profile-fields.editable-kept',
    'messaging.profile-fields.field-data-kept',
  ],
  factors: () => [everybody, times()],
  request: async ({ world }, params) => {
    await fieldsMade(world)
    return params
  },
  review: async (world, all) => {
    const made = await fieldsMade(world)
    return accepted(all).flatMap(({ row, reply }) => made.flatMap(field => shownAs(field, row, reply)))
  },
  rows: { quick: 0, standard: 12, thorough: 12 },
}
