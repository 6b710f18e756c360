/** What an API says of itself as data: its catalogue, its operations, and how its replies are read. */
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
  /** Members that hold a link: its scheme and host may show. */
  readonly links?: readonly string[]
}

export interface Catalogue {
  /** Of the catalogue that the kit comes with. */
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
  /** Whether the reply is one of those that the rule is about. */
  carries(exchange: Exchange, rule: FieldRule): boolean
  /** Operations whose replies come without the envelope that all others have. */
  readonly bare?: ReadonlySet<string>
  readonly succeeds: Predicate<Readonly<Record<string, never>>>
  readonly isRefused: Predicate<{ codes?: readonly string[] }>
  readonly isNotOffered: Predicate<Readonly<Record<string, never>>>
  /** The refusal that a reply is, without ids and names; null for any other reply. */
  refusal(response: { readonly status: number; readonly body: string }): string | null
  /** What a reply is that is neither a success nor a refusal; null where it is one. */
  garbled(response: { readonly status: number; readonly body: string }): string | null
}

type JsonSchema = Readonly<Record<string, unknown>>

/** What coverage is measured by, beyond operations and fields. */
export interface RequestDescriptions {
  schemaOf(operation: string, level: number): JsonSchema | undefined
  readonly shared: readonly JsonSchema[]
  constraintsOf(operation: string, level: number): readonly { readonly label: string; readonly pointer: string }[]
  /** Constraints that requirements of their own break, and no generated request. */
  readonly brokenElsewhere?: readonly RegExp[]
  /** Why no request of an operation with parameters is generated; null where one is. */
  notGenerated?(operation: Operation): string | null
}

/** What tells the causes of failures apart. */
export interface CauseReading {
  /** Requirements about the envelope of every reply. */
  readonly envelope?: RegExp
  /** The lower, the plainer a requirement says what is wrong; 0 unless said. */
  plainness?(requirement: string, isEverServed: boolean): number
  /** Whether its checks depend on nothing that others did. */
  readonly stateless?: boolean
}

export interface Need {
  readonly words: string
  missing(target: Target): Reason | null
}

/** Whether something of these levels is there; where the API has no levels, it always is. */
export const existsAt = (
  { since = 0, until = Number.MAX_SAFE_INTEGER }: { readonly since?: number; readonly until?: number },
  level: number,
): boolean => level === 0 || (since <= level && level <= until)

export type { FieldRule, Needs, Profile }
