/** A kind of fixture: what its value contains, whether it is created or read, what it leaves behind, how that is removed. */
import type { Clock } from '../clock.ts'
import type { Client } from '../http/client.ts'
import type { Target } from '../target/load-target.ts'

/** The types that a member of a value may have. */
export type Member = 'integer' | 'text' | 'maybe-empty' | 'boolean' | 'integers' | 'texts' | 'objects'

/** A function that removes a thing, or the reason why it stays. */
export type Removal = (() => Promise<unknown>) | string

export type FixtureValue = Readonly<Record<string, unknown>>

export interface FixtureKind {
  /** Members that checks need; other members are not examined. */
  readonly value?: Readonly<Record<string, Member>>
  /** Changes something in the target; all others only read. */
  readonly makes?: true
  /** A ready-made one serves again and again: no check uses it up or changes it. */
  readonly lasting?: true
  /** It can be provided only once: after a failed reply (5xx) it is not requested again. */
  readonly once?: true
  /** Each one has a new id: those given before are used up, or in use. */
  readonly anew?: true
  /** It may be at another origin than the target's, one that the target file lists. */
  readonly elsewhere?: true
  /** It has a name, which has to contain the run's id. */
  readonly named?: true
  readonly leaves?: Leaving
  /** What else creating it leaves behind. */
  readonly leavesToo?: (withWhat: FixtureValue, value: FixtureValue) => readonly Left[]
  /** Why a ready-made one does not match the wishes; null if it does. */
  readonly unlike?: (wishes: FixtureValue, value: FixtureValue) => string | null
}

export interface Leaving {
  /** What a leftover of it is called. */
  readonly kind: string
  /** The member of the value that names it. */
  readonly id: string
  /** It is left behind only if this member is true, in the request or in the value. */
  readonly onlyIf?: string
  /** Its id must not appear in evidence. */
  readonly secret?: true
  /** The contract's own way to remove it: the operation, and the parameter that names it. Without it, the provisioner is asked. */
  readonly removedBy?: { readonly operation: string; readonly parameter: string }
}

export interface Left {
  readonly kind: string
  readonly id: number | string
  readonly remove?: Removal
}

export type FixtureKinds = Readonly<Record<string, FixtureKind>>

export interface Fixtures {
  readonly kinds: FixtureKinds
  /** Provisioners that come with the kit, by the name that a target file gives them. */
  readonly builtIn?: Readonly<Record<string, (parts: BuiltInParts) => BuiltIn>>
}

export interface BuiltInParts {
  readonly target: Target
  readonly client: Client
  readonly clock: Clock
  readonly runId: string
  readonly learn: (secret: string) => void
}

export interface BuiltIn {
  provision(kind: string, withWhat: FixtureValue): Promise<unknown>
  /** Finds what has the id of a run in its name, and the links that were made at these times. */
  madeIn(runId: string, links: readonly LinkMade[]): Promise<readonly Pick<Left, 'kind' | 'id'>[]>
}

/** When somebody made a link whose id no reply contains, in seconds. */
export interface LinkMade {
  readonly by: string
  readonly from: number
  readonly to: number
}

/** What a created fixture leaves behind in the target. */
export function leftByFixture(
  { leaves }: FixtureKind,
  withWhat: FixtureValue,
  value: FixtureValue,
): { readonly kind: string; readonly id: number | string } | null {
  if (!leaves) return null
  const { onlyIf } = leaves
  if (onlyIf !== undefined && withWhat[onlyIf] !== true && value[onlyIf] !== true) return null
  const id = value[leaves.id]
  return typeof id === 'number' || typeof id === 'string' ? { kind: leaves.kind, id } : null
}
