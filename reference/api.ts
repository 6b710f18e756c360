/** What the two halves of a reference offer to the whole. */
import type { Answer } from './wire.ts'

export interface LogEntry {
  readonly at: number
  readonly method: string
  readonly path: string
  /** Whether the request changed what the deployment holds. */
  readonly changed: boolean
}

export interface Holding {
  readonly kind: string
  readonly id: number | string
  /** All text that it carries. */
  readonly text: string
}

export type Provision = { readonly value: Record<string, unknown> } | { readonly unavailable: string }

export interface ApiOptions {
  readonly seed?: number
  /** Trading requests served in a second; no limit unless given. */
  readonly limit?: number
  /** How many users, user groups and channels the organization has at least, of each. */
  readonly organizationSize?: number
}

export interface Api {
  readonly answer: Answer
  provision(kind: string, withWhat: Record<string, unknown>): Promise<Provision>
  /** This API's part of a target file for a deployment at this origin. */
  target(origin: string): Record<string, unknown>
  readonly log: readonly LogEntry[]
  /** What it holds now that somebody may have made: for whoever wants to know what a run left behind. */
  holdings(kind?: string): readonly Holding[]
}
