/** Checks as plain values: what a suite file is made of. */
import type { Api, Needs } from './api.ts'
import type { Exchange } from './evidence/exchange.ts'
import type { PlainArgs, Predicate } from './judging/predicate.ts'
import type { World } from './world.ts'

/** Overlapping is the default. `alone`: touches what others share. `last`: alone, after everything else. */
export type Company = 'overlapping' | 'alone' | 'last'

/** Drives the target to show whether requirements hold. */
export interface Check {
  readonly does: 'check'
  readonly id: string
  readonly requirements: readonly string[]
  readonly company: Company
  /** The smallest budget that runs it: a check that only observes waits for `standard`. */
  readonly from: Budget
  /** How many claims each requirement is to get; one unless said. */
  readonly plans: Readonly<Record<string, number>>
  /** What it needs where it serves no requirement whose needs would say. */
  readonly needs: Needs
  /** The lowest comes first: what tells most for its requests. After all others unless given. */
  readonly rank?: number
  readonly run: (world: World) => Promise<void>
}

/** Makes an exchange of some operations for the sentences that are judged on every exchange. */
export interface Visit {
  readonly does: 'visit'
  readonly id: string
  readonly operations: readonly string[]
  readonly needs: Needs
  readonly rank?: number
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

export type Budget = 'quick' | 'standard' | 'thorough'

export interface CheckOptions {
  readonly company?: Company
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

type NameIn<Of extends Terms, Area extends string> = keyof Of['sentences'] extends infer Id
  ? Id extends `${Area}.${infer Name}`
    ? Name
    : never
  : never

type SentenceOf<Of extends Terms, Id extends string> = Of['sentences'][Id & keyof Of['sentences']]

type Run<Of extends Terms> = (world: Of['world']) => Promise<void>

export interface AreaWords<Of extends Terms, Area extends string> {
  /** One requirement and the deed that shows it. */
  check<Name extends NameIn<Of, Area>>(
    name: Name,
    sentence: SentenceOf<Of, `${Area}.${Name}`>,
    run: Run<Of>,
    options?: CheckOptions,
  ): Check
  /** Several requirements that one course of events shows. */
  scenario<Names extends NameIn<Of, Area>>(
    id: string,
    sentences: { readonly [Name in Names]: SentenceOf<Of, `${Area}.${Name}`> },
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
  always<Name extends NameIn<Of, Area>, Args extends PlainArgs>(
    name: Name,
    sentence: SentenceOf<Of, `${Area}.${Name}`>,
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

/** Makes areas of an API: chapters of its contract, each with its requirements in the chapter's order. */
export const areasOf =
  <Of extends Terms>(api: Api) =>
  <Name extends string>(
    name: Name,
    items: (words: AreaWords<Of, Name>) => readonly (Item | readonly Item[])[],
  ): Area => {
    const full = (short: string): string => `${name}.${short}`
    const made = (id: string, requirements: readonly string[], run: Run<Of>, options: CheckOptions = {}): Check => ({
      does: 'check',
      id,
      requirements,
      run: run as Check['run'],
      company: options.company ?? 'overlapping',
      from: options.from ?? 'quick',
      needs: options.needs ?? {},
      plans: Object.fromEntries(Object.entries(options.plans ?? {}).map(([short, count]) => [full(short), count])),
    })
    let visits = 0
    const words: AreaWords<Of, Name> = {
      check: (short, _sentence, run, options) => made(full(short), [full(short)], run, options),
      scenario: (id, sentences, run, options) => made(`${name}:${id}`, Object.keys(sentences).map(full), run, options),
      combine: (id, requirements, run, options) => ({
        ...made(`${name}:${id}`, [...new Set(requirements)], run, options),
        plans: Object.fromEntries(requirements.map(requirement => [requirement, 0])),
      }),
      watch: (id, run, options) => made(`${name}:${id}`, [], run, { from: 'standard', ...options }),
      visit: (operations, needs, run) => {
        visits++
        const list = typeof operations === 'string' ? [operations] : operations
        const id = `${name}:visit-${list.join('+')}-${visits}`
        return { does: 'visit', id, operations: list, needs, run: run as Visit['run'] }
      },
      always: (short, _sentence, about, predicate, args) => ({
        does: 'invariant',
        requirement: full(short),
        about,
        predicate: predicate as unknown as Predicate,
        args: args ?? (() => ({})),
      }),
    }
    return { name, api, items: items(words).flat() as Item[] }
  }
