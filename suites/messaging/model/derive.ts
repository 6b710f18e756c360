/** Derives factors from the descriptions: each parameter, with the classes of values that its schema allows and forbids. */
import { type MessagingOperationId, operations, type ParameterData } from '../../../generated/operations.ts'
import { requestReadings } from '../../../generated/request-readings.ts'
import { schemaOf } from '../../../generated/schemas.ts'
import { isObject, type JsonObject, type Readings } from '../../../harness/index.ts'
import { NO_SUCH_ID } from '../fixtures.ts'
import type { ModelFactor } from './operation-model.ts'
import type { RequirementId, Rule } from './rules.ts'
import { oneOf, several, things } from './things.ts'
import {
  absent,
  booleans,
  inTurn,
  listed,
  type Make,
  type ModelValue,
  missing,
  names,
  ofAnotherKind,
  outside,
  type RequestContext,
  texts,
  unknown,
  value,
  wrong,
} from './values.ts'

/** The requirements that decide each class of a parameter's values; a class that none decides is left out. */
export interface ParameterRules {
  /** The requirement that says its legal values are accepted. */
  readonly by?: RequirementId
  /** For leaving it out. */
  readonly missing?: Rule
  /** For text where another kind is expected. */
  readonly kind?: Rule
  /** For a value outside its set. */
  readonly outside?: Rule
  /** For an id that does not exist. */
  readonly unknown?: Rule
  /** For an unknown user id inside a group-setting value. */
  readonly unknownUser?: Rule
  /** What its ids refer to, if the word in the description is too general. */
  readonly names?: string
  /** Accepted classes, if they cannot be derived from the schema. */
  readonly values?: readonly ModelValue[]
  readonly more?: readonly ModelValue[]
  /** Names of accepted classes to leave out. */
  readonly not?: readonly string[]
}

export type Rules<Id extends MessagingOperationId> = {
  readonly [Name in (typeof operations)[Id]['parameters'][number]['name']]?: ParameterRules
}

const readings: Readings = requestReadings

const readingOf = (...places: readonly (readonly [string, string])[]): JsonObject =>
  Object.assign({}, ...places.flatMap(([name, pointer]) => [readings[name]?.[pointer] ?? {}].flat()))

/** One factor for each parameter that the operation has at this level. */
export function parameters<Id extends MessagingOperationId>(
  operation: Id,
  level: number,
  rules: Rules<Id>,
): ModelFactor[] {
  const all: readonly ParameterData[] = operations[operation].parameters
  return all
    .filter(({ since = 0, until = Number.POSITIVE_INFINITY }) => since <= level && level <= until)
    .map(parameter => {
      const own = (rules as Readonly<Record<string, ParameterRules>>)[parameter.name] ?? {}
      return { name: parameter.name, values: valuesOf(operation, parameter, level, own) }
    })
}

function valuesOf(
  operation: MessagingOperationId,
  parameter: ParameterData,
  level: number,
  rules: ParameterRules,
): ModelValue[] {
  const reading = readingOf([operation, `/${parameter.name}`])
  const needed = parameter.required || reading['needed'] === true
  const accepted = (rules.values ?? accepts(operation, parameter, level, rules)).filter(
    ({ name }) => !rules.not?.includes(name),
  )
  return [
    ...(needed ? [] : [absent]),
    ...accepted,
    ...(rules.missing ? [missing(rules.missing)] : []),
    ...(rules.kind ? [ofAnotherKind(rules.kind, ...otherKinds(operation, parameter, level, rules))] : []),
    ...(rules.outside ? [outside(rules.outside, accepted.at(-1)?.name ?? '')] : []),
    ...unknowns(operation, parameter, rules),
    ...(rules.more ?? []),
  ]
}

/** Values of the wrong kind other than text, which careless code takes for a right one. */
function otherKinds(
  operation: MessagingOperationId,
  { name, kind, values = [] }: ParameterData,
  level: number,
  rules: ParameterRules,
): Make[] {
  if (kind === 'boolean') return [() => [], () => 'yes']
  if (kind === 'object') return [() => ['text'], () => 7]
  if (kind === 'integer') {
    const named = readingOf([operation, `/${name}`])['names']
    const right = async (context: RequestContext): Promise<unknown> =>
      typeof named === 'string' ? (await several(named, context, 1))[0] : (values.at(-1) ?? 60)
    return [async context => `${await right(context)}abc`, async context => [await right(context)]]
  }
  if (isSetting(operation, name, level)) return [() => ({ direct_members: 'text', direct_subgroups: [] }), () => []]
  const inner = rules.names ?? readingOf([operation, `/${name}/*`])['names']
  if (kind !== 'array' || typeof inner !== 'string') return []
  return [
    () => ['text'],
    async context => (await several(inner, context, 1))[0],
    async context => [...(await several(inner, context, 2)), 'text'],
    () => ({}),
    async context => ({ first: (await several(inner, context, 1))[0] }),
    async context => [...(await several(inner, context, 1)), null],
  ]
}

/** The classes of values that the parameter's schema allows. */
function accepts(
  operation: MessagingOperationId,
  { name, kind, values, valueLevels = {} }: ParameterData,
  level: number,
  { by, names: kindOfThing }: ParameterRules,
): ModelValue[] {
  const reading = readingOf([operation, `/${name}`])
  const inner = { ...readingOf([operation, `/${name}/*`]), ...(kindOfThing && { names: kindOfThing }) }
  const within = isObject(reading['within']) ? reading['within'] : {}
  if (values) {
    const at = (one: string | number): boolean => {
      const { since = 0, until = Number.POSITIVE_INFINITY } = valueLevels[String(one)] ?? {}
      return since <= level && level <= until
    }
    return listed(values.filter(at), by)
  }
  if (kind === 'boolean')
    return booleans(by).filter(
      ({ name: word }) => !Array.isArray(within['enum']) || within['enum'].map(String).includes(word),
    )
  if (kind === 'integer' && typeof reading['names'] === 'string') return ids(reading['names'], by)
  if (kind === 'array' && typeof inner['names'] === 'string')
    return lists(inner['names'], within['minItems'] === undefined, by)
  if (isSetting(operation, name, level)) return settings(by)
  const limit = typeof reading['limit'] === 'string' ? { limit: reading['limit'] } : {}
  if (kind === 'string') return (reading['unique'] === true ? names : texts)(name, { ...limit, ...(by && { by }) })
  return []
}

const ids = (kind: string, by?: RequirementId): ModelValue[] =>
  (things[kind] ?? []).slice(0, 2).map((find, turn) => value(turn === 0 ? 'first' : 'later', find, by))

/** Enough to reveal a fault at the second, third or eleventh element. */
const SEVERAL = 11

const lists = (kind: string, maybeEmpty: boolean, by?: RequirementId): ModelValue[] => [
  value('one', (context: RequestContext) => several(kind, context, 1), by),
  value('two', (context: RequestContext) => several(kind, context, 2), by),
  value('several', (context: RequestContext) => several(kind, context, SEVERAL), by),
  ...(maybeEmpty ? [value('none', [], by)] : []),
]

/** Both forms of a group-setting value. */
const settings = (by?: RequirementId): ModelValue[] => [
  value('a group', (context: RequestContext) => oneOf('group', context), by),
  value('several of each', (context: RequestContext) => setting(context, 3), by),
]

const setting = async (context: RequestContext, count: number) => ({
  direct_members: await several('user', context, count),
  direct_subgroups: await several('group', context, count),
})

/** Whether the description says that the parameter is a group-setting value. */
function isSetting(operation: MessagingOperationId, name: string, level: number): boolean {
  const properties = schemaOf(operation, 'request', level)?.['properties']
  const own = isObject(properties) ? properties[name] : undefined
  return isObject(own) && String(own['$ref']).endsWith('/GroupSettingValue')
}

function unknowns(operation: MessagingOperationId, { name, kind }: ParameterData, rules: ParameterRules): ModelValue[] {
  const inner = readingOf([operation, `/${name}/*`])
  const made: ModelValue[] = []
  if (rules.unknown && kind === 'array' && typeof inner['names'] === 'string') {
    const named = rules.names ?? inner['names']
    const last = (count: number) => async (context: RequestContext) => [
      ...(await several(named, context, count)),
      NO_SUCH_ID,
    ]
    made.push(wrong('unknown after known', inTurn(rules.unknown.by, last(2), last(2), last(0)), rules.unknown))
  } else if (rules.unknown) made.push(unknown(rules.unknown))
  if (rules.unknownUser) {
    const inside = async (context: RequestContext) => ({
      direct_members: [...(await several('user', context, 1)), NO_SUCH_ID],
      direct_subgroups: [],
    })
    made.push(wrong('unknown user inside', inside, rules.unknownUser))
  }
  return made
}
