/** What a check of the messaging API is given beyond any other. */
import type { OpenPointId } from '../../generated/catalogue.ts'
import type { FixtureKind, FixtureValues, FixtureWishes, ActorWord as Person } from '../../generated/fixtures.ts'
import type { World as AnyWorld, Judgeable } from '../../harness/index.ts'
import type { Actor } from './actor.ts'

export type { FixtureKind, FixtureValues, FixtureWishes, Person }

/** The people that the requirement's needs name. Asking for another one is a mistake in the check. */
type People = { readonly [Word in Person]: Actor }

export interface World extends AnyWorld, People {
  /** The first of these people whom the requirement's needs name. */
  anyOf(...words: readonly Person[]): Actor
  /** Somebody of this kind, where the target has one; the requirement's needs need not name them. */
  someone(word: Person): Promise<Actor | null>
  /** Somebody with no credentials at all. */
  readonly nobody: Actor
  /** A login as this person was answered with another key, which may have ended theirs. */
  keyMayHaveEnded(of: Actor): void
  /** Somebody made for this occasion, who may be deactivated. */
  fresh(role: string): Promise<Actor>
  lastOwner(): Promise<Actor>
  lastUser(): Promise<Actor>

  /** A fixture of this kind. What it is asked for with, and what it answers, stands in `specs/fixtures`. */
  provide<Kind extends FixtureKind>(kind: Kind, ...withWhat: Wish<Kind>): Promise<FixtureValues[Kind]>
  /** The feature level that the target claims. */
  readonly level: number
  readonly inviteDomain: string
  observe(id: OpenPointId, observed: string, ...replies: readonly Judgeable[]): void
}

/** Nothing need be said where nothing is needed. */
type Wish<Kind extends FixtureKind> =
  Record<never, never> extends FixtureWishes[Kind] ? [wish?: FixtureWishes[Kind]] : [wish: FixtureWishes[Kind]]

export type Run = (world: World) => Promise<void>
