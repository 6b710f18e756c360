/** Arbitraries for the requests of both APIs, made from the generated schemas. */
import { changeLevels } from '../../generated/feature-levels.ts'
import { type OperationId, operations, type ParameterData } from '../../generated/operations.ts'
import { requestReadings } from '../../generated/request-readings.ts'
import { schemaOf, sharedSchemas } from '../../generated/schemas.ts'
import { type Readings, type RequestOptions, requestArbitraries } from '../../harness/index.ts'

const parametersOf = (operation: OperationId): readonly ParameterData[] => operations[operation].parameters

export const { requestArbitrary, nearlyValidArbitrary, constraintsOf, statedConstraints, requestCases, partsOf } =
  requestArbitraries<OperationId>({
    schemaOf: (operation, level) => schemaOf(operation, 'request', level),
    shared: sharedSchemas,
    readings: requestReadings,
    parametersOf,
  })

const changes = changeLevels.messaging

/**
 * The feature levels just across the nearest changes. Requests that are valid there too do not fail merely because a target's
 * claimed level is off by one change.
 */
export const levelsBeside = (level: number): number[] => [
  ...changes
    .filter(change => change <= level)
    .slice(-1)
    .map(change => change - 1),
  ...changes.filter(change => change > level).slice(0, 1),
]

/** The lowest level with the same request schema of the operation, and the levels beside it whose schema differs. */
export function levelsFor(operation: OperationId, level: number): Required<Pick<RequestOptions, 'level' | 'alsoAt'>> {
  const own = schemaOf(operation, 'request', level)
  const isAlike = (other: number): boolean => schemaOf(operation, 'request', other) === own
  return {
    level: [0, ...changes].find(other => other <= level && isAlike(other)) ?? level,
    alsoAt: levelsBeside(level).filter(other => !isAlike(other)),
  }
}

/** The register settings that limit what is generated. */
export const limitSettings: ReadonlySet<string> = new Set(
  Object.values(requestReadings as Readings).flatMap(places =>
    Object.values(places)
      .flat()
      .flatMap(({ limit }) => (limit === undefined ? [] : [limit])),
  ),
)

/** The parameters whose values no two requests may share, such as names; the caller makes them unique. */
export function uniqueParameters(operation: OperationId): string[] {
  const readings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = requestReadings
  const places = readings[operation] ?? {}
  return Object.entries(places)
    .filter(([, reading]) => (reading as { unique?: boolean }).unique === true)
    .map(([pointer]) => pointer.slice(1))
}

/** The register setting that limits a parameter. */
export function limitOfParameter(operation: OperationId, name: string): string | undefined {
  const places: Readings[string] = (requestReadings as Readings)[operation] ?? {}
  return [places[`/${name}`] ?? []].flat().find(({ limit }) => limit !== undefined)?.limit
}
