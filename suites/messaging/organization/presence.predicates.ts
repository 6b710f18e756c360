/** Predicates about the users in presence replies. */
import {
  broken,
  type Exchange,
  holds,
  isObject,
  type Judgement,
  predicate,
  shown,
  vacuous,
  valueAt,
} from '../../../harness/index.ts'

type Entries = Readonly<Record<string, unknown>>

/** Judges each user's object; a reply that lists nobody is no evidence. */
function eachUser(exchanges: readonly Exchange[], judge: (email: string, user: Entries) => Judgement): Judgement {
  const users = exchanges.flatMap(({ json }) => Object.entries((valueAt(json, '/presences') as Entries | null) ?? {}))
  if (users.length === 0) return vacuous('nobody is listed')
  for (const [email, user] of users) {
    const judgement = judge(email, isObject(user) ? user : {})
    if (judgement.outcome !== 'holds') return judgement
  }
  return holds
}

export const keyedByEmail = predicate('messaging.presence.keyed-by-email', exchanges =>
  eachUser(exchanges, email => (/^\S.*@\S+$/.test(email) ? holds : broken('an email address as key', shown(email)))),
)

export const identical = predicate('messaging.presence.identical', exchanges =>
  eachUser(exchanges, (email, { website, aggregated }) => {
    const show = (entry: unknown): string =>
      isObject(entry) ? shown([entry['status'], entry['timestamp']]) : shown(entry)
    return show(website) === show(aggregated)
      ? holds
      : broken(`status and timestamp of ${email} to be ${show(website)} in both`, show(aggregated))
  }),
)

export const notPushable = predicate('messaging.presence.aggregated-without-pushable', exchanges =>
  eachUser(exchanges, (email, { aggregated }) =>
    isObject(aggregated) && Object.hasOwn(aggregated, 'pushable')
      ? broken(`no pushable in 'aggregated' of ${email}`, shown(aggregated))
      : holds,
  ),
)

const DAY = 86_400

/** The current time in seconds: by the target's clock if it is plausible, else by ours. */
const present = (serverTimestamp: unknown, now: number): number =>
  typeof serverTimestamp === 'number' && Math.abs(serverTimestamp - now / 1000) < DAY ? serverTimestamp : now / 1000

/**
 * The entry of the user (or of anybody, if the user is not listed) has a timestamp within a day of now. The contract does not
 * say how often presence is recorded; a day is enough to detect wrong units and a timestamp that never changes.
 */
export const seenJustNow = predicate(
  'messaging.presence.seen-just-now',
  ([exchange], args: { email: string; now: number }) => {
    const users = Object.entries((valueAt(exchange?.json, '/presences') as Entries | null) ?? {})
    if (users.length === 0) return vacuous('nobody is listed')
    const own = users.filter(([email]) => email.toLowerCase() === args.email.toLowerCase())
    const stamps = (own.length > 0 ? own : users).map(([, user]) => valueAt(user, '/aggregated/timestamp'))
    const seconds = present(valueAt(exchange?.json, '/server_timestamp'), args.now)
    return stamps.some(stamp => typeof stamp === 'number' && Math.abs(stamp - seconds) < DAY)
      ? holds
      : broken(`an entry of ${args.email} of the present, ${Math.round(seconds)} in UNIX seconds`, shown(stamps))
  },
)

export const isSeen = ({ exchange }: { exchange: Exchange }, args: { email: string; now: number }): boolean =>
  seenJustNow.judge([exchange], args).outcome === 'holds'

/** In milliseconds: it may take a moment until presence shows an activity. */
export const PRESENCE_WAITS = [500, 2000, 5000]
