/** What of the specs there is to exercise at a feature level, each thing under the label that reports name it by. */
import { fieldRules, fieldSchemas } from '../generated/field-rules.ts'
import { type OperationData, type OperationId, operations, type ParameterData } from '../generated/operations.ts'
import { schemaOf, sharedSchemas } from '../generated/schemas.ts'
import { alternatives, type Resolve, resolverOf } from '../generators/arbitraries/flat-schema.ts'
import { isObject } from './evidence/exchange.ts'
import { statedConstraints } from './properties/requests.ts'

export const PARTS = ['operations', 'parameters', 'values', 'responseFields', 'errorCodes', 'constraints'] as const
export type Part = (typeof PARTS)[number]

export interface CoverageScope {
  readonly level: number
  readonly apis: readonly ('trading' | 'messaging')[]
}

export interface Wanted {
  readonly wanted: Readonly<Record<Part, ReadonlySet<string>>>
  /** The fields of replies, by `operation` for successes and `operation CODE` for errors. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>
}

const known = new Map<string, Wanted>()

/** Found once for all runs of the same scope. */
export function wantedIn(scope: CoverageScope): Wanted {
  const key = `${scope.level} ${scope.apis.join(' ')}`
  const found = known.get(key) ?? findWanted(scope)
  known.set(key, found)
  return found
}

function findWanted(scope: CoverageScope): Wanted {
  const wanted = Object.fromEntries(PARTS.map(part => [part, new Set<string>()])) as Record<Part, Set<string>>
  const fields = new Map<string, Set<string>>()
  for (const operation of operationsAt(scope)) {
    const { id } = operation
    wanted.operations.add(id)
    for (const parameter of parametersAt(operation, scope.level)) {
      wanted.parameters.add(`${id} ${nameAt(parameter, scope.level)}`)
      for (const value of valuesAt(parameter, scope.level)) wanted.values.add(`${id} ${parameter.name}=${value}`)
    }
    for (const { place, value } of placesIn(operation, scope.level)) {
      wanted.parameters.add(`${id} ${place}`)
      if (value !== undefined) wanted.values.add(`${id} ${place}=${value}`)
    }
    for (const [key, path] of fieldsOf(operation, scope.level)) {
      fields.set(key, (fields.get(key) ?? new Set()).add(path))
      wanted.responseFields.add(`${key} ${path}`)
    }
    for (const code of operation.codes) wanted.errorCodes.add(`${id} ${code}`)
    for (const { label, pointer } of statedConstraints(id as OperationId, { level: scope.level }))
      if (pointer !== '') wanted.constraints.add(label)
  }
  return { wanted, fields }
}

interface Levelled {
  readonly since?: number
  readonly until?: number
}

const existsAt = ({ since = 0, until = Number.MAX_SAFE_INTEGER }: Levelled, level: number): boolean =>
  since <= level && level <= until

export const operationsAt = ({ level, apis }: CoverageScope): OperationData[] =>
  (Object.values(operations) as readonly OperationData[]).filter(
    operation => apis.includes(operation.api) && (operation.api === 'trading' || existsAt(operation, level)),
  )

/** A file is told by the parts of a body, not by a parameter. */
const parametersAt = ({ parameters }: OperationData, level: number): ParameterData[] =>
  parameters.filter(parameter => parameter.in !== 'file' && existsAt(parameter, level))

const nameAt = ({ name, renamedFrom }: ParameterData, level: number): string =>
  renamedFrom && level < renamedFrom.at ? renamedFrom.name : name

const valuesAt = ({ values = [], valueLevels = {} }: ParameterData, level: number): string[] =>
  values.map(String).filter(value => existsAt(valueLevels[value] ?? {}, level))

/** A field that must be absent is never seen. */
const isForbidden = (schema: unknown): boolean =>
  isObject(schema) && isObject(schema['not']) && Object.keys(schema['not']).length === 0

const fieldsOf = ({ id, api }: OperationData, level: number): (readonly [key: string, path: string])[] =>
  fieldRules
    .filter(rule => rule.operation === id && !isForbidden(fieldSchemas[rule.schema]))
    .filter(rule => api === 'trading' || existsAt(rule, level))
    .map(({ code, path }) => [code === undefined ? id : `${id} ${code}`, path] as const)

interface InnerPlace {
  // `drafts/*/type`, for example.
  readonly place: string
  readonly value?: string
}

/** What lies inside the parameters that are lists and objects. */
function placesIn({ id }: OperationData, level: number): InnerPlace[] {
  const schema = schemaOf(id as OperationId, 'request', level)
  return schema ? [...innerPlaces(schema, resolverOf(schema, sharedSchemas), [])] : []
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
