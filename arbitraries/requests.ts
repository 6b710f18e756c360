/**
 * Arbitraries of requests made from the descriptions: valid requests, nearly valid ones with exactly one broken
 * constraint, and fixed cases. Schemas and readings are parameters, because this is compiled before they are generated.
 */
import * as fc from 'fast-check'
import { type Breach, breachesOf } from './breaches.ts'
import { casesOf } from './cases.ts'
import { resolverOf } from './flat-schema.ts'
import type { Json } from './json.ts'
import type { RequestOptions } from './options.ts'
import { isCovered, partsOf, type RequestPart } from './parts.ts'
import { type Place, type Readings, root } from './reading.ts'
import { isSatisfiable, sieve } from './sieve.ts'
import { type KnownValues, keeps, type Presence, type Source } from './source.ts'
import { versionOf } from './twin.ts'
import { value } from './values.ts'

/** What is known about a parameter in addition to its schema. */
export interface ParameterFacts {
  readonly name: string
  readonly in: string
  readonly values?: readonly unknown[]
  readonly valueLevels?: Readonly<Record<string, { readonly since?: number; readonly until?: number }>>
}

/** The schemas and readings that requests are made from. */
export interface RequestModels<Id extends string> {
  schemaOf(operation: Id, level: number): Readonly<Json> | undefined
  readonly shared: readonly Readonly<Json>[]
  readonly readings: Readings
  parametersOf(operation: Id): readonly ParameterFacts[]
}

export type Params = Record<string, unknown>

/** One rule for requests; `*` in its pointer stands for every element of a list. */
export interface Constraint {
  readonly pointer: string
  readonly keyword: string
  /** Title of the form it belongs to, if the request or that part of it has several. */
  readonly form?: string
  /** Such as `createUserGroup members: type`; with the form in brackets if there are several. */
  readonly label: string
}

export interface NearlyValid {
  readonly params: Params
  /** The valid request, from which `params` differs only in the broken place. */
  readonly control: Params
  readonly broken: Constraint
}

export interface RequestCase {
  readonly label: string
  readonly pointer: string
  readonly form?: string
  readonly arbitrary: fc.Arbitrary<Params>
}

export interface RequestArbitraries<Id extends string> {
  /** Valid requests with the fewest parameters, one more, any or all; a mixture by default. */
  requestArbitrary(operation: Id, options?: RequestOptions, presence?: Presence): fc.Arbitrary<Params>
  /** Requests with one broken constraint: one of those with these labels, or any. */
  nearlyValidArbitrary(operation: Id, options?: RequestOptions, labels?: readonly string[]): fc.Arbitrary<NearlyValid>
  /** The constraints that can be broken alone, given the options. */
  constraintsOf(operation: Id, options?: RequestOptions): readonly Constraint[]
  /** All constraints, including those that cannot be broken alone. */
  statedConstraints(operation: Id, options?: RequestOptions): readonly Constraint[]
  requestCases(operation: Id, options?: RequestOptions): readonly RequestCase[]
  /** For each parameter of a valid request, the smallest valid part of the request that has the parameter. */
  partsOf(operation: Id, params: Params, options?: RequestOptions): readonly RequestPart[]
}

interface BrokenConstraint extends Constraint {
  pairs(): fc.Arbitrary<Omit<NearlyValid, 'broken'>>
}

const newest = Number.MAX_SAFE_INTEGER
const noOptions: RequestOptions = {}

export function requestArbitraries<Id extends string>(models: RequestModels<Id>): RequestArbitraries<Id> {
  /** Caches what was made for an options object; later calls with the same object reuse it. */
  const starts = new WeakMap<RequestOptions, Map<Id, Start>>()
  const start = (operation: Id, options: RequestOptions): Start => {
    const mine = starts.get(options) ?? new Map<Id, Start>()
    starts.set(options, mine)
    const made = mine.get(operation) ?? startOf(models, operation, options)
    mine.set(operation, made)
    return made
  }

  const broken = (operation: Id, options: RequestOptions): readonly BrokenConstraint[] => {
    const { schema, source, spot, otherLevels, once } = start(operation, options)
    const valid = keeps(source, schema)
    const pairsOf = (twins: Breach['twins']): BrokenConstraint['pairs'] =>
      lazily(() =>
        sieve(
          twins().map(twin => ({
            params: versionOf(twin, 'bad') as Params,
            control: versionOf(twin, 'good') as Params,
          })),
          ({ params, control }) =>
            !valid(params) &&
            valid(control) &&
            otherLevels.every(level => !level.keeps(params) && level.covers(control)),
        ),
      )
    return once('broken', () =>
      breachesOf(source, schema, spot).map(({ twins, ...place }) => ({
        ...place,
        label: labelOf(operation, place, place.keyword),
        pairs: pairsOf(twins),
      })),
    )
  }

  const constraintsOf = (operation: Id, options = noOptions): readonly Constraint[] =>
    start(operation, options).once('constraints', () =>
      broken(operation, options)
        .filter(breach => isSatisfiable(breach.pairs()))
        .map(constraintOf),
    )

  return {
    constraintsOf,

    statedConstraints: (operation, options = noOptions) => broken(operation, options).map(constraintOf),

    requestArbitrary(operation, options = noOptions, presence) {
      const { schema, source, spot, otherLevels, once } = start(operation, options)
      const valid = keeps(source, schema)
      const wanted = (params: unknown): boolean =>
        valid(params) && otherLevels.every(({ covers }) => covers(params as Params))
      const made = (which: Presence): fc.Arbitrary<Params> =>
        once(which, () => sieve(value(source, schema, { ...spot, presence: which }), wanted)) as fc.Arbitrary<Params>
      if (presence) return made(presence)
      return fc.oneof(
        { withCrossShrink: true },
        { arbitrary: made('none'), weight: 1 },
        { arbitrary: made('one'), weight: 2 },
        { arbitrary: made('any'), weight: 3 },
      )
    },

    nearlyValidArbitrary(operation, options = noOptions, labels) {
      const wanted = new Set(labels ?? constraintsOf(operation, options).map(({ label }) => label))
      const breaches = broken(operation, options).filter(({ label }) => wanted.has(label))
      if (breaches.length === 0) throw new RangeError(`${operation} has no such constraint to break`)
      return fc.oneof(
        ...breaches.map(breach => breach.pairs().map(pair => ({ ...pair, broken: constraintOf(breach) }))),
      )
    },

    requestCases(operation, options = noOptions) {
      const { schema, source, spot, otherLevels, once } = start(operation, options)
      const wanted = (params: unknown): boolean => otherLevels.every(({ covers }) => covers(params as Params))
      return once('cases', () =>
        casesOf(source, schema, spot)
          .map(one => (otherLevels.length === 0 ? one : { ...one, arbitrary: sieve(one.arbitrary, wanted) }))
          .filter(({ arbitrary }) => isSatisfiable(arbitrary))
          .map(({ what, arbitrary, ...place }) => ({
            ...place,
            label: labelOf(operation, place, what),
            arbitrary: arbitrary as fc.Arbitrary<Params>,
          })),
      )
    },

    partsOf(operation, params, options = noOptions) {
      const { schema, source, spot } = start(operation, options)
      return partsOf(params, isCovered(source, schema, spot))
    },
  }
}

/** How a request is read at another feature level. */
interface OtherLevel {
  readonly keeps: (params: Params) => boolean
  readonly covers: (params: Params) => boolean
}

interface Start {
  readonly schema: Readonly<Json>
  readonly source: Source
  readonly spot: Place
  readonly otherLevels: readonly OtherLevel[]
  /** Makes a value on first use and caches it. */
  once<T>(what: string, make: () => T): T
}

function startOf<Id extends string>(models: RequestModels<Id>, operation: Id, options: RequestOptions): Start {
  const level = options.level ?? newest
  const schema = models.schemaOf(operation, level)
  if (!schema) throw new RangeError(`there is no ${operation} at feature level ${level}`)
  const otherLevels = (options.alsoAt ?? []).flatMap((other): OtherLevel[] => {
    const theirs = models.schemaOf(operation, other)
    if (!theirs || theirs === schema) return []
    const { source, spot } = startOf(models, operation, { ...options, level: other, alsoAt: [] })
    return [{ keeps: keeps(source, theirs), covers: isCovered(source, theirs, spot) }]
  })
  const parameters = models.parametersOf(operation)
  const source: Source = {
    resolve: resolverOf(schema, models.shared),
    readings: models.readings,
    level,
    options,
    unbroken: new Set(parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)),
    values: Object.fromEntries(parameters.map(parameter => [parameter.name, knownValues(parameter, level)])),
    made: new WeakMap(),
    value,
  }
  const made = new Map<string, unknown>()
  return {
    schema,
    otherLevels,
    source,
    spot: root(operation),
    once: <T>(what: string, make: () => T): T => {
      if (!made.has(what)) made.set(what, make())
      return made.get(what) as T
    },
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function knownValues({ values = [], valueLevels = {} }: ParameterFacts, level: number): KnownValues {
  return { all: values, dropped: values.filter(item => (valueLevels[String(item)]?.until ?? newest) < level) }
}

function labelOf(operation: string, { pointer, form }: { pointer: string; form?: string }, what: string): string {
  const place = [operation, pointer.slice(1), form === undefined ? '' : `(${form})`].filter(part => part !== '')
  return `${place.join(' ')}: ${what}`
}

const constraintOf = ({ pointer, keyword, form, label }: Constraint): Constraint => ({
  pointer,
  keyword,
  ...(form === undefined ? {} : { form }),
  label,
})
