/** `generated/field-rules.ts`: which requirement is about which field of which reply. */
import type { FieldRules } from './field-rules.ts'

const head = `/**
 * The value at \`path\`, in every reply of the operation, fits the schema. \`required\`: an object at the path's parent
 * has the member; where the parent is not an object the rule says nothing. \`*\` in a path stands for every element of an
 * array and every value of a map.
 */
export interface FieldRule {
  readonly requirement: string
  readonly api: string
  /** Its id, or \`*\` for every operation. */
  readonly operation: string
  readonly on: 'success' | 'error'
  /** The error code whose replies carry the field; absent where every reply does. */
  readonly code?: string
  readonly path: string
  /** Index into \`fieldSchemas\`. */
  readonly schema: number
  readonly required: boolean
  readonly since?: number
  readonly until?: number
}
`

export function writeFieldRules({ rules, schemas }: FieldRules): string {
  return `${head}
export const fieldSchemas: readonly Readonly<Record<string, unknown>>[] = [
${schemas.map(schema => `  ${JSON.stringify(schema)},`).join('\n')}
]

export const fieldRules: readonly FieldRule[] = [
${rules.map(rule => `  ${JSON.stringify(rule)},`).join('\n')}
]
`
}
