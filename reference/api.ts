/** What each API of a reference provides. */
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
  /** All texts in it, such as its name and content. */
  readonly text: string
}

export type Provision = { readonly value: Record<string, unknown> } | { readonly unavailable: string }

export interface ApiOptions {
  readonly seed?: number | undefined
  /** Trading requests served per second; unlimited by default. */
  readonly limit?: number | undefined
  /** The least number of users, of user groups and of channels in the organization. */
  readonly organizationSize?: number | undefined
}

export interface Api {
  readonly answer: Answer
  provision(kind: string, withWhat: Record<string, unknown>): Promise<Provision>
  /** This API's part of a target file for a deployment at this origin. */
  target(origin: string): Record<string, unknown>
  readonly log: readonly LogEntry[]
  /** What it holds now and a client may have made: shows what a run left behind. */
  holdings(kind?: string): readonly Holding[]
}
