/** Checks as plain values: what a suite file is made of. */
import type { Api } from './api.ts'
import type { Budget } from './budget.ts'
import type { Needs } from './contract.ts'
import type { Exchange } from './evidence/exchange.ts'
import type { PlainArgs, Predicate } from './judging/predicate.ts'
import type { World } from './world.ts'

/**
 * Overlapping is the default. `exclusive`: touches what others share. `first` and `last`: exclusive, before or after
 * everything else.
 */
export type Isolation = 'first' | 'overlapping' | 'exclusive' | 'last'

/** Drives the target to show whether requirements hold. */
export interface Check {
  readonly does: 'check'
  readonly id: string
  readonly area: string
  readonly requirements: readonly string[]
  readonly isolation: Isolation
  /** The one thing that an exclusive check needs for itself; the whole target unless named. */
  readonly resource?: string
  /** Those that need the same thing for themselves may be side by side: they take turns by themselves. */
  readonly takesTurns?: boolean
  /** It tells why a target throttles: it comes as soon as the first requests are, and is alone by its own means. */
  readonly whereThrottled?: boolean
  /** What it uses of such things, as measured; nobody knows unless given. */
  readonly touches?: readonly string[]
  /** The smallest budget that runs it: a check that only observes waits for `standard`. */
  readonly from: Budget
  /** It looks at combinations of what other checks look at one by one. */
  readonly combines?: true
  /** How many claims each requirement is to get; one unless said. */
  readonly plans: Readonly<Record<string, number>>
  /** What it needs where it serves no requirement whose needs would say. */
  readonly needs: Needs
  /** The lowest comes first: what tells most for its requests. After all others unless given. */
  readonly rank?: number
  /** The places of its requests in the same order, one after the other: what tells less waits for others to begin. */
  readonly places?: readonly number[]
  readonly run: (world: World) => Promise<void>
}

/** Makes an exchange of some operations for the sentences that are judged on every exchange. */
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

/** A sentence judged on every exchange that it is about. */
export interface Invariant {
  readonly does: 'invariant'
  readonly requirement: string
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
  /** One requirement and the action that shows it. */
  check<Id extends IdIn<Of, Area>>(id: Id, sentence: SentenceOf<Of, Id>, run: Run<Of>, options?: CheckOptions): Check
  /** Checks that differ in one value: a row for each requirement, with its sentence and that value. */
  each<Ids extends IdIn<Of, Area>, Value>(
    rows: { readonly [Id in Ids]: readonly [sentence: SentenceOf<Of, Id>, value: Value] },
    run: (value: Value) => Run<Of>,
    options?: CheckOptions,
  ): readonly Check[]
  /** Several requirements that one sequence of events shows. */
  scenario<Ids extends IdIn<Of, Area>>(
    id: string,
    sentences: { readonly [Id in Ids]: SentenceOf<Of, Id> },
    run: Run<Of>,
    options?: CheckOptions,
  ): Check
  /** A request that shows what is judged on every exchange of these operations. */
  visit(operations: Of['operation'] | readonly Of['operation'][], needs: Needs, run: Run<Of>): Visit
  /** Combinations of values, judged by a model for requirements that other checks show: it plans no claims of its own. */
  combine(
    id: string,
    requirements: readonly (keyof Of['sentences'] & string)[],
    run: Run<Of>,
    options?: CheckOptions,
  ): Check
  /** Looks at open points; judges nothing. */
  watch(id: string, run: Run<Of>, options?: CheckOptions): Check
  /** A sentence judged on every exchange that it is about. */
  always<Id extends IdIn<Of, Area>, Args extends PlainArgs>(
    id: Id,
    sentence: SentenceOf<Of, Id>,
    about: Invariant['about'],
    predicate: Predicate<Args>,
    args?: (exchange: Exchange, context: InvariantContext) => Args,
  ): Invariant
}

export interface Area {
  readonly name: string
  readonly api: Api
  readonly items: readonly (Check | Visit | Invariant)[]
}

type Item = Check | Visit | Invariant

/** The id of a requirement. Suites of one's own may leave its area out. */
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
      always: (id, _sentence, about, predicate, args) => ({
        does: 'invariant',
        requirement: full(id),
        about,
        predicate: predicate as unknown as Predicate,
        args: args ?? (() => ({})),
      }),
    }
    return { name, api, items: items(words).flat() as Item[] }
  }
