/** The model of an operation: the values its requests combine, which are accepted or refused, and what later reads show. */
import { type MessagingOperationId, operations, type ParameterData } from '../../../generated/operations.ts'
import {
  type Bounds,
  type Budget,
  type Combinations,
  type Driver,
  type Exclusion,
  type Isolation,
  interact,
  type Needs,
  type Outcome,
  plainest,
  type Reply,
  type Row,
  type Ruling,
  type SendOptions,
  Undecided,
} from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { messaging } from '../api.ts'
import { sendControlWhileRoom } from '../capacity.ts'
import { reservedTo } from '../controls/variations.ts'
import { anotherOf, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import type { Person, Run, World } from '../world.ts'
import { onlyAcceptedAfterOthers, REFUSED_TO_ANOTHER, refusedToOthers } from './before.ts'
import { extraDecides, extraIn, extraListed, extraOf } from './extra.ts'
import type { RequirementId, Rule } from './rules.ts'
import { FORM, type ModelFactor, type ModelValue, type RequestContext, value } from './values.ts'

export type { ModelFactor } from './values.ts'

/** A request that was sent, with its reply. */
export interface Done {
  readonly row: Row
  readonly reply: Reply
  readonly outcome: Outcome
  readonly caller: Actor
  readonly params: Params
  readonly notes: ReadonlyMap<string, unknown>
  readonly form?: string
}

export type Params = Readonly<Record<string, unknown>>

export interface OperationModel {
  readonly operation: MessagingOperationId
  readonly needs: Needs
  /** The factors at this feature level. The first value is the plainest; one called `absent` makes a parameter optional. */
  readonly factors: (level: number) => readonly ModelFactor[]
  readonly exclusions?: readonly Exclusion[]
  readonly risky?: readonly string[]
  /** The requirement that the plainest request is accepted. */
  readonly accepted: RequirementId
  /** Further requirements that `judge` and `review` decide. */
  readonly decides?: readonly RequirementId[]
  /** How many optional parameters a row has; with several, a refusal is open. By default, all that are not `absent` count. */
  readonly beyond?: (row: Row) => number
  /** The parameters as they are sent, if they differ from the factors' values. */
  readonly request?: (context: RequestContext, params: Params) => Promise<Params> | Params
  readonly options?: (context: RequestContext) => SendOptions
  /** Why a reply proves nothing: it reports a limit that the contract lets a deployment have. */
  readonly showsNothing?: (reply: Reply, row: Row) => string | null
  /** Runs right after a reply, before the next request is sent. */
  readonly settled?: (done: Done, world: World) => Promise<void> | void
  /** Further rulings about a reply, besides accepted or refused. */
  readonly judge?: (done: Done, world: World) => readonly Ruling[]
  /** Rulings from reads after all requests. */
  readonly review?: (world: World, done: readonly Done[]) => Promise<readonly Ruling[]>
  /** Arranges the rows in the order in which they are sent; it may add rows. */
  readonly arranged?: (rows: readonly Row[]) => readonly Row[]
  /** The maximum number of requests. */
  readonly rows: Readonly<Record<Budget, number>>
  /** The first feature level that has the operation. */
  readonly since?: number
  readonly isolation?: Isolation
}

const recommended: ReadonlySet<string> = new Set(
  messaging.catalogue.requirements.flatMap(({ id, level }) => (level === 'should' ? [id] : [])),
)

/** Whether the requirement is only recommended (SHOULD). */
const isRecommended = (id: RequirementId): boolean => recommended.has(id)

/** Callers with every permission, so the contract requires that they are accepted; `user` for operations open to all. */
const MUST_BE_ACCEPTED: ReadonlySet<string> = new Set(['owner', 'admin', 'new admin', 'user'])

export const callers = (...words: readonly (Person | `new ${'admin' | 'moderator' | 'member'}`)[]): ModelFactor => ({
  name: 'caller',
  parameter: null,
  values: words.map(word => ({ ...value(word, undefined), open: !MUST_BE_ACCEPTED.has(word) })),
})

/** The callers of endpoints that are for everybody. */
export const everybody: ModelFactor = callers('user', 'owner', 'admin', 'moderator', 'guest', 'bot')

/** A request is sent again: an accepted one must be accepted again, a refused one refused again. */
export const times = (...more: readonly string[]): ModelFactor => ({
  name: 'time',
  parameter: null,
  values: [
    value('first', undefined),
    ...['again', ...more].map(time => ({ ...value(time, undefined), repeats: true as const })),
  ],
})

/** Each of these parameters is the first in some requests. */
export const firstIn = (...names: readonly string[]): ModelFactor => ({
  name: 'order',
  parameter: null,
  values: [value('as listed', undefined), ...names.map(name => value(`${name} first`, undefined))],
})

/** Parameters are sent in any order: each one is first in some requests. */
export const anyOrder = (operation: MessagingOperationId, level: number): ModelFactor => ({
  name: 'order',
  parameter: null,
  values: [
    value('as listed', undefined),
    value('reversed', undefined),
    ...(operations[operation].parameters as readonly ParameterData[])
      .filter(({ since = 0, until = Number.POSITIVE_INFINITY }) => since <= level && level <= until)
      .map(({ name }) => ({ ...value(`${name} first`, undefined), of: 'another first' })),
  ],
})

const UNSENT: readonly unknown[] = ['absent', 'missing', 'left out']

/** The parameter that a row puts first; undefined if they are in their listed order. */
const leading = (row: Row): string | undefined => /^(.+) first$/.exec(row['order'] ?? '')?.[1]

const unsentFirst: Exclusion = {
  reason: 'what is not sent is not first',
  excludes: row => UNSENT.includes(row[leading(row) ?? '']),
}

/** The parameters in the order of the row. */
function ordered(row: Row, sent: readonly (readonly [string, unknown])[]): Params {
  const first = leading(row)
  if (row['order'] === 'reversed') return Object.fromEntries(sent.toReversed())
  return Object.fromEntries([...sent.filter(([name]) => name === first), ...sent.filter(([name]) => name !== first)])
}

/** The factors at this level, with the values that this budget has time for. */
const factorsOf = (model: OperationModel, level: number, budget: Budget): readonly ModelFactor[] =>
  [...model.factors(level), ...extraOf(model.operation, level)].map(factor => ({
    ...factor,
    values: factor.values
      .filter(({ from = budget }) => from === budget)
      .map(one => (one.rule && isRecommended(one.rule.by) ? { ...one, recommended: true } : one)),
  }))

export function combinationsOf(model: OperationModel, level: number, budget: Budget = 'thorough'): Combinations {
  const factors = factorsOf(model, level, budget).map(({ name, values }) => ({ name, values }))
  return {
    operation: model.operation,
    factors,
    constraints: [...(model.exclusions ?? []), unsentFirst, onlyAcceptedAfterOthers(model.factors(level))],
    // A model that names none has few factors, and all of them are combined.
    risky: model.risky ?? factors.map(({ name }) => name),
  }
}

/** Feature levels at which requests change. */
const LEVELS = [0, 215, 248, 294, 334, 361, 389, 417]

/** The requirements that the model decides at any level. */
export const requirementsOf = (model: OperationModel): RequirementId[] => [
  ...new Set([
    model.accepted,
    ...(model.decides ?? []),
    ...extraDecides(model.operation),
    ...LEVELS.flatMap(model.factors).flatMap(({ values }) =>
      values.flatMap(({ rule, by }) => [...(rule ? [rule.by] : []), ...(by === undefined ? [] : [by])]),
    ),
  ]),
]

const boundsOf = ({ rows }: OperationModel, budget: Budget): Bounds => ({
  rows: rows[budget],
  strength: budget === 'thorough' ? 3 : 2,
})

/** The check that combines the values of an operation. */
export function combined(model: OperationModel): Run {
  return async world => {
    const bounds = boundsOf(model, world.budget)
    if (bounds.rows === 0 || world.level < (model.since ?? 0)) return
    const whole = factorsOf(model, world.level, world.budget)
    const people = await peopleOf(world, whole)
    const factors = whole.map(factor =>
      factor.name === 'caller' ? { ...factor, values: factor.values.filter(({ name }) => people.has(name)) } : factor,
    )
    if (factors.some(({ values }) => values.length === 0)) return
    await sendControlWhileRoom(world, model.operation)
    const isReserved = (await reservedTo(world, model.operation)) !== null
    const judged = isReserved ? factors.map(openToOwnersOnly) : factors
    const combinations = { ...combinationsOf(model, world.level, world.budget), factors: judged }
    await interact(world, combinations, driverOf(world, model, judged, people), bounds)
  }
}

/** Only owners must be accepted: the operation is reserved to them. */
const openToOwnersOnly = (factor: ModelFactor): ModelFactor =>
  factor.name === 'caller'
    ? { ...factor, values: factor.values.map(one => ({ ...one, open: one.name !== 'owner' })) }
    : factor

async function peopleOf(world: World, factors: readonly ModelFactor[]): Promise<Map<string, Actor>> {
  const found = new Map<string, Actor>()
  for (const { name } of factors.find(factor => factor.name === 'caller')?.values ?? []) {
    const somebody = await somebodyCalled(world, name)
    // If one person stands in for another role, such as an owner for the administrator, they are one caller.
    if (somebody && ![...found.values()].some(({ email }) => email === somebody.email)) found.set(name, somebody)
  }
  return found
}

/** The actor for a caller's name; `new admin` is an account of exactly this role, made for this run. */
async function somebodyCalled(world: World, name: string): Promise<Actor | null> {
  if (name === 'nobody') return world.nobody
  if (name === 'user') return world.anyOf('user', 'member', 'admin', 'owner')
  if (name.startsWith('new ')) return anotherOf(world, name.slice(4) as 'admin' | 'moderator' | 'member')
  return world.someone(name as Person)
}

function driverOf(
  world: World,
  model: OperationModel,
  factors: readonly ModelFactor[],
  people: ReadonlyMap<string, Actor>,
): Driver<Done> {
  const valuesIn = (row: Row): (ModelValue & { factor: ModelFactor })[] =>
    factors.flatMap(factor => {
      const found = factor.values.find(({ name }) => name === row[factor.name])
      return found ? [{ factor, ...found }] : []
    })
  const isOptional = ({ values }: ModelFactor): boolean => values.some(({ name }) => name === 'absent')
  const extras = (row: Row): (ModelValue & { factor: ModelFactor })[] =>
    valuesIn(row).filter(({ name, factor }) => isOptional(factor) && name !== 'absent')
  const more = (row: Row): number => model.beyond?.(row) ?? extras(row).length
  const { succeeds, isRefused } = messaging.replies

  return {
    async send(row, earlier, like, form) {
      const caller = people.get(row['caller'] ?? '') ?? world.anyOf('user', 'member', 'admin', 'owner')
      const notes = new Map<string, unknown>()
      const before = { ...(earlier && { earlier: earlier.notes }), ...(like && { like: like.notes }) }
      const context: RequestContext = {
        world,
        caller,
        row,
        notes,
        people,
        ...before,
        ...(form !== undefined && { form }),
      }
      const pairs: [string, unknown][] = []
      for (const { factor, make } of valuesIn(row))
        if (factor.parameter !== null) pairs.push([factor.parameter ?? factor.name, await make(context)])
      const made = (await model.request?.(context, Object.fromEntries(pairs))) ?? Object.fromEntries(pairs)
      const sent = Object.entries(made).filter(([, one]) => one !== undefined)
      const params = ordered(row, sent)
      if (row['before'] === REFUSED_TO_ANOTHER)
        await refusedToOthers(context, other => other.sends(model.operation, params, model.options?.(context)))
      const reply = await caller.sends(
        model.operation,
        { ...params, ...extraIn(model.operation, row) },
        model.options?.(context),
      )
      const why = model.showsNothing?.(reply, row)
      if (why) throw new Undecided('prerequisite-failed', why)
      const noted = context.notes.get(FORM)
      const sentAs = typeof noted === 'string' ? { form: noted } : {}
      const done = { row, reply, outcome: outcomeOf(reply), caller, params, notes: context.notes, ...sentAs }
      await model.settled?.(done, world)
      return done
    },

    judge(done, control) {
      const { row, reply } = done
      const values = valuesIn(row)
      const cause = values.find(({ rule }) => rule !== undefined)?.rule
      const listed = done.outcome === 'success' ? extraListed(model.operation, row, reply) : []
      const beyond = [...listed, ...(model.judge?.(done, world) ?? [])]
      if (cause) return control ? [...refusal(cause, done, control), ...beyond] : beyond
      if (done.outcome !== 'success' && (values.some(({ open }) => open) || more(row) > 1)) return beyond
      const stated = values.flatMap(({ by }) => (by === undefined ? [] : [by]))
      const requirement = stated.find(isRecommended) ?? stated.at(-1) ?? model.accepted
      return [{ requirement, row, replies: [reply], predicate: succeeds, args: {} } as Ruling, ...beyond]
    },

    // A request that was wrongly accepted violates that requirement; what it created is not evidence for any other.
    review: async done =>
      model.review?.(
        world,
        done.filter(({ row, outcome }) => outcome === 'error' || !valuesIn(row).some(({ rule }) => rule)),
      ) ?? [],

    ...(model.arranged && { arranged: model.arranged }),

    apart({ row, outcome }) {
      if (outcome === 'success') return []
      // The plainest request of a caller without full permissions is the control of its near misses; in `sure`, plain values
      // replace the open ones.
      const plain = plainest({ factors })
      const open = valuesIn(row).filter(one => one.open)
      const sure = { ...row, ...Object.fromEntries(open.map(({ factor: { name } }) => [name, plain[name]])) }
      if (open.some(({ factor }) => factor.name === 'caller')) return [{ ...plain, caller: row['caller'] }, sure]
      if (open.length > 0) return [sure]
      const all = extras(row)
      if (more(row) < 2) return []
      const least = Object.fromEntries(all.map(({ factor }) => [factor.name, 'absent']))
      return all
        .map(({ factor, name }): Row => ({ ...row, ...least, [factor.name]: name }))
        .map(one => (unsentFirst.excludes(one) ? { ...one, order: plain['order'] } : one))
    },
  }

  function refusal(rule: Rule, { row, reply }: Done, control: Done): Ruling[] {
    const base = { requirement: rule.by, row, replies: [reply], control: control.reply, predicate: isRefused as never }
    return [
      { ...base, args: rule.codes ? { codes: rule.codes } : {} },
      ...(rule.prefers === undefined ? [] : [{ ...base, args: { codes: [rule.prefers] }, weight: 'should' as const }]),
    ]
  }
}

/** The result, or null if it is unavailable here. */
export const orNull = <T>(wanted: Promise<T>): Promise<T | null> => wanted.catch(unlessMissing)
