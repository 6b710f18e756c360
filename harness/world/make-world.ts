/** Puts together the world of one check, for one try. */
import { type Api, apiNamed, type ReplyReading, type Requirement } from '../api.ts'
import { withWords } from '../api-words.ts'
import { type Budget, type Check, fullId, type Visit } from '../check.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Client } from '../http/client.ts'
import { type CombinationBook, combinationBook } from '../interactions/book.ts'
import { Claim, type Judgeable, type RecordOptions } from '../judging/claim.ts'
import { decidedClaim, type RunLedger } from '../judging/ledger.ts'
import { tries } from '../judging/tried.ts'
import type { Person } from '../people/people.ts'
import { requestsOf } from '../properties/generation.ts'
import { randomFrom, shortHash } from '../random.ts'
import { stopped } from '../reason.ts'
import type { Replies } from '../replies.ts'
import type { Session } from '../run/session.ts'
import { lack, Stop, Undecided } from '../undecided.ts'
import { nameWithin, SHORT_NAME } from './name-within.ts'
import type { Memo, ProvidedUse, SharedUse } from './shared.ts'
import type { World } from './world.ts'

type SessionParts = Pick<
  Session,
  | 'alone'
  | 'apis'
  | 'cast'
  | 'cleanArgs'
  | 'clientOf'
  | 'clock'
  | 'clockOf'
  | 'firstRequests'
  | 'hurried'
  | 'long'
  | 'made'
  | 'observe'
  | 'provisioner'
  | 'runId'
  | 'target'
>

/** What the worlds of a run share: parts of the session, the ledger, and what is judged. */
export interface WorldParts extends SessionParts {
  readonly seed: number
  readonly budget: Budget
  readonly generated?: Generated
  readonly allow: readonly ('write' | 'destructive')[]
  readonly ledger: RunLedger
  /** Requirements in scope that this run judges. */
  readonly judged: ReadonlyMap<string, Requirement>
  /** Requirements that the target has no data to demonstrate, by id, and why. */
  readonly lacking?: Map<string, string>
  readonly combined?: CombinationBook
  readonly onShared?: SharedUse | undefined
  readonly onProvided?: ProvidedUse | undefined
  readonly replies?: Pick<Replies, 'accepted' | 'acceptedOf'>
  /** Lets another check begin while this one only waits. */
  readonly aside?: (<T>(waiting: Promise<T>) => Promise<T>) | undefined
}

/** Options of a run about generated requests, beyond its budget. */
export interface Generated {
  readonly requests?: number | undefined
  readonly path?: string | undefined
  readonly found: Map<string, string>
  readonly onTried?: NonNullable<World['generation']['onTried']>
  readonly onDraw?: NonNullable<World['generation']['onDraw']>
}

export interface Try {
  readonly item: Check | Visit
  readonly attempt: number
  /** The attempt is repeated because a reply never came, or a request may have been sent twice; what it creates has other names. */
  readonly again: boolean
  /** Of the requests that wait, those with the lowest rank leave first. */
  readonly rank?: number
  /** The rank of a request by the number of requests sent before it, if not all of them have the rank of the check. */
  readonly placeOf?: ((sent: number) => number) | undefined
  readonly people: ReadonlyMap<string, Person>
  readonly memo: Memo
  /** Collects failures that must be examined before they count; without it they count at once. */
  readonly doubted?: Doubt[]
}

/** A failure with a refused request: there may be no room for more, or its actor may be shut out. */
export interface Doubt {
  readonly requirement: string
  readonly weight: 'must' | 'should'
  readonly refused: readonly Exchange[]
  /** Records the failure. */
  readonly fails: () => void
}

/** After Ctrl-C, ends a check whose replies are long: its remaining requests and claims would take too long. */
export function unlessOver({ long, hurried }: Pick<WorldParts, 'long' | 'hurried'>): void {
  if (long.seen() && hurried()) throw new Undecided(stopped(undefined))
}

export function makeWorld(parts: WorldParts, current: Try): World {
  const { item, attempt, again, people, memo, rank = 0, placeOf = () => rank } = current
  const { target, ledger } = parts
  const { area } = item
  const requirements: readonly string[] = item.does === 'check' ? item.requirements : []
  const tried = tries(parts.apis)
  let sent = 0
  const clientFor = (api: string): Client => ({
    async send(sending) {
      const place = placeOf(sent++) + (sending.rank ?? 0)
      const turn = { rank: place, ...(place > rank && { aside: parts.aside }) }
      const reply = await parts.clientOf(api).send({ attempt, ...sending, check: item.id, ...turn })
      tried.note(reply.exchange)
      return reply
    },
  })
  const tag = shortHash(`${item.id}${attempt === 1 ? '' : `#${attempt}`}${again ? '#again' : ''}`, 6)
  const random = randomFrom(parts.seed, item.id)
  let namesGiven = 0

  const readingOf = ({ api }: Pick<Exchange, 'api'>): ReplyReading => {
    const known = apiNamed(parts.apis, api)
    if (!known) throw new Error(`${item.id} claims about a reply of ${api}, which nobody describes`)
    return known.replies
  }
  const isRefused = (exchange: Exchange): boolean =>
    exchange.actor !== null && readingOf(exchange).outcome(exchange) === 'error'
  const claimAs = (requirement: string, replies: readonly Judgeable[]): Claim => {
    unlessOver(parts)
    return new Claim(
      replies,
      (predicate, args, exchanges, control, judgement, options: RecordOptions) => {
        const known = parts.judged.get(requirement)
        if (!known) return
        const weight = options.weight ?? known.level
        const made = { requirement, check: item.id, predicate, args, exchanges, control, attempt, weight }
        for (const exchange of exchanges) tried.note(exchange)
        if (judgement.outcome === 'vacuous') {
          const cause = new Undecided('prerequisite-failed', judgement.why, judgement.isUnclear === true)
          return ledger.undecided(requirement, item.id, attempt, weight, cause)
        }
        const claim = decidedClaim(made, judgement)
        if (judgement.outcome === 'holds') return ledger.add(claim)
        const triedInWords = options.sent ?? tried.inWords(exchanges, control)
        const fails = (): void => ledger.add({ ...claim, ...(triedInWords !== null && { tried: triedInWords }) })
        const refused = exchanges.filter(isRefused)
        if (refused.length > 0 && current.doubted) current.doubted.push({ requirement, weight, refused, fails })
        else fails()
        if (weight === 'must') throw new Stop(requirement)
      },
      readingOf,
      parts.cleanArgs,
    )
  }
  const requireListed = (requirement: string): string => {
    if (!requirements.includes(requirement))
      throw new Error(`${item.id} claims for ${requirement}, which it does not list`)
    return requirement
  }
  const nameOf = (id: string): string => (requirements.includes(id) ? id : requireListed(fullId(area, id)))
  const onlyRequirement = (): string => {
    const [only, ...more] = requirements
    if (only === undefined || more.length > 0) throw new Error(`${item.id} has to say for which requirement it claims`)
    return only
  }

  const { cast, provisioner } = parts
  const words = (api: Api): object =>
    api.words?.({
      target,
      cast,
      provisioner,
      people,
      check: item.id,
      client: clientFor(api.name),
      alone: action => parts.alone(api.name, item.id, action),
      firstRequests: () => parts.firstRequests(api.name),
    }) ?? {}
  const world: World = {
    provide(kind, withWhat = {}) {
      const given = parts.cast.reads(kind, withWhat, () => parts.provisioner.provide(kind, withWhat))
      if (parts.onProvided) given.then(parts.onProvided.bind(null, item.id), () => {})
      return given
    },
    budget: parts.budget,
    allows: word => parts.allow.includes(word),
    tries(values, atQuick = 1) {
      if (parts.budget !== 'quick') return values
      return atQuick === 'any' ? random.sample(values, 1) : values.slice(0, atQuick)
    },
    random,
    generation: {
      seed: parts.seed,
      check: item.id,
      again: attempt > 1,
      requests: requestsOf(parts.budget, parts.generated?.requests),
      path: parts.generated?.path ?? null,
      found: parts.generated?.found ?? new Map(),
      restsOn: new Map(),
      ...(parts.generated?.onTried && { onTried: parts.generated.onTried }),
      ...(parts.generated?.onDraw && { onDraw: parts.generated.onDraw }),
    },
    combined: parts.combined ?? combinationBook(),
    clock: parts.clockOf?.(item.id, parts.clock) ?? parts.clock,
    name(label, most = SHORT_NAME) {
      namesGiven++
      return nameWithin(most, parts.runId, `${tag}${namesGiven}`, label)
    },
    memo,
    inTurns: parts.long.inTurns,
    ...(item.does === 'check' && item.takesTurns && { aside: parts.aside }),
    ...(parts.onShared && { onShared: parts.onShared.bind(null, item.id) }),
    claim: (...replies) => claimAs(onlyRequirement(), replies),
    claimFor: (id, ...replies) => claimAs(nameOf(id), replies),
    judges: id => parts.judged.has(nameOf(id)),
    judgedAlone: id => ledger.of(id).some(({ check, outcome }) => check === id && outcome !== 'undecided'),
    requireAccepted: reply => {
      unlessOver(parts)
      tried.note(reply.exchange)
      new Claim([reply], () => {}, readingOf).isControl()
    },
    cannotJudge(why, id) {
      const requirement = id === undefined ? onlyRequirement() : nameOf(id)
      const known = parts.judged.get(requirement)
      if (known) ledger.undecided(requirement, item.id, attempt, known.level, new Undecided('prerequisite-failed', why))
    },
    lacks(why, ...names) {
      for (const id of names.length > 0 ? names.map(name => fullId(area, name)) : [onlyRequirement()]) {
        const known = parts.judged.get(id)
        if (known && requirements.includes(id)) ledger.undecided(id, item.id, attempt, known.level, lack(why))
        else parts.lacking?.set(id, why)
      }
    },
    observe: parts.observe,
    made: parts.made,
  }
  return withWords(world, parts.apis, words)
}
