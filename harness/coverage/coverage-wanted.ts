/** What there is to cover at a feature level, each thing under the label that reports use. */

import { alternatives, type Resolve, resolverOf } from '../../arbitraries/flat-schema.ts'
import type { ParameterData } from '../../generated/operations.ts'
import { type Api, existsAt, type Levels, type Operation } from '../api.ts'
import { isObject } from '../evidence/exchange.ts'
import { madeOnce } from '../memory/made-once.ts'

export const PARTS = ['operations', 'parameters', 'values', 'responseFields', 'errorCodes', 'constraints'] as const
export type Part = (typeof PARTS)[number]

export interface CoverageScope {
  readonly apis: readonly Api[]
  /** The feature levels that the target claims. */
  readonly levels: Levels
}

export interface Wanted {
  readonly wanted: Readonly<Record<Part, ReadonlySet<string>>>
  /** The fields of replies, by `operation` for successes and `operation CODE` for errors. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>
}

const known = new WeakMap<readonly Api[], Map<string, Wanted>>()

/** Computed once for all runs of the same scope. */
export const wantedIn = (scope: CoverageScope): Wanted =>
  madeOnce(
    madeOnce(known, scope.apis, () => new Map()),
    [...scope.levels].join(' '),
    () => findWanted(scope),
  )

function findWanted(scope: CoverageScope): Wanted {
  const wanted = Object.fromEntries(PARTS.map(part => [part, new Set<string>()])) as Record<Part, Set<string>>
  const fields = new Map<string, Set<string>>()
  for (const { operation, api, level } of operationsAt(scope)) {
    const { id } = operation
    wanted.operations.add(id)
    for (const parameter of parametersAt(operation, level)) {
      wanted.parameters.add(`${id} ${nameAt(parameter, level)}`)
      for (const value of valuesAt(parameter, level)) wanted.values.add(`${id} ${parameter.name}=${value}`)
    }
    for (const { place, value } of placesIn(api, operation, level)) {
      wanted.parameters.add(`${id} ${place}`)
      if (value !== undefined) wanted.values.add(`${id} ${place}=${value}`)
    }
    for (const [key, path] of fieldsOf(api, operation, level)) {
      fields.set(key, (fields.get(key) ?? new Set()).add(path))
      wanted.responseFields.add(`${key} ${path}`)
    }
    for (const code of operation.codes) wanted.errorCodes.add(`${id} ${code}`)
    for (const label of constraintsIn(api, id, level)) wanted.constraints.add(label)
  }
  return { wanted, fields }
}

/** A request may not exist at a level, for example at level 0 of a target that states no level. */
const constraintsIn = ({ requests }: Api, id: string, level: number): string[] =>
  requests?.schemaOf(id, level)
    ? requests.constraintsOf(id, level).flatMap(({ label, pointer }) => (pointer === '' ? [] : [label]))
    : []

export interface OperationAt {
  readonly operation: Operation
  readonly api: Api
  readonly level: number
}

export const operationsAt = ({ apis, levels }: CoverageScope): OperationAt[] =>
  apis.flatMap(api => {
    const level = levels.get(api.name)
    if (level === undefined) return []
    const operations = Object.values(api.operations).filter(operation => existsAt(operation, level))
    return operations.map(operation => ({ operation, api, level }))
  })

/** Without files: they are parts of a body, not parameters. */
const parametersAt = ({ parameters }: Operation, level: number): ParameterData[] =>
  parameters.filter(parameter => parameter.in !== 'file' && existsAt(parameter, level))

const nameAt = ({ name, renamedFrom }: ParameterData, level: number): string =>
  renamedFrom && level < renamedFrom.at ? renamedFrom.name : name

const valuesAt = ({ values = [], valueLevels = {} }: ParameterData, level: number): string[] =>
  values.map(String).filter(value => existsAt(valueLevels[value] ?? {}, level))

/** A field that must be absent cannot be covered. */
const isForbidden = (schema: unknown): boolean =>
  isObject(schema) && isObject(schema['not']) && Object.keys(schema['not']).length === 0

const fieldsOf = ({ fields }: Api, { id }: Operation, level: number): (readonly [key: string, path: string])[] =>
  fields.rules
    .filter(rule => rule.operation === id && !isForbidden(fields.schemas[rule.schema]) && existsAt(rule, level))
    .map(({ code, path }) => [code === undefined ? id : `${id} ${code}`, path] as const)

interface InnerPlace {
  // `drafts/*/type`, for example.
  readonly place: string
  readonly value?: string
}

/** The members inside parameters that are lists or objects. */
function placesIn({ requests }: Api, { id }: Operation, level: number): InnerPlace[] {
  const schema = requests?.schemaOf(id, level)
  return requests && schema ? [...innerPlaces(schema, resolverOf(schema, requests.shared), [])] : []
}

const DEEPEST = 4

function* innerPlaces(schema: unknown, resolve: Resolve, path: readonly string[]): Iterable<InnerPlace> {
  const isNamed = path.length > 1 && path.at(-1) !== '*'
  const ways = path.length > DEEPEST ? [] : alternatives(schema, resolve)
  if (isNamed && ways.length > 0) yield { place: path.join('/') }
  for (const { schema: way } of ways) {
    const listed = 'const' in way ? [way['const']] : Array.isArray(way['enum']) ? way['enum'] : []
    if (isNamed) for (const value of listed) yield { place: path.join('/'), value: String(value) }
    for (const [name, member] of Object.entries(isObject(way['properties']) ? way['properties'] : {}))
      yield* innerPlaces(member, resolve, [...path, name])
    for (const inner of [way['items'], way['additionalProperties']])
      if (isObject(inner)) yield* innerPlaces(inner, resolve, [...path, '*'])
  }
}
