/** A target may shut somebody out for a while after several wrong keys: what it refuses them then shows nothing. */
import type { Api } from './api.ts'
import type { Clock } from './clock.ts'
import type { Reply } from './http/client.ts'
import type { Sending } from './http/sending.ts'
import type { Person } from './people.ts'
import { Undecided } from './undecided.ts'

export interface ShutOut {
  /** Whether this person is refused plain reads in the same words, or somebody was before. */
  isRefusedAlike(person: Person, refusal: string): Promise<boolean>
  /** This person may have another key by now: then the words for a wrong key show nothing either. */
  keyMayHaveEnded(email: string): void
  /**
   * The same as soon as a reply comes, where its code is none of the contract's: it is waited out. Who is not of the whole run is
   * not looked at.
   */
  saysNothing(person: Person, isStanding: boolean): NonNullable<Sending['saysNothing']>
  /** A reply to a wrong key; nobody is shut out before. */
  ofWrongKey: NonNullable<Sending['saysNothing']>
}

/** Looks that found somebody shut out; after so many nobody waits for the end of it, and nothing more is decided. */
const MOST_WAITED_FOR = 12
/** A code that came so often while plain reads were served has another meaning. */
const ORDINARY = 3
/** So few wrong keys shut nobody out: who is refused in the words of these has another key by now, unless it is taken again later. */
const FIRST_WRONG = 3

/** A request that is refused in the words for a wrong key just before somebody is served again is sent again, and so often in a run. */
const MOST_SPARED = 2

/** When somebody who may be locked out is looked at again. */
const LOCKED_MS = [1000, 2000, 4000, 8000, 16_000, 30_000]

/** `look`: the reply by which plain reads are refused, of which one may be enough; null where they are served. */
export function shutOut(
  api: Api | undefined,
  look: (person: Person, isEnough: (reply: Reply) => boolean) => Promise<Reply | null>,
  { sleep }: Pick<Clock, 'sleep'>,
): ShutOut {
  const refusalOf = (response: { readonly status: number; readonly body: string } | undefined): string | null =>
    (response && api?.replies.refusal(response)) ?? null
  /** What people were shut out with; some of them may be served again by now. */
  const known = new Set<string>()
  /** How often a code came while plain reads were served. */
  const served = new Map<string, number>()
  const looking = new Map<string, Promise<string | null>>()
  let found = 0
  let wrong = 0
  const ofWrongKeys = new Set<string>()
  const ended = new Set<string>()
  const mayBeShutOut = (refusal: string | null): refusal is string =>
    refusal !== null && wrong > 0 && !ofWrongKeys.has(refusal)
  const locks = new Map<string, Promise<boolean>>()
  let spared = 0

  /** Whether somebody who is refused in the words for a wrong key is served again with the same key some time later. */
  const isLocked = async (person: Person, refusal: string): Promise<boolean> => {
    if (wrong <= FIRST_WRONG || (await refusedNow(person, refusal)) !== refusal) return false
    const asked = locks.get(person.email) ?? isServedLater(person, refusal)
    locks.set(person.email, asked)
    if (!(await asked)) return false
    ofWrongKeys.delete(refusal)
    known.add(refusal)
    return true
  }
  /** The same while the run goes on; where it has just ended, the request is sent again. */
  const wasLocked = async (person: Person, refusal: string): Promise<boolean> => {
    if ((await refusedNow(person, refusal)) === null) return spared++ < MOST_SPARED
    return isLocked(person, refusal)
  }
  const isServedLater = async (person: Person, refusal: string): Promise<boolean> => {
    for (const wait of LOCKED_MS) {
      await sleep(wait)
      if ((await refusedNow(person, refusal)) === null) return true
    }
    return false
  }

  /** How a plain read is refused; once is enough where it is so in these words. */
  const refusedNow = (person: Person, refusal: string): Promise<string | null> => {
    const key = `${person.email} ${refusal}`
    const before = looking.get(key)
    if (before) return before
    const inWords = (reply: Reply | null): string | null => refusalOf(reply?.exchange.response)
    const asked = look(person, reply => inWords(reply) === refusal).then(inWords)
    const done = asked.finally(() => looking.delete(key))
    looking.set(key, done)
    return done
  }
  return {
    async isRefusedAlike(person, refusal) {
      if (known.has(refusal) && !ofWrongKeys.has(refusal)) return true
      if (!mayBeShutOut(refusal) && !ended.has(person.email)) return isLocked(person, refusal)
      if ((await refusedNow(person, refusal)) !== refusal) return false
      known.add(refusal)
      return true
    },
    keyMayHaveEnded: email => void ended.add(email),
    ofWrongKey(came) {
      const refusal = refusalOf(came)
      if (refusal !== null && wrong++ < FIRST_WRONG) ofWrongKeys.add(refusal)
      return false
    },
    saysNothing: (person, isStanding) => came => {
      const code = api?.people?.unlistedCode(came.body) ?? null
      if (code === null || (served.get(code) ?? 0) >= ORDINARY) return false
      const refusal = refusalOf(came)
      if (refusal !== null && ofWrongKeys.has(refusal) && wrong > FIRST_WRONG && isStanding && !ended.has(person.email))
        return wasLocked(person, refusal).catch(() => false)
      if (!mayBeShutOut(refusal)) return false
      const isOver = found >= MOST_WAITED_FOR || !isStanding
      if (isOver && known.has(refusal)) return Promise.resolve(new IsShutOut(person.name))
      if (!isStanding) return false
      return refusedNow(person, refusal).then(
        now => {
          const hasEnded = now === null && known.has(refusal)
          if (now === null && !hasEnded) served.set(code, (served.get(code) ?? 0) + 1)
          if (now !== refusal && !hasEnded) return false
          known.add(refusal)
          found++
          return true
        },
        () => false,
      )
    },
  }
}

/** Somebody is refused for a while, whatever they ask. */
export class IsShutOut extends Undecided {
  constructor(name: string, ...exchanges: readonly number[]) {
    const says = `the target refuses ${name} in the same words even plain reads, which it served before`
    super('prerequisite-failed', says, true, exchanges)
  }
}
