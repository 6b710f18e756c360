/** How a reference deployment deviates from its default behaviour: its faults and variants. */
import type { Change } from './operations/change.ts'
import type { Circumstances } from './operations/circumstances.ts'
import type { Deployed } from './operations/deploy.ts'
import type { AnyStage } from './operations/stage.ts'

export interface Clock {
  now(): number
  sleep(ms: number): Promise<void>
}

/** A deliberate violation of the contract: changes named parts of operations, or alters replies on the wire. */
export interface Fault {
  readonly id: string
  readonly api: 'trading' | 'messaging'
  readonly describes: string
  /** The ids of the requirements that must fail, or warn if the weight is `should`. */
  readonly breaches: readonly string[]
  readonly weight?: 'must' | 'should'
  /** Feature levels at which the violation can be observed. */
  readonly levels?: { readonly since?: number; readonly until?: number }
  /** Changes to named parts of operations. */
  readonly changes?: readonly Change[]
  /** Alterations of replies on the wire. */
  readonly mutates?: readonly Mutation[]
  readonly when?: Occasion
  /** Generated from the specs, not written by hand. */
  readonly derived?: true
  /** The budget that is needed to find it, if more than the standard one. */
  readonly budget?: 'thorough'
}

/** When replies are altered: for one in n kinds of requests, or only if these facts hold. */
export interface Occasion {
  /** One in n kinds of requests, distinguished by role and values: for requests that are not about a stored object. */
  readonly oneIn?: number
  readonly facts?: Readonly<Record<string, unknown>>
}

/**
 * One change to the JSON of a reply. In a path, `*` is every element or key; `#first`, `#middle` and `#last` are one element;
 * `?name=value` are those with such a member.
 */
export interface Mutation {
  /** An operation id, or `*`. */
  readonly operation: string
  readonly on: 'success' | 'error' | 'any'
  /** Steps joined by `/`, without one at the front; a slash within a step is written `~1`; the empty path is the whole body. */
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

/** A deliberate legal variation: something that the contract leaves open. */
export interface Variant {
  readonly id: string
  readonly api: 'trading' | 'messaging'
  readonly describes: string
  /** The open point it uses, or `principle N: what`. */
  readonly uses: string
  /** Changes to named parts of operations. */
  readonly changes?: readonly Change[]
  /** Variants that cannot be used together with it. */
  readonly excludes?: readonly string[]
  /**
   * What stays unverified, if anything does: only requirements that the target has nothing to try them with (`untried`),
   * which no run plans, or planned ones as well (`incomplete`).
   */
  readonly leaves?: 'untried' | 'incomplete'
  /** Feature levels at which the variation is legal. */
  readonly levels?: { readonly since?: number; readonly until?: number }
}

/** How a deployment behaves, with its active faults and variants. */
export interface Behaviour {
  readonly level: number
  readonly clock: Clock
  /** A repeatable random number in [0, 1). */
  random(): number
  /** The changes of active faults and variants to named parts of operations. */
  readonly changes: readonly Change[]
  /** A stage with these changes applied. */
  deployed(stage: AnyStage): Deployed
  /** Whether an active change depends on earlier requests. */
  readonly looksBack: boolean
  /** The alterations that apply to this reply. */
  mutations(
    operation: string,
    on: 'success' | 'error',
    facts?: Readonly<Record<string, unknown>>,
    about?: Circumstances,
  ): readonly Mutation[]
}
