/** Checks as plain values: what a suite file is made of. */
import type { Api } from './api.ts'
import type { Needs } from './contract.ts'
import type { Exchange } from './evidence/exchange.ts'
import type { PlainArgs, Predicate } from './judging/predicate.ts'
import type { Budget } from './plan/budget.ts'
import type { World } from './world/world.ts'

/**
 * Overlapping is the default. `exclusive`: touches what others share. `first` and `last`: exclusive, before or after
 * everything else.
 */
export type Isolation = 'first' | 'overlapping' | 'exclusive' | 'last'

/** Sends requests to the target to find out whether requirements hold. */
export interface Check {
  readonly does: 'check'
  readonly id: string
  readonly area: string
  readonly requirements: readonly string[]
  readonly isolation: Isolation
  /** The one thing that an exclusive check needs for itself; if absent, it needs the whole target. */
  readonly resource?: string
  /** Checks that need the same resource may run concurrently, because they take turns by themselves. */
  readonly takesTurns?: boolean
  /** Finds out why a target throttles: runs as soon as first requests are throttled, and makes itself exclusive (`alone`). */
  readonly whereThrottled?: boolean
  /** The resources that it uses, as measured; unknown if absent. */
  readonly touches?: readonly string[]
  /** The smallest budget that runs it: a check that only observes waits for `standard`. */
  readonly from: Budget
  /** It tests combinations of values that other checks test one by one. */
  readonly combines?: true
  /** How many claims each requirement has to get; one by default. */
  readonly plans: Readonly<Record<string, number>>
  /** Needs of the check itself; its requirements may have needs of their own. */
  readonly needs: Needs
  /** The lowest comes first: the checks that reveal most per request. After all others if absent. */
  readonly rank?: number
  /** The rank of each of its requests, in turn: the requests that reveal less let other checks begin first. */
  readonly places?: readonly number[]
  readonly run: (world: World) => Promise<void>
}

/** Sends requests of some operations for the requirements that are judged on every exchange. */
export interface Visit {
  readonly does: 'visit'
  readonly id: string
  readonly area: string
  readonly operations: readonly string[]
  readonly needs: Needs
  readonly rank?: number
  readonly places?: readonly number[]
  readonly touches?: readonly string[]
  readonly run: (world: World) => Promise<void>
}

/** A requirement judged on every exchange that it is about. */
export interface Invariant {
  readonly does: 'invariant'
  readonly area: string
  readonly requirement: string
  /** It is about the operations of all areas, not only about those of its own. */
  readonly everywhere?: true
  readonly about: (exchange: Exchange, context: InvariantContext) => boolean
  readonly predicate: Predicate
  readonly args: (exchange: Exchange, context: InvariantContext) => PlainArgs
}

export interface InvariantContext {
  /** The feature level that the target claims. */
  readonly level: number
}

export type { Budget }

export interface CheckOptions {
  readonly isolation?: Isolation
  readonly resource?: string
  readonly takesTurns?: boolean
  readonly whereThrottled?: boolean
  readonly from?: Budget
  readonly plans?: Readonly<Record<string, number>>
  readonly needs?: Needs
}

/** What the suites of an API are typed by: its requirements with their sentences, its operations, its world. */
export interface Terms {
  readonly sentences: object
  readonly operation: string
  readonly world: World
}

type IdIn<Of extends Terms, Area extends string> = Extract<keyof Of['sentences'], `${Area}.${string}`>

type SentenceOf<Of extends Terms, Id extends string> = Of['sentences'][Id & keyof Of['sentences']]

type Run<Of extends Terms> = (world: Of['world']) => Promise<void>

export interface AreaWords<Of extends Terms, Area extends string> {
  /** One requirement and the action that demonstrates it. */
  check<Id extends IdIn<Of, Area>>(id: Id, sentence: SentenceOf<Of, Id>, run: Run<Of>, options?: CheckOptions): Check
  /** Checks that differ in one value: a row for each requirement, with its sentence and that value. */
  each<Ids extends IdIn<Of, Area>, Value>(
    rows: { readonly [Id in Ids]: readonly [sentence: SentenceOf<Of, Id>, value: Value] },
    run: (value: Value) => Run<Of>,
    options?: CheckOptions,
  ): readonly Check[]
  /** Several requirements that one sequence of requests demonstrates. */
  scenario<Ids extends IdIn<Of, Area>>(
    id: string,
    sentences: { readonly [Id in Ids]: SentenceOf<Of, Id> },
    run: Run<Of>,
    options?: CheckOptions,
  ): Check
  /** A request of these operations, for the requirements that are judged on every exchange. */
  visit(operations: Of['operation'] | readonly Of['operation'][], needs: Needs, run: Run<Of>): Visit
  /** Combinations of values, judged by a model, for requirements that other checks demonstrate: it plans no claims itself. */
  combine(
    id: string,
    requirements: readonly (keyof Of['sentences'] & string)[],
    run: Run<Of>,
    options?: CheckOptions,
  ): Check
  /** Observes open points; judges nothing. */
  watch(id: string, run: Run<Of>, options?: CheckOptions): Check
  /** A requirement judged on every exchange that it is about: exchanges of operations that the area visits. */
  always: JudgedAlways<Of, Area>
  /** The same, about operations of every area. */
  everywhere: JudgedAlways<Of, Area>
}

type JudgedAlways<Of extends Terms, Area extends string> = <Id extends IdIn<Of, Area>, Args extends PlainArgs>(
  id: Id,
  sentence: SentenceOf<Of, Id>,
  about: Invariant['about'],
  predicate: Predicate<Args>,
  args?: (exchange: Exchange, context: InvariantContext) => Args,
) => Invariant

export interface Area {
  readonly name: string
  readonly api: Api
  readonly items: readonly (Check | Visit | Invariant)[]
}

type Item = Check | Visit | Invariant

/** The full id of a requirement: a vendor's own suites may leave out its area. */
export const fullId = (area: string, id: string): string => (id.startsWith(`${area}.`) ? id : `${area}.${id}`)

/** Makes areas of an API: chapters of its contract, each with its requirements in the chapter's order. */
export const areasOf =
  <Of extends Terms>(api: Api) =>
  <Name extends string>(
    name: Name,
    items: (words: AreaWords<Of, Name>) => readonly (Item | readonly Item[])[],
  ): Area => {
    const full = (id: string): string => fullId(name, id)
    const made = (id: string, requirements: readonly string[], run: Run<Of>, options: CheckOptions = {}): Check => ({
      does: 'check',
      id,
      area: name,
      requirements,
      run: run as Check['run'],
      isolation: options.isolation ?? 'overlapping',
      ...(options.resource !== undefined && { resource: options.resource, takesTurns: options.takesTurns ?? false }),
      ...(options.whereThrottled && { whereThrottled: true }),
      from: options.from ?? 'quick',
      needs: options.needs ?? {},
      plans: Object.fromEntries(Object.entries(options.plans ?? {}).map(([id, count]) => [full(id), count])),
    })
    const always: JudgedAlways<Of, Name> = (id, _sentence, about, predicate, args) => ({
      does: 'invariant',
      area: name,
      requirement: full(id),
      about,
      predicate: predicate as unknown as Predicate,
      args: args ?? (() => ({})),
    })
    let visits = 0
    const words: AreaWords<Of, Name> = {
      check: (id, _sentence, run, options) => made(full(id), [full(id)], run, options),
      each: (rows, run, options) =>
        Object.entries<readonly [unknown, value: Parameters<typeof run>[0]]>(rows).map(([id, [, value]]) =>
          made(full(id), [full(id)], run(value), options),
        ),
      scenario: (id, sentences, run, options) => made(`${name}:${id}`, Object.keys(sentences).map(full), run, options),
      combine: (id, requirements, run, options) => ({
        ...made(`${name}:${id}`, [...new Set(requirements)], run, options),
        plans: Object.fromEntries(requirements.map(requirement => [requirement, 0])),
        combines: true,
      }),
      watch: (id, run, options) => made(`${name}:${id}`, [], run, { from: 'standard', ...options }),
      visit: (operations, needs, run) => {
        visits++
        const list = typeof operations === 'string' ? [operations] : operations
        const id = `${name}:visit-${list.join('+')}-${visits}`
        return { does: 'visit', id, area: name, operations: list, needs, run: run as Visit['run'] }
      },
      always,
      everywhere: (...given) => ({ ...always(...given), everywhere: true }),
    }
    return { name, api, items: items(words).flat() as Item[] }
  }
