/** Every change of level that the descriptions and the catalogue mark: of endpoints, parameters, values, fields and rules. */
import { requirements } from '../../generated/catalogue.ts'
import { type OperationData, operations } from '../../generated/operations.ts'
import { replyFields } from '../../generated/reply-fields.ts'

export interface LevelChange {
  /** Such as `createChannel`, `setTypingStatus/stream_id`, `setTypingStatus/type=channel`, `uploadFile/url`, `level 334`. */
  readonly what: string
  /** The first level that has it; for something dropped, the first level without it. */
  readonly level: number
  readonly operation?: string
  readonly part?: string
}

const all: readonly OperationData[] = Object.values(operations)

const ofOperations: readonly LevelChange[] = all.flatMap(({ id: operation, since, parameters }) => [
  ...(since === undefined ? [] : [{ what: operation, level: since, operation, part: 'endpoint' }]),
  ...parameters.flatMap(({ name, since: first, renamedFrom, valueLevels = {} }): LevelChange[] => [
    ...(first === undefined || first <= (since ?? 0)
      ? []
      : [{ what: `${operation}/${name}`, level: first, operation, part: name }]),
    ...(renamedFrom ? [renamedFrom.name, name] : []).map(part => ({
      what: `${operation}/${part}`,
      level: renamedFrom?.at ?? 0,
      operation,
      part,
    })),
    ...Object.entries(valueLevels).map(([value, levels]) => ({
      what: `${operation}/${name}=${value}`,
      level: levels.since ?? (levels.until ?? 0) + 1,
      operation,
      part: value,
    })),
  ]),
])

const ofFields: readonly LevelChange[] = replyFields.flatMap(
  ({ operations: [operation = '', ...others], path, since }) => {
    const endpoint = all.find(one => one.id === operation)?.since ?? 0
    return since === undefined || since <= endpoint
      ? []
      : [{ what: `${others.length > 0 ? '*' : operation}${path}`, level: since }]
  },
)

const marked = new Set([...ofOperations, ...ofFields].map(({ level }) => level))

/** The empty topic came along with a parameter, but is a rule of its own. */
const RULES: ReadonlySet<number> = new Set([334])

/** Rules that change without a change of an endpoint, a parameter, a value or a field. */
const ofRules: readonly LevelChange[] = [...new Set(requirements.flatMap(({ since }) => since ?? []))]
  .filter(level => !marked.has(level) || RULES.has(level))
  .map(level => ({ what: `level ${level}`, level }))

export const levelChanges: readonly LevelChange[] = [...ofOperations, ...ofFields, ...ofRules]
