/** Requests with wrong credentials: none, keys similar to the right one, keys of others, unknown addresses. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import { type Reply, tellsCasesApart, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { swapCase } from '../controls/near-misses.ts'
import { type Changes, controlBy, controlOf, controlReply, sendOptionsFor } from '../controls/variations.ts'
import { existsAt } from '../conventions/exists-at.ts'
import { newScheduledToOneself, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { Person, World } from '../world.ts'
import { furtherRoles, inTurn } from './callers.ts'

export const READING = [
  'getLinkifiers',
  'getProfileFields',
  'getPresence',
  'getUserGroups',
  'getMessageHistory',
  'checkMessagesMatchNarrow',
] as const
export const WRITING = [
  'createDrafts',
  'addNavigationView',
  'uploadFile',
  'setTypingStatus',
  'setMessageEditTypingStatus',
  'updateScheduledMessage',
  'removeReaction',
  'deleteEventQueue',
  'removeApnsToken',
  'sendTestPush',
  'markAllAsRead',
] as const
export const ADMINISTERING = [
  'createUserGroup',
  'createChannel',
  'createChannelFolder',
  'addDefaultChannel',
  'createProfileField',
  'addPlayground',
  'sendInvites',
  'createReusableInviteLink',
  'deactivateUserGroup',
  'revokeReusableInviteLink',
] as const

const reading: ReadonlySet<MessagingOperationId> = new Set(READING)
const administering: ReadonlySet<MessagingOperationId> = new Set(ADMINISTERING)

/** Endpoints that all roles may read: as many as there are further roles. */
const READ_BY_ALL: readonly MessagingOperationId[] = READING.filter(operation => operation !== 'getUserGroups')

export type AcceptedOperation = readonly [operation: MessagingOperationId, known: AcceptedCaller]

/** The operations for which somebody's request was accepted, each as soon as it was; with the quick budget only a few. */
export async function* acceptedOperations(
  world: World,
  candidates: readonly MessagingOperationId[],
  atQuick: number,
): AsyncIterable<AcceptedOperation> {
  const there = candidates.filter(operation => existsAt(operation, world.level))
  const isQuick = world.budget === 'quick'
  let left = isQuick ? atQuick : Number.POSITIVE_INFINITY
  for (const operation of isQuick ? world.random.sample(there, there.length) : there) {
    if (left <= 0) return
    for (const known of await acceptedCallers(world, operation)) {
      left--
      yield [operation, known]
    }
  }
}

/** A person whose request was accepted; with the thorough budget one of each further role as well. */
async function acceptedCallers(world: World, operation: MessagingOperationId): Promise<readonly AcceptedCaller[]> {
  const first = await acceptedCaller(world, operation)
  if (!first) return []
  if (world.budget !== 'thorough') return [first]
  const found = new Map([[first.person.email, first]])
  for (const word of furtherRoles(operation, world.generation.seed)) {
    const known = await accepted(world, operation, word).catch(unlessMissing)
    if (known && !found.has(known.person.email)) found.set(known.person.email, known)
  }
  return [...found.values()]
}

/** All operations that need credentials and are allowed in this run; with the quick budget one that reads and one that writes. */
export async function* guarded(world: World): AsyncIterable<AcceptedOperation> {
  yield* acceptedOperations(world, READING, 1)
  if (world.allows('write')) yield* acceptedOperations(world, [...WRITING, ...ADMINISTERING], 1)
}

/** Wrong keys that a sloppy comparison takes for the right one. */
const SIMILAR_KEYS: Readonly<Record<string, (key: string) => string>> = {
  'last character changed': key => `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
  'one character more': key => `${key}0`,
  'other letter case': key => key.replaceAll(/[a-zA-Z]/g, swapCase),
  empty: () => '',
}
const KEYS_WITH_BLANKS: Readonly<Record<string, (key: string) => string>> = {
  'a blank after it': key => `${key} `,
  'a blank before it': key => ` ${key}`,
}
const ONE_SHORT = (key: string): string => key.slice(0, -1)

/** The operation that is tried with the password of the login in place of the key. */
const TRIED_WITH_PASSWORD: MessagingOperationId = 'getProfileFields'

/** All wrong keys for every operation; with the quick budget some for those that read, and the others for the rest. */
export function wrongKeys(world: World, operation: MessagingOperationId, { apiKey, password }: Actor): string[] {
  const { 'other letter case': inOtherCase, ...others } = SIMILAR_KEYS
  const like = Object.values(tellsCasesApart(apiKey) ? SIMILAR_KEYS : others)
  const isTried = (_way: unknown, at: number) => world.budget !== 'quick' || at % 2 === (reading.has(operation) ? 1 : 0)
  const keys = [ONE_SHORT, ...like].filter(isTried).map(way => way(apiKey))
  if (world.budget !== 'quick' && operation === TRIED_WITH_PASSWORD && password !== null) keys.push(password)
  return [...new Set(keys)].filter(key => key !== apiKey)
}

/** Keys that differ from the right one but that a deployment may accept: with blanks, or in the other letter case. */
export function nearlyRightKeys(world: World, operation: MessagingOperationId, { apiKey }: Actor): string[] {
  const blanks = Object.values(KEYS_WITH_BLANKS) as [(key: string) => string]
  const ways = world.budget === 'thorough' ? blanks : [inTurn(blanks, operation, world.generation.seed)]
  const inOtherCase = tellsCasesApart(apiKey) ? [] : [SIMILAR_KEYS['other letter case'] ?? String]
  return [...inOtherCase, ...ways].map(way => way(apiKey)).filter(key => key !== apiKey)
}

export interface AcceptedCaller {
  readonly person: Actor
  /** The word for this person in checks; with it, a check sends the request as its own. */
  readonly word?: Person
  readonly control: Reply
  /** The changed parameters of a further request, different for each purpose, since a faulty server may carry it out. */
  readonly next: (purpose: string) => Promise<Changes>
}

/** A person whose request was accepted; null if there is no accepted control. */
export const acceptedCaller = shared(async (world, operation: MessagingOperationId): Promise<AcceptedCaller | null> => {
  for (const word of whoTries(world, operation)) {
    const found = await accepted(world, operation, word).catch(unlessMissing)
    if (found) return found
  }
  return null
})

/** If reading needs no permission, a role that differs by endpoint, and the ordinary caller if that role is refused. */
function whoTries(world: World, operation: MessagingOperationId): readonly Person[] {
  if (administering.has(operation)) return ['admin']
  if (!reading.has(operation) || world.budget === 'quick') return ['user']
  const { seed } = world.generation
  const roles = furtherRoles(operation, seed)
  const place = READ_BY_ALL.indexOf(operation) + 1 + seed
  return [roles[place % roles.length] ?? 'user', 'user']
}

async function accepted(world: World, operation: MessagingOperationId, word: Person): Promise<AcceptedCaller | null> {
  const person = await world.someone(word)
  if (!person) return null
  const control = await (word === 'user' || word === 'admin' ? controlReply : controlOfRole)(world, operation, person)
  if (outcomeOf(control) !== 'success') return null
  return { person, word, control, next: purpose => paramsFor(world, operation, purpose, person) }
}

const controlOfRole = shared.by(
  (operation: MessagingOperationId, person: Actor) => `${operation} by ${person.name}`,
  (world, operation, person) => controlBy(world, operation, person),
)

const paramsFor = shared.by(
  (operation: MessagingOperationId, purpose: string, person: Actor) => `${operation} for ${purpose} by ${person.email}`,
  async (world, operation, _purpose, person) => {
    const params = (await controlOf(operation).params(world, person)) as Changes
    // What others edit as well would not show who edited it last.
    if (operation !== 'updateScheduledMessage') return params
    return { ...params, scheduled_message_id: await newScheduledToOneself(world, person) }
  },
)

export interface Impostor {
  readonly name: string
  readonly credentials: { readonly email: string; readonly apiKey: string } | null
}

/** The same request with other credentials; each is sent once, even if several checks need it. */
export async function sentByImpostor(
  world: World,
  operation: MessagingOperationId,
  { person, word, next }: AcceptedCaller,
  purpose: string,
  impostor: Impostor,
): Promise<Reply> {
  const own = word && (await world.someone(word))
  return sentAs(world, operation, impostor, await next(purpose), own ?? person)
}

const sentAs = shared.by(
  (operation: MessagingOperationId, { name, credentials }: Impostor, _params: Changes, _person: Actor) =>
    `${operation} by ${name} ${credentials?.apiKey ?? ''}`,
  async (world, operation, { name, credentials }, params, person) =>
    person.withCredentials(name, credentials).sends(operation, params, await sendOptionsFor(world, operation)),
)

/** The API key of somebody else. */
export async function keyOfAnother(world: World, person: Actor): Promise<string> {
  for (const word of ['second', 'member', 'user', 'admin'] as const) {
    const other = await world.someone(word)
    if (other && other.apiKey !== person.apiKey) return other.apiKey
  }
  throw new Undecided('no-credentials', 'the target file names nobody else', false)
}

/** Returns the reply; throws if it is a refusal and even a plain read is refused: wrong keys may have locked the account. */
export async function unlessShutOut(world: World, reply: Reply, person: Actor): Promise<Reply> {
  if (outcomeOf(reply) === 'error') world.requireAccepted(await person.getLinkifiers())
  return reply
}
