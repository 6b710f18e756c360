/** `generated/schemas.ts`: JSON schemas for ajv, by operation, direction and level. */
import type { Json } from './json.ts'
import type { OperationSchemas } from './operation-schemas.ts'

const head = `import type { OperationId } from './operations.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** A schema and the feature levels it holds at. */
export interface SchemaVersion {
  readonly since?: number
  readonly until?: number
  readonly schema: JsonSchema
}

export type Direction = 'request' | 'success'
`

const foot = `
/** The schema of an operation at a feature level; undefined where the contract shows none. */
export function schemaOf(operation: OperationId, direction: Direction, level = Number.MAX_SAFE_INTEGER): JsonSchema | undefined {
  return schemas[operation][direction].find(({ since = 0, until = Number.MAX_SAFE_INTEGER }) => since <= level && level <= until)?.schema
}
`

export function writeSchemas(shared: readonly Json[], schemas: ReadonlyMap<string, OperationSchemas>): string {
  const entries = [...schemas].map(([id, versions]) => `  ${id}: ${JSON.stringify(versions)},`)
  return `${head}
/** The components that the schemas below refer to; add them to a validator first. */
export const sharedSchemas: readonly JsonSchema[] = ${JSON.stringify(shared)}

export const schemas: Readonly<Record<OperationId, Readonly<Record<Direction, readonly SchemaVersion[]>>>> = {
${entries.join('\n')}
}
${foot}`
}
