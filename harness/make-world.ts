/** Puts together the world of one check, for one try. */
import { type Api, apiNamed, type ReplyReading, type Requirement } from './api.ts'
import { withWords } from './api-words.ts'
import { type Budget, type Check, fullId, type Visit } from './check.ts'
import type { Exchange } from './evidence/exchange.ts'
import type { Client } from './http/client.ts'
import { type CombinationBook, combinationBook } from './interactions/book.ts'
import { Claim, type Judgeable, type RecordOptions } from './judging/claim.ts'
import type { RunLedger } from './judging/ledger.ts'
import { tries } from './judging/tried.ts'
import { nameWithin, SHORT_NAME } from './name-within.ts'
import type { Person } from './people.ts'
import { requestsOf } from './properties/generation.ts'
import { randomFrom, shortHash } from './random.ts'
import { stopped } from './reason.ts'
import type { Replies } from './replies.ts'
import type { Session } from './session.ts'
import type { Memo, ProvidedUse, SharedUse } from './shared.ts'
import { lack, Stop, Undecided } from './undecided.ts'
import type { World } from './world.ts'

/** What the worlds of a run share: the session, the ledger, and what is judged. */
export interface WorldParts extends Omit<Session, 'leftovers' | 'observations' | 'onThrottled' | 'open' | 'stamp'> {
  readonly seed: number
  readonly budget: Budget
  readonly generated?: Generated
  readonly allow: readonly ('write' | 'destructive')[]
  readonly ledger: RunLedger
  /** Requirements in scope that this run judges. */
  readonly judged: ReadonlyMap<string, Requirement>
  /** What the target holds nothing to show of, and why: requirement ids. */
  readonly lacking?: Map<string, string>
  readonly combined?: CombinationBook
  readonly onShared?: SharedUse | undefined
  readonly onProvided?: ProvidedUse | undefined
  readonly replies?: Pick<Replies, 'accepted' | 'acceptedOf'>
  /** Lets another check begin while something is only waited for. */
  readonly aside?: (<T>(waiting: Promise<T>) => Promise<T>) | undefined
}

/** What a run says about generated requests beyond its budget. */
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
  /** Once more after a reply that never came: the same attempt under other names. */
  readonly again: boolean
  /** Its requests leave before those of a higher one that wait as well. */
  readonly rank?: number
  /** The place of its requests, by how many it has sent before, where they do not all leave in its own. */
  readonly placeOf?: ((sent: number) => number) | undefined
  readonly people: ReadonlyMap<string, Person>
  readonly memo: Memo
  /** Takes failures that have to be looked into before they count; they count at once where there is none. */
  readonly doubted?: Doubt[]
}

/** A request that was refused, and not as it had to be: there may be no room for more, or its actor may be shut out. */
export interface Doubt {
  readonly requirement: string
  readonly weight: 'must' | 'should'
  readonly refused: readonly Exchange[]
  /** Writes the failure down. */
  readonly fails: () => void
}

/** Where replies are long, nobody who has pressed Ctrl-C waits for what is left to try and to claim. */
export function unlessOver({ long, hurried }: Pick<WorldParts, 'long' | 'hurried'>): void {
  if (long.seen() && hurried()) throw new Undecided(stopped(undefined))
}

export function makeWorld(parts: WorldParts, trying: Try): World {
  const { item, attempt, again, people, memo, rank = 0, placeOf = () => rank } = trying
  const { target, ledger } = parts
  const { area } = item
  const requirements: readonly string[] = item.does === 'check' ? item.requirements : []
  const tried = tries(parts.apis)
  let sent = 0
  const bound = (api: string): Client => ({
    async send(sending) {
      const place = placeOf(sent++) + (sending.rank ?? 0)
      const turn = { rank: place, ...(place > rank && { aside: parts.aside }) }
      const reply = await parts.clientOf(api).send({ ...sending, check: item.id, attempt, ...turn })
      tried.note(reply.exchange)
      return reply
    },
  })
  const tag = shortHash(`${item.id}${attempt === 1 ? '' : `#${attempt}`}${again ? '#again' : ''}`, 6)
  const random = randomFrom(parts.seed, item.id)
  let named = 0

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
        const base = {
          requirement,
          check: item.id,
          predicate: predicate.name,
          args,
          exchanges: exchanges.map(({ n }) => n),
          control: control?.n ?? null,
          attempt,
          weight,
        }
        for (const exchange of exchanges) tried.note(exchange)
        if (judgement.outcome === 'vacuous')
          return ledger.undecided(
            requirement,
            item.id,
            attempt,
            weight,
            new Undecided('prerequisite-failed', judgement.why),
          )
        if (judgement.outcome === 'holds')
          return ledger.add({ ...base, outcome: 'holds', expected: null, actual: null })
        const how = options.sent ?? tried.inWords(exchanges, control)
        const { expected, actual, about } = judgement
        const fails = (): void =>
          ledger.add({
            ...{ ...base, outcome: 'broken', expected, actual },
            ...(about && { about }),
            ...(how !== null && { tried: how }),
          })
        const refused = exchanges.filter(isRefused)
        if (refused.length > 0 && trying.doubted) trying.doubted.push({ requirement, weight, refused, fails })
        else fails()
        if (weight === 'must') throw new Stop(requirement)
      },
      readingOf,
      parts.cleanArgs,
    )
  }
  const listed = (requirement: string): string => {
    if (!requirements.includes(requirement))
      throw new Error(`${item.id} claims for ${requirement}, which it does not list`)
    return requirement
  }
  const nameOf = (id: string): string => (requirements.includes(id) ? id : listed(fullId(area, id)))
  const single = (): string => {
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
      client: bound(api.name),
      alone: action => parts.alone(api.name, item.id, action),
      firstRequests: () => parts.firstRequests(api.name),
    }) ?? {}
  const world: World = {
    provide(kind, withWhat = {}) {
      const given = parts.provisioner.provide(kind, withWhat)
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
      named++
      return nameWithin(most, parts.runId, `${tag}${named}`, label)
    },
    memo,
    inTurns: parts.long.inTurns,
    ...(parts.onShared && { onShared: parts.onShared.bind(null, item.id) }),
    claim: (...replies) => claimAs(single(), replies),
    claimFor: (id, ...replies) => claimAs(nameOf(id), replies),
    judges: id => parts.judged.has(nameOf(id)),
    judgedAlone: id => ledger.of(id).some(({ check, outcome }) => check === id && outcome !== 'undecided'),
    requireAccepted: reply => {
      unlessOver(parts)
      tried.note(reply.exchange)
      new Claim([reply], () => {}, readingOf).isControl()
    },
    cannotJudge(why, id) {
      const requirement = id === undefined ? single() : nameOf(id)
      const known = parts.judged.get(requirement)
      if (known) ledger.undecided(requirement, item.id, attempt, known.level, new Undecided('prerequisite-failed', why))
    },
    lacks(why, ...names) {
      for (const id of names.length > 0 ? names.map(name => fullId(area, name)) : [single()]) {
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
