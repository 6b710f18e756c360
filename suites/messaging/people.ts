/** The actors of the messaging API, and the words for them in checks. */
import { type ActorWord, actorRoles } from '../../generated/fixtures.ts'
import {
  type Actor as AnyActor,
  isTransient,
  type People,
  type Reply,
  Undecided,
  type WordsGiven,
} from '../../harness/index.ts'
import { type Actor, asActor } from './actor.ts'
import { codeOf } from './conventions/envelope-heads.ts'
import { outcomeOf } from './outcome.ts'
import type { World } from './world.ts'

/** The body decides; the status counts only if the body is neither envelope. */
const isRefusal = ({ exchange, status }: Reply): boolean => {
  const outcome = outcomeOf(exchange)
  return outcome === 'error' || (outcome === 'neither' && (status === 401 || status === 403))
}

const READS = ['getLinkifiers', 'getProfileFields'] as const
/** Actors that read another list first, so that together they test more than one endpoint. */
const READ_FIRST: Readonly<Record<string, (typeof READS)[number] | 'getUserGroups'>> = {
  admin: 'getProfileFields',
  second: 'getUserGroups',
}

/** The refusal of an actor's credentials: two plain reads must be refused, or one whose refusal `isEnough`. */
async function refusalOf(somebody: AnyActor, isEnough?: (reply: Reply) => boolean): Promise<Reply | null> {
  const actor = asActor(somebody)
  const first = READ_FIRST[somebody.name] ?? READS[0]
  const reply = await actor[first]({}, { observed: true })
  if (!isRefusal(reply)) return null
  if (isEnough?.(reply)) return reply
  const second = await actor[first === READS[0] ? READS[1] : READS[0]]({}, { observed: true })
  return isRefusal(second) ? second : null
}

/** The codes that the contract lists. None of them means that the credentials are wrong; an unlisted code may. */
const LISTED: ReadonlySet<string> = new Set([
  'BAD_REQUEST',
  'STREAM_DOES_NOT_EXIST',
  'INVITATION_FAILED',
  'UNAUTHORIZED_PRINCIPAL',
  'REACTION_DOES_NOT_EXIST',
  'BAD_EVENT_QUEUE_ID',
  'CANNOT_DEACTIVATE_LAST_USER',
  'CANNOT_DEACTIVATE_GROUP_IN_USE',
  'NO_ACTIVE_PUSH_DEVICE',
  'ADMIN_ACTION_REQUIRED',
  'FAILED_TO_CONNECT_BOUNCER',
  'INTERNAL_SERVER_ERROR_ON_BOUNCER',
])

function unlistedCode(body: string): string | null {
  const code = codeOf(body)
  return code === null || LISTED.has(code) ? null : code
}

export const people: People = { roles: actorRoles, other: ['second', 'user'], refusalOf, unlistedCode }

type Words = Pick<
  World,
  ActorWord | 'anyOf' | 'someone' | 'nobody' | 'keyMayHaveEnded' | 'fresh' | 'lastOwner' | 'lastUser'
>

export function wordsForPeople({ cast, client, check, people: named }: WordsGiven): Words {
  const act = (word: string): Actor => {
    const person = named.get(word)
    if (!person) throw new Error(`${check} asks for ${word}, whom its needs do not name`)
    return asActor(cast.act(person, client, check))
  }
  const made = async (kind: string, withWhat: Readonly<Record<string, unknown>>): Promise<Actor> =>
    asActor(cast.act(await cast.fresh(kind, withWhat), client, check))
  const words = {
    [ACT]: act,
    anyOf(...wanted: readonly ActorWord[]) {
      const word = wanted.find(candidate => named.has(candidate))
      if (word === undefined)
        throw new Error(`${check} asks for one of ${wanted.join(', ')}, whom its needs do not name`)
      return act(word)
    },
    async someone(word: ActorWord) {
      if (!cast.offers(word)) return null
      try {
        return asActor(cast.act(await cast.person(word), client, check))
      } catch (error) {
        if (error instanceof Undecided && !isTransient(error)) return null
        throw error
      }
    },
    nobody: asActor(cast.nobody(client, check)),
    keyMayHaveEnded: ({ email }: Actor) => cast.keyMayHaveEnded(email),
    fresh: (role: string) => made('actor', { role, fresh: true }),
    lastOwner: () => made('last-owner', {}),
    lastUser: () => made('last-user', {}),
  }
  return Object.setPrototypeOf(words, actors) as Words
}

const ACT = Symbol('act')

/** A getter for each actor. */
const actors: object = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.keys(actorRoles).map(word => [
      word,
      {
        get(this: { readonly [ACT]: (word: string) => Actor }) {
          return this[ACT](word)
        },
        enumerable: true,
      },
    ]),
  ),
)
