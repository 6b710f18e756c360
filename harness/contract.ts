/** What describes an API as data: its catalogue, its operations, and how its replies are read. */
import type { Needs, Profile, Requirement as Stated } from '../generated/catalogue.ts'
import type { FieldRule } from '../generated/field-rules.ts'
import type { OperationData } from '../generated/operations.ts'
import type { Exchange } from './evidence/exchange.ts'
import type { Predicate } from './judging/predicate.ts'
import type { Reason } from './reason.ts'
import type { Target } from './target/load-target.ts'

export interface Requirement extends Omit<Stated, 'id' | 'api'> {
  readonly id: string
  readonly api: string
}

/** How a request is made: method, path, parameters and where they travel. */
export type Operation = Omit<OperationData, 'api'>

export interface SecretNames {
  readonly headers?: readonly string[]
  readonly members?: readonly string[]
  /** Members that hold a link; evidence keeps its scheme and host. */
  readonly links?: readonly string[]
}

export interface Catalogue {
  /** Only of a catalogue that comes with the kit. */
  readonly digest?: string
  readonly areas: readonly { readonly id: string; readonly title: string }[]
  readonly requirements: readonly Requirement[]
  readonly openPoints: readonly { readonly id: string; readonly sentence: string }[]
  readonly profiles: readonly Profile[]
}

export type Outcome = 'success' | 'error' | 'neither'

/** How replies of the API are read. */
export interface ReplyReading {
  outcome(exchange: Pick<Exchange, 'json' | 'response'>): Outcome
  /** Whether the rule is about this reply. */
  carries(exchange: Exchange, rule: FieldRule): boolean
  /** Operations whose replies come without the envelope that all others have. */
  readonly bare?: ReadonlySet<string>
  readonly succeeds: Predicate<Readonly<Record<string, never>>>
  readonly isRefused: Predicate<{ codes?: readonly string[] }>
  readonly isNotOffered: Predicate<Readonly<Record<string, never>>>
  /** The refusal that a reply is, without ids and names; null for any other reply. */
  refusal(response: { readonly status: number; readonly body: string }): string | null
  /** Describes a reply that is neither a success nor a refusal; null for any other. */
  garbled(response: { readonly status: number; readonly body: string }): string | null
}

type JsonSchema = Readonly<Record<string, unknown>>

/** Descriptions of requests; coverage is measured by them, beside operations and fields. */
export interface RequestDescriptions {
  schemaOf(operation: string, level: number): JsonSchema | undefined
  readonly shared: readonly JsonSchema[]
  constraintsOf(operation: string, level: number): readonly { readonly label: string; readonly pointer: string }[]
  /** Constraints that only checks of their own violate, never a generated request. */
  readonly brokenElsewhere?: readonly RegExp[]
  /** Why no request is generated for an operation with parameters; null if one is. */
  notGenerated?(operation: Operation): string | null
}

/** Helps to tell the causes of failures apart. */
export interface CauseReading {
  /** Requirements about the envelope of every reply. */
  readonly envelope?: RegExp
  /** How directly a requirement names what is wrong: the lower, the more directly; 0 by default. */
  plainness?(requirement: string, isEverServed: boolean): number
  /** True if no check depends on what other checks did. */
  readonly stateless?: boolean
}

export interface Need {
  readonly words: string
  missing(target: Target): Reason | null
}

/** Whether something with these levels exists; always true for an API without levels, whose level is 0. */
export const existsAt = (
  { since = 0, until = Number.MAX_SAFE_INTEGER }: { readonly since?: number; readonly until?: number },
  level: number,
): boolean => level === 0 || (since <= level && level <= until)

export type { FieldRule, Needs, Profile }
