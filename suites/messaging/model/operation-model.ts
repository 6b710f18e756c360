/** The model of an operation: what its requests are made of, which are accepted, which refused, and what then shows. */
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
import { roomShown } from '../capacity.ts'
import { anotherOf, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import type { Person, Run, World } from '../world.ts'
import { acceptedAfterOthers, REFUSED_TO_ANOTHER, refusedToOthers } from './before.ts'
import { extraDecides, extraIn, extraListed, extraOf } from './extra.ts'
import type { RequirementId, Rule } from './rules.ts'
import { type Asked, FORM, type ModelFactor, type ModelValue, value } from './values.ts'

export type { ModelFactor } from './values.ts'

/** A request that was sent. */
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
  /** At this feature level. The first value of each is the plainest; one called `absent` makes a parameter optional. */
  readonly factors: (level: number) => readonly ModelFactor[]
  readonly exclusions?: readonly Exclusion[]
  readonly risky?: readonly string[]
  /** What says that the plainest request is accepted. */
  readonly accepted: RequirementId
  /** Further requirements that `judge` and `review` decide. */
  readonly decides?: readonly RequirementId[]
  /** How many parameters it has beyond the fewest: with more than one a refusal is open. Those not `absent` unless said. */
  readonly beyond?: (row: Row) => number
  /** The parameters as they are sent, where they are not the factors' values. */
  readonly request?: (asked: Asked, params: Params) => Promise<Params> | Params
  readonly options?: (asked: Asked) => SendOptions
  /** Why a reply shows nothing: a limit that the contract lets a deployment have. */
  readonly showsNothing?: (reply: Reply, row: Row) => string | null
  /** What follows at once from what came of a request, before the next one is sent. */
  readonly settled?: (done: Done, world: World) => Promise<void> | void
  /** What an accepted or refused reply has to hold beyond that. */
  readonly judge?: (done: Done, world: World) => readonly Ruling[]
  /** What reads show afterwards. */
  readonly review?: (world: World, done: readonly Done[]) => Promise<readonly Ruling[]>
  /** The order in which its requests are sent. */
  readonly arranged?: (rows: readonly Row[]) => readonly Row[]
  /** How many requests it makes at most. */
  readonly rows: Readonly<Record<Budget, number>>
  /** The first feature level that has it. */
  readonly since?: number
  readonly isolation?: Isolation
}

const recommended: ReadonlySet<string> = new Set(
  messaging.catalogue.requirements.flatMap(({ id, level }) => (level === 'should' ? [id] : [])),
)

/** What is only recommended decides no more than that. */
const isRecommended = (id: RequirementId): boolean => recommended.has(id)

/** Those who have every permission, so that what the contract covers is accepted from them; `user` where all may. */
const OBLIGED: ReadonlySet<string> = new Set(['owner', 'admin', 'new admin', 'user'])

export const callers = (...words: readonly (Person | `new ${'admin' | 'moderator' | 'member'}`)[]): ModelFactor => ({
  name: 'caller',
  parameter: null,
  values: words.map(word => ({ ...value(word, undefined), open: !OBLIGED.has(word) })),
})

/** Everybody whom an endpoint is for that is for all. */
export const everybody: ModelFactor = callers('user', 'owner', 'admin', 'moderator', 'guest', 'bot')

/** A request may come again: what was accepted is accepted once more, what was refused is refused once more. */
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

/** Parameters travel in any order: each one is the first of some requests. */
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

/** The parameter that a row has first; undefined where they stand as listed. */
const leading = (row: Row): string | undefined => /^(.+) first$/.exec(row['order'] ?? '')?.[1]

const unsentFirst: Exclusion = {
  reason: 'what is not sent is not first',
  excludes: row => UNSENT.includes(row[leading(row) ?? '']),
}

/** The parameters in the order that the row says. */
function ordered(row: Row, sent: readonly (readonly [string, unknown])[]): Params {
  const first = leading(row)
  if (row['order'] === 'reversed') return Object.fromEntries(sent.toReversed())
  return Object.fromEntries([...sent.filter(([name]) => name === first), ...sent.filter(([name]) => name !== first)])
}

/** What its combinations are made of at this level, where there is so much time. */
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
    constraints: [...(model.exclusions ?? []), unsentFirst, acceptedAfterOthers(model.factors(level))],
    // Where a model names none, an operation has few factors, and all of them are combined.
    risky: model.risky ?? factors.map(({ name }) => name),
  }
}

/** Feature levels between which requests differ. */
const LEVELS = [0, 215, 248, 294, 334, 361, 389, 417]

/** The requirements that the model charges, at any level. */
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
    await roomShown(world, model.operation)
    const combinations = { ...combinationsOf(model, world.level, world.budget), factors }
    await interact(world, combinations, driverOf(world, model, factors, people), bounds)
  }
}

async function peopleOf(world: World, factors: readonly ModelFactor[]): Promise<Map<string, Actor>> {
  const found = new Map<string, Actor>()
  for (const { name } of factors.find(factor => factor.name === 'caller')?.values ?? []) {
    const somebody = await somebodyCalled(world, name)
    // Where one person stands in for another, such as an owner for the administrator, they are one caller.
    if (somebody && ![...found.values()].some(({ email }) => email === somebody.email)) found.set(name, somebody)
  }
  return found
}

/** `new admin` is somebody made for this run, of this role and no other. */
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
      return found ? [{ ...found, factor }] : []
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
      const asked: Asked = { world, caller, row, notes, people, ...before, ...(form !== undefined && { form }) }
      const pairs: [string, unknown][] = []
      for (const { factor, make } of valuesIn(row))
        if (factor.parameter !== null) pairs.push([factor.parameter ?? factor.name, await make(asked)])
      const made = (await model.request?.(asked, Object.fromEntries(pairs))) ?? Object.fromEntries(pairs)
      const sent = Object.entries(made).filter(([, one]) => one !== undefined)
      const params = ordered(row, sent)
      if (row['before'] === REFUSED_TO_ANOTHER)
        await refusedToOthers(asked, other => other.sends(model.operation, params, model.options?.(asked)))
      const reply = await caller.sends(
        model.operation,
        { ...params, ...extraIn(model.operation, row) },
        model.options?.(asked),
      )
      const why = model.showsNothing?.(reply, row)
      if (why) throw new Undecided('prerequisite-failed', why)
      const noted = asked.notes.get(FORM)
      const sentAs = typeof noted === 'string' ? { form: noted } : {}
      const done = { row, reply, outcome: outcomeOf(reply), caller, params, notes: asked.notes, ...sentAs }
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

    // What should have been refused and was not has broken that; what it made is not evidence for anything else.
    review: async done =>
      model.review?.(
        world,
        done.filter(({ row, outcome }) => outcome === 'error' || !valuesIn(row).some(({ rule }) => rule)),
      ) ?? [],

    ...(model.arranged && { arranged: model.arranged }),

    apart({ row, outcome }) {
      if (outcome === 'success') return []
      // Whoever may do little is the control of near misses with the plainest request; what is open is left out.
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

/** What can be had is taken; what cannot is null. */
export const orNull = <T>(wanted: Promise<T>): Promise<T | null> => wanted.catch(unlessMissing)
