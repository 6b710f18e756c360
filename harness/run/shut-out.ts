/** A target may shut an actor out for a while after several wrong keys: its refusals then prove nothing. */
import type { Api } from '../api.ts'
import type { Clock } from '../clock.ts'
import type { Reply } from '../http/client.ts'
import type { Sending } from '../http/sending.ts'
import type { Person } from '../people/people.ts'
import { Undecided } from '../undecided.ts'

export interface ShutOut {
  /** Whether plain reads of this person get the same refusal, or did so for anybody before. */
  isRefusedAlike(person: Person, refusal: string): Promise<boolean>
  /** This person may have a new key by now: then a refusal as of a wrong key proves nothing either. */
  keyMayHaveEnded(email: string): void
  /**
   * The same for a reply as soon as it comes, if its code is not in the contract: then the client waits and sends
   * again. People who do not stay the same for the whole run are not examined.
   */
  saysNothing(person: Person, isStanding: boolean): NonNullable<Sending['saysNothing']>
  /** Notes a reply to a wrong key: before the first one nobody can be shut out. */
  ofWrongKey: NonNullable<Sending['saysNothing']>
}

/** How many requests wait for the end of a shut-out; after that, refused requests are left undecided. */
const MOST_WAITED_FOR = 40
/** A code that came this often while plain reads were accepted has another meaning. */
const ORDINARY_AFTER = 3
/** This few wrong keys shut nobody out: their refusals mean a wrong key, unless the same key is accepted again later. */
const FIRST_WRONG = 3

/** How often in a run a request is sent again that was refused like a wrong key just before the key was accepted again. */
const MOST_RESENT = 2

/** The waits before each new look at somebody who may be locked out. */
const LOCKED_MS = [1000, 2000, 4000, 8000, 16_000, 30_000]

/** `look` returns the reply that refuses plain reads (one refusal may be enough); null if they are accepted. */
export function shutOut(
  api: Api | undefined,
  look: (person: Person, isEnough: (reply: Reply) => boolean) => Promise<Reply | null>,
  { sleep }: Pick<Clock, 'sleep'>,
): ShutOut {
  const refusalOf = (response: { readonly status: number; readonly body: string } | undefined): string | null =>
    (response && api?.replies.refusal(response)) ?? null
  /** The refusals of people who were shut out; some of them may be accepted again by now. */
  const knownRefusals = new Set<string>()
  /** How often a code came while plain reads were accepted. */
  const servedCodes = new Map<string, number>()
  const lookups = new Map<string, Promise<string | null>>()
  let timesWaited = 0
  let wrongKeys = 0
  const ofWrongKeys = new Set<string>()
  const renewedKeys = new Set<string>()
  const mayBeShutOut = (refusal: string | null): refusal is string =>
    refusal !== null && wrongKeys > 0 && !ofWrongKeys.has(refusal)
  const locks = new Map<string, Promise<boolean>>()
  let resent = 0

  /** Whether somebody who is refused like a wrong key is accepted again with the same key some time later. */
  const isLocked = async (person: Person, refusal: string): Promise<boolean> => {
    if (wrongKeys <= FIRST_WRONG || (await refusedNow(person, refusal)) !== refusal) return false
    const asked = locks.get(person.email) ?? isServedLater(person, refusal)
    locks.set(person.email, asked)
    if (!(await asked)) return false
    ofWrongKeys.delete(refusal)
    knownRefusals.add(refusal)
    return true
  }
  /** The same for a reply as it comes; if the lock has just ended, the request is sent again. */
  const wasLocked = async (person: Person, refusal: string): Promise<boolean> => {
    if ((await refusedNow(person, refusal)) === null) return resent++ < MOST_RESENT
    return isLocked(person, refusal)
  }
  const isServedLater = async (person: Person, refusal: string): Promise<boolean> => {
    for (const wait of LOCKED_MS) {
      await sleep(wait)
      if ((await refusedNow(person, refusal)) === null) return true
    }
    return false
  }

  /** The refusal of a plain read, null if it is accepted; one read is enough if it gets this refusal. */
  const refusedNow = (person: Person, refusal: string): Promise<string | null> => {
    const key = `${person.email} ${refusal}`
    const before = lookups.get(key)
    if (before) return before
    const inWords = (reply: Reply | null): string | null => refusalOf(reply?.exchange.response)
    const asked = look(person, reply => inWords(reply) === refusal).then(inWords)
    const done = asked.finally(() => lookups.delete(key))
    lookups.set(key, done)
    return done
  }
  return {
    async isRefusedAlike(person, refusal) {
      if (knownRefusals.has(refusal) && !ofWrongKeys.has(refusal)) return true
      if (!mayBeShutOut(refusal) && !renewedKeys.has(person.email)) return isLocked(person, refusal)
      if ((await refusedNow(person, refusal)) !== refusal) return false
      knownRefusals.add(refusal)
      return true
    },
    keyMayHaveEnded: email => void renewedKeys.add(email),
    ofWrongKey(reply) {
      const refusal = refusalOf(reply)
      if (refusal !== null && wrongKeys++ < FIRST_WRONG) ofWrongKeys.add(refusal)
      return false
    },
    saysNothing: (person, isStanding) => reply => {
      const code = api?.people?.unlistedCode(reply.body) ?? null
      if (code === null || (servedCodes.get(code) ?? 0) >= ORDINARY_AFTER) return false
      const refusal = refusalOf(reply)
      if (
        refusal !== null &&
        ofWrongKeys.has(refusal) &&
        wrongKeys > FIRST_WRONG &&
        isStanding &&
        !renewedKeys.has(person.email)
      )
        return wasLocked(person, refusal).catch(() => false)
      if (!mayBeShutOut(refusal)) return false
      const isOver = timesWaited >= MOST_WAITED_FOR || !isStanding
      if (isOver && knownRefusals.has(refusal)) return Promise.resolve(new IsShutOut(person.name))
      if (!isStanding) return false
      return refusedNow(person, refusal).then(
        now => {
          const hasEnded = now === null && knownRefusals.has(refusal)
          if (now === null && !hasEnded) servedCodes.set(code, (servedCodes.get(code) ?? 0) + 1)
          if (now !== refusal && !hasEnded) return false
          knownRefusals.add(refusal)
          timesWaited++
          return true
        },
        () => false,
      )
    },
  }
}

/** An actor is refused for a while, whatever it requests. */
export class IsShutOut extends Undecided {
  constructor(name: string, ...exchanges: readonly number[]) {
    const says = `the target refuses ${name} in the same words even plain reads, which it served before`
    super('prerequisite-failed', says, true, exchanges)
  }
}
