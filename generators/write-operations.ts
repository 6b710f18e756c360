/** `generated/operations.ts`: the operations as data, and their parameters as types. */
import type { OperationData } from './operation-data.ts'

const head = `import type { operations as MessagingOperations } from './messaging-types.ts'
import type { operations as TradingOperations } from './trading-types.ts'

export interface ValueLevels {
  readonly since?: number
  readonly until?: number
}

export interface ParameterData {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'form' | 'file' | 'body'
  readonly required: boolean
  readonly json: boolean
  readonly kind: 'string' | 'integer' | 'boolean' | 'number' | 'array' | 'object' | 'union'
  readonly values?: readonly (string | number)[]
  readonly default?: unknown
  readonly nullable?: boolean
  readonly since?: number
  readonly until?: number
  readonly renamedFrom?: { readonly name: string; readonly at: number }
  readonly valueLevels?: Readonly<Record<string, ValueLevels>>
}

export interface OperationData {
  readonly id: string
  readonly api: 'trading' | 'messaging'
  readonly method: string
  readonly path: string
  readonly auth: 'none' | 'basic' | 'either'
  readonly since?: number
  readonly until?: number
  readonly parameters: readonly ParameterData[]
  /** The error codes that the contract names for it. */
  readonly codes: readonly string[]
}
`

const types = `
export type TradingOperationId = keyof TradingOperations
export type MessagingOperationId = keyof MessagingOperations
export type OperationId = TradingOperationId | MessagingOperationId

type Operations = TradingOperations & MessagingOperations
type Given<Part> = [Part] extends [never | undefined] ? unknown : NonNullable<Part>
type PathOf<Operation> = Operation extends { parameters: { path: infer Path } } ? Given<Path> : unknown
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? Given<Query> : unknown
type FormOf<Operation> = Operation extends { requestBody?: { content: { 'application/x-www-form-urlencoded': infer Form } } }
  ? Form
  : unknown

/** The parameters of an operation, wherever they travel; a file is none of them. */
export type ParametersOf<Id extends OperationId> = OrNone<PathOf<Operations[Id]> & QueryOf<Operations[Id]> & FormOf<Operations[Id]>>
type OrNone<Parameters> = unknown extends Parameters ? Record<string, never> : Parameters

/** The JSON of a success reply. */
export type ReplyOf<Id extends OperationId> = Operations[Id] extends {
  responses: { '2XX': { content: { 'application/json': infer Reply } } }
}
  ? Reply
  : unknown

/** The names of an operation's parameters. */
export type ParameterName<Id extends OperationId> = (typeof operations)[Id]['parameters'][number]['name']
`

export function writeOperations(operations: readonly OperationData[]): string {
  const entries = operations.map(operation => `  ${operation.id}: ${JSON.stringify(operation)},`)
  const table = `export const operations = {\n${entries.join('\n')}\n} as const satisfies Record<string, OperationData>\n`
  return `${head}\n${table}${types}`
}
