/** The types of the endpoint table. */
import type { Kind } from './kinds.ts'

export interface Parameter {
  readonly name: string
  readonly kind: Kind
  readonly required?: true
  /** Required in some cases, which the operation's rules decide. */
  readonly conditional?: true
  readonly at?: 'path'
  /** Whether the other parameters of a request cause it to be ignored, whatever its value. */
  readonly idle?: (sent: ReadonlyMap<string, string>) => boolean
  /** The only values it accepts; a value may be limited to some levels. */
  readonly values?: readonly (
    | string
    | number
    | { readonly value: string; readonly since?: number; readonly until?: number }
  )[]
  readonly since?: number
  /** The last level that has it. */
  readonly until?: number
}

export interface Endpoint {
  readonly method: string
  readonly path: string
  /** Not in the contract; few deployments offer it. */
  readonly beyond?: true
  /** The first level that has it. */
  readonly since?: number
  /** The last level that has it. */
  readonly until?: number
  /** `anyone` needs no credentials; `everybody`, the default, is any user or bot. */
  readonly access?: 'anyone' | 'everybody' | 'administrators' | 'no-guests-or-bots'
  readonly parameters: readonly Parameter[]
}

export const pathId = (name: string): Parameter => ({ name, kind: 'integer', required: true, at: 'path' })
export const text = (name: string): Parameter => ({ name, kind: 'string' })
export const needed = (name: string): Parameter => ({ name, kind: 'string', required: true })
