/** What of the specs a run exercised: operations, parameters, values, fields of replies, error codes. Pure. */

import { fieldRules, fieldSchemas } from '../generated/field-rules.ts'
import type { ClaimRecord, ExchangeRecord, Report } from '../generated/formats.ts'
import messaging from '../generated/messaging-openapi.ts'
import { type OperationData, operations, type ParameterData } from '../generated/operations.ts'
import { type Exchange, exchange as exchangeOf, isObject, outcomeOf } from './evidence/exchange.ts'
import { visitPlaces } from './judging/paths.ts'
import { generatedRefused } from './properties/predicates.ts'

export interface Tally {
  readonly covered: number
  readonly of: number
  /** What no request sent, and no reply showed. */
  readonly missing: readonly string[]
}

const PARTS = ['operations', 'parameters', 'values', 'responseFields', 'errorCodes'] as const
type Part = (typeof PARTS)[number]

/** The constraints of requests that were broken on purpose, each with how often. */
export type Coverage = { readonly [Of in Part]: Tally } & { readonly constraints: Readonly<Record<string, number>> }

export interface CoverageBook {
  exchange(exchange: Exchange): void
  /** The constraint that a generated request broke. */
  constraint(label: string): void
  summary(): Coverage
}

interface Scope {
  readonly level: number
  readonly apis: readonly ('trading' | 'messaging')[]
}

interface Wanted {
  readonly wanted: ReadonlyMap<Part, ReadonlySet<string>>
  /** The fields of each operation's replies. */
  readonly fields: ReadonlyMap<string, readonly string[]>
}

const known = new Map<string, Wanted>()

/** What there is to cover, found once for all runs of the same scope. */
function wantedIn(scope: Scope): Wanted {
  const key = `${scope.level} ${scope.apis.join(' ')}`
  const found = known.get(key) ?? findWanted(scope)
  known.set(key, found)
  return found
}

function findWanted(scope: Scope): Wanted {
  const wanted = new Map(PARTS.map(part => [part, new Set<string>()] as const))
  const fieldsById = new Map<string, readonly string[]>()
  for (const operation of operationsAt(scope)) {
    wanted.get('operations')?.add(operation.id)
    for (const parameter of parametersAt(operation, scope.level)) {
      wanted.get('parameters')?.add(`${operation.id} ${nameAt(parameter, scope.level)}`)
      for (const value of valuesAt(parameter, scope.level))
        wanted.get('values')?.add(`${operation.id} ${parameter.name}=${value}`)
    }
    const fields = fieldsOf(operation, scope.level)
    fieldsById.set(operation.id, fields)
    for (const path of fields) wanted.get('responseFields')?.add(`${operation.id} ${path}`)
    for (const code of codesOf(operation.id)) wanted.get('errorCodes')?.add(`${operation.id} ${code}`)
  }
  return { wanted, fields: fieldsById }
}

export function coverageBook(scope: Scope): CoverageBook {
  const { wanted, fields: fieldsById } = wantedIn(scope)
  const seen = new Map(PARTS.map(part => [part, new Set<string>()] as const))
  const constraints = new Map<string, number>()
  const unseenFields = new Map([...fieldsById].map(([id, fields]) => [id, new Set(fields)] as const))
  const see = (part: Part, what: string): void => {
    if (wanted.get(part)?.has(what)) seen.get(part)?.add(what)
  }

  return {
    exchange(exchange) {
      const id = exchange.operation ?? ''
      if (exchange.via !== 'target' || !exchange.response || !unseenFields.has(id)) return
      see('operations', id)
      for (const [name, value] of sentIn(exchange)) {
        see('parameters', `${id} ${name}`)
        if (value !== null) see('values', `${id} ${name}=${value}`)
      }
      const code = isObject(exchange.json) ? exchange.json['code'] : undefined
      if (outcomeOf(exchange) === 'error') return see('errorCodes', `${id} ${String(code)}`)
      const unseen = unseenFields.get(id) ?? new Set<string>()
      for (const path of unseen) {
        visitPlaces(exchange.json, path, present => {
          if (!present) return true
          see('responseFields', `${id} ${path}`)
          unseen.delete(path)
          return false
        })
      }
    },
    constraint: label => void constraints.set(label, (constraints.get(label) ?? 0) + 1),
    summary: () => ({
      ...(Object.fromEntries(PARTS.map(part => [part, tally(wanted.get(part), seen.get(part))])) as Record<
        Part,
        Tally
      >),
      constraints: Object.fromEntries([...constraints].sort(([one], [other]) => one.localeCompare(other))),
    }),
  }
}

/** The coverage of a run from its evidence. */
export function coverageOf(
  target: Report['target'],
  exchanges: readonly ExchangeRecord[],
  claims: readonly ClaimRecord[],
): Record<string, unknown> {
  const apis = (['trading', 'messaging'] as const).filter(api => target[api] !== undefined)
  const book = coverageBook({ level: target.messaging?.featureLevel ?? 0, apis })
  for (const record of exchanges) book.exchange(exchangeOf(record))
  for (const { predicate, args } of claims) if (isRefusal(predicate)) book.constraint(String(args['sent']))
  return { ...book.summary() }
}

/** Whether a claim is about a generated request that was to be refused. */
export const isRefusal = (predicate: string | null): boolean => predicate === generatedRefused.name

const tally = (wanted: ReadonlySet<string> = new Set(), seen: ReadonlySet<string> = new Set()): Tally => ({
  covered: seen.size,
  of: wanted.size,
  missing: [...wanted].filter(what => !seen.has(what)),
})

interface Levelled {
  readonly since?: number
  readonly until?: number
}

const existsAt = ({ since = 0, until = Number.MAX_SAFE_INTEGER }: Levelled, level: number): boolean =>
  since <= level && level <= until

const operationsAt = ({ level, apis }: Scope): OperationData[] =>
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

const fieldsOf = ({ id, api }: OperationData, level: number): string[] => [
  ...new Set(
    fieldRules
      .filter(rule => rule.operation === id && rule.on === 'success' && !isForbidden(fieldSchemas[rule.schema]))
      .filter(rule => api === 'trading' || existsAt(rule, level))
      .map(({ path }) => path),
  ),
]

/** The parameters that a request carried, each with its text where it has one. */
function sentIn({ request }: Exchange): [string, string | null][] {
  const form = new URLSearchParams(request.headers['content-type']?.includes('urlencoded') ? (request.body ?? '') : '')
  const query = new URL(request.url).searchParams
  return [...new Set([...(request.sent ?? []), ...query.keys()])].map(name => [name, form.get(name) ?? query.get(name)])
}

type Json = Readonly<Record<string, unknown>>

/** The codes that the description of an operation names. */
function codesOf(id: string): string[] {
  for (const path of Object.values(messaging['paths'] as Record<string, Json>)) {
    const found = Object.values(path).find(one => isObject(one) && one['operationId'] === id) as Json | undefined
    if (found) return [...namedCodes((found['responses'] as Json | undefined)?.['default'])]
  }
  return []
}

function* namedCodes(node: unknown): Iterable<string> {
  if (Array.isArray(node)) for (const one of node) yield* namedCodes(one)
  if (!isObject(node)) return
  if (typeof node['$ref'] === 'string') yield* namedCodes(resolved(node['$ref']))
  const code = isObject(node['properties']) ? node['properties']['code'] : undefined
  if (isObject(code) && typeof code['const'] === 'string') yield code['const']
  for (const key of ['content', 'application/json', 'schema', 'anyOf', 'oneOf', 'allOf']) yield* namedCodes(node[key])
}

const resolved = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), messaging)
