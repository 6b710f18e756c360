/** Checks as plain values: what a suite file is made of. */
import type { RequirementId, SentenceOf } from '../generated/catalogue.ts'
import type { OperationId } from '../generated/operations.ts'
import type { Exchange } from './evidence/exchange.ts'
import type { PlainArgs, Predicate } from './judging/predicate.ts'
import type { World } from './world.ts'

/** Overlapping is the default. `alone`: touches what others share. `last`: alone, after everything else. */
export type Company = 'overlapping' | 'alone' | 'last'

/** Drives the target to show whether requirements hold. */
export interface Check {
  readonly does: 'check'
  readonly id: string
  readonly requirements: readonly RequirementId[]
  readonly company: Company
  /** The smallest budget that runs it: a check that only observes waits for `standard`. */
  readonly from: Budget
  /** How many claims each requirement is to get; one unless said. */
  readonly plans: Readonly<Record<string, number>>
  /** What it needs where it serves no requirement whose needs would say. */
  readonly needs: Needs
  readonly run: (world: World) => Promise<void>
}

/** Makes an exchange of some operations for the sentences that are judged on every exchange. */
export interface Visit {
  readonly does: 'visit'
  readonly id: string
  readonly operations: readonly OperationId[]
  readonly needs: Needs
  readonly run: (world: World) => Promise<void>
}

/** A sentence judged on every exchange that it is about. */
export interface Invariant {
  readonly does: 'invariant'
  readonly requirement: RequirementId
  readonly about: (exchange: Exchange, context: InvariantContext) => boolean
  readonly predicate: Predicate
  readonly args: (exchange: Exchange, context: InvariantContext) => PlainArgs
}

export interface InvariantContext {
  /** The feature level that the target claims. */
  readonly level: number
}

export type Budget = 'quick' | 'standard' | 'thorough'

export interface Needs {
  readonly actors?: readonly string[]
  readonly fixtures?: readonly string[]
  readonly allow?: 'write' | 'destructive'
  readonly credentials?: boolean
  readonly probe?: boolean
  readonly extraParams?: boolean
}

export interface CheckOptions {
  readonly company?: Company
  readonly from?: Budget
  readonly plans?: Readonly<Record<string, number>>
  readonly needs?: Needs
}

type NameIn<Area extends string> = RequirementId extends infer Id
  ? Id extends `${Area}.${infer Name}`
    ? Name
    : never
  : never

export interface AreaWords<Area extends string> {
  /** One requirement and the deed that shows it. */
  check<Name extends NameIn<Area>>(
    name: Name,
    sentence: SentenceOf<`${Area}.${Name}` & RequirementId>,
    run: Check['run'],
    options?: CheckOptions,
  ): Check
  /** Several requirements that one course of events shows. */
  scenario<Names extends NameIn<Area>>(
    id: string,
    sentences: { readonly [Name in Names]: SentenceOf<`${Area}.${Name}` & RequirementId> },
    run: Check['run'],
    options?: CheckOptions,
  ): Check
  /** A request that shows what is judged on every exchange of these operations. */
  visit(operations: OperationId | readonly OperationId[], needs: Needs, run: Visit['run']): Visit
  /** Looks at open points; judges nothing. */
  watch(id: string, run: Check['run'], options?: CheckOptions): Check
  /** A sentence judged on every exchange that it is about. */
  always<Name extends NameIn<Area>, Args extends PlainArgs>(
    name: Name,
    sentence: SentenceOf<`${Area}.${Name}` & RequirementId>,
    about: Invariant['about'],
    predicate: Predicate<Args>,
    args?: (exchange: Exchange, context: InvariantContext) => Args,
  ): Invariant
}

export interface Area {
  readonly name: string
  readonly items: readonly (Check | Visit | Invariant)[]
}

/** A chapter of the contract: its requirements in the chapter's order. */
export function area<Name extends string>(
  name: Name,
  items: (words: AreaWords<Name>) => readonly (Check | Visit | Invariant | readonly (Check | Visit | Invariant)[])[],
): Area {
  const full = (short: string): RequirementId => `${name}.${short}` as RequirementId
  const made = (
    id: string,
    requirements: readonly RequirementId[],
    run: Check['run'],
    options: CheckOptions = {},
  ): Check => ({
    does: 'check',
    id,
    requirements,
    run,
    company: options.company ?? 'overlapping',
    from: options.from ?? 'quick',
    needs: options.needs ?? {},
    plans: Object.fromEntries(Object.entries(options.plans ?? {}).map(([short, count]) => [full(short), count])),
  })
  let visits = 0
  const words: AreaWords<Name> = {
    check: (short, _sentence, run, options) => made(full(short), [full(short)], run, options),
    scenario: (id, sentences, run, options) => made(`${name}:${id}`, Object.keys(sentences).map(full), run, options),
    watch: (id, run, options) => made(`${name}:${id}`, [], run, { from: 'standard', ...options }),
    visit: (operations, needs, run) => {
      visits++
      const list = typeof operations === 'string' ? [operations] : operations
      return { does: 'visit', id: `${name}:visit-${list.join('+')}-${visits}`, operations: list, needs, run }
    },
    always: (short, _sentence, about, predicate, args) => ({
      does: 'invariant',
      requirement: full(short),
      about,
      predicate: predicate as unknown as Predicate,
      args: args ?? (() => ({})),
    }),
  }
  return { name, items: items(words).flat() as (Check | Visit | Invariant)[] }
}
