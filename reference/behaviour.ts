/** How a reference deployment departs from its plain reading: the faults it commits and the variants it uses. */
import type { Change } from './operations/change.ts'
import type { Circumstances } from './operations/circumstances.ts'
import type { Deployed } from './operations/deploy.ts'
import type { AnyStage } from './operations/stage.ts'

export interface Clock {
  now(): number
  sleep(ms: number): Promise<void>
}

/** A deliberate breach. It changes named parts of operations, or alters replies on the wire. */
export interface Fault {
  readonly id: string
  readonly api: 'trading' | 'messaging'
  readonly describes: string
  /** Requirement ids that must fail, or warn where the weight is `should`. */
  readonly breaches: readonly string[]
  readonly weight?: 'must' | 'should'
  /** Feature levels at which the breach shows. */
  readonly levels?: { readonly since?: number; readonly until?: number }
  /** What becomes of named parts of operations. */
  readonly changes?: readonly Change[]
  /** What happens to replies on the wire. */
  readonly mutates?: readonly Mutation[]
  readonly when?: Occasion
  /** Made from the specs, not by hand. */
  readonly derived?: true
  /** The budget it takes to find it, where that is more than the standard one. */
  readonly budget?: 'thorough'
}

/** When replies are altered: in one of n kinds of requests, or only where the facts of the moment match. */
export interface Occasion {
  /** One in n kinds of requests, told by role and values: for requests that are about no thing. */
  readonly oneIn?: number
  readonly facts?: Readonly<Record<string, unknown>>
}

/** One change to the JSON of a reply. In a path `*` is every element or key; `#first`, `#middle`, `#last` are one of them, `?name=value` those with such a member. */
export interface Mutation {
  /** An operation id, or `*`. */
  readonly operation: string
  readonly on: 'success' | 'error' | 'any'
  /** Steps joined by `/`, none at the front, a slash inside one written `~1`; the empty path is the whole body. */
  readonly path: string
  readonly does: Alteration
}

export type Alteration =
  | { readonly drop: true }
  | { readonly set: unknown }
  | { readonly as: 'number' | 'string' | 'boolean' | 'null' | 'array' | 'object' }
  /** Replaces what a regular expression matches in the value's text. */
  | { readonly match: string; readonly with: string }
  | { readonly case: 'upper' | 'lower' }

/** A deliberate use of a freedom that the contract leaves. */
export interface Variant {
  readonly id: string
  readonly api: 'trading' | 'messaging'
  readonly describes: string
  /** The open point it uses, or `principle N: what`. */
  readonly uses: string
  /** What becomes of named parts of operations. */
  readonly changes?: readonly Change[]
  /** Variants that cannot be used together with it. */
  readonly excludes?: readonly string[]
  /** What a run ends in where the freedom leaves nothing to see. */
  readonly leaves?: 'incomplete'
  /** Feature levels at which the freedom exists. */
  readonly levels?: { readonly since?: number; readonly until?: number }
}

/** What a deployment does at each moment. */
export interface Behaviour {
  readonly level: number
  readonly clock: Clock
  /** A repeatable random number in [0, 1). */
  random(): number
  /** What active faults and variants do to named parts of operations. */
  readonly changes: readonly Change[]
  /** A stage with them applied. */
  deployed(stage: AnyStage): Deployed
  /** Whether anything active asks for what came before a request. */
  readonly looksBack: boolean
  /** The changes due to this reply. */
  mutations(
    operation: string,
    on: 'success' | 'error',
    facts?: Readonly<Record<string, unknown>>,
    about?: Circumstances,
  ): readonly Mutation[]
}
