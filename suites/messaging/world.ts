/** The world of a messaging check: actors, fixtures and the claimed level, in addition to the harness's world. */
import type { OpenPointId } from '../../generated/catalogue.ts'
import type { FixtureKind, FixtureValues, FixtureWishes, ActorWord as Person } from '../../generated/fixtures.ts'
import type { World as AnyWorld, Judgeable } from '../../harness/index.ts'
import type { Actor } from './actor.ts'

export type { FixtureKind, FixtureValues, FixtureWishes, Person }

/** The actors that the requirement's needs name. Using another one is a mistake in the check. */
type People = { readonly [Word in Person]: Actor }

export interface World extends AnyWorld, People {
  /** The first of these actors that the requirement's needs name. */
  anyOf(...words: readonly Person[]): Actor
  /** An actor of this kind, if the target has one; the requirement's needs need not name it. */
  someone(word: Person): Promise<Actor | null>
  /** An actor without credentials. */
  readonly nobody: Actor
  /** Reports that a login returned another key, which may have invalidated this person's key. */
  keyMayHaveEnded(of: Actor): void
  /** An actor made for one check, who may be deactivated. */
  fresh(role: string): Promise<Actor>
  lastOwner(): Promise<Actor>
  lastUser(): Promise<Actor>

  /** A fixture of this kind. `specs/fixtures` describes its parameters and its value. */
  provide<Kind extends FixtureKind>(kind: Kind, ...withWhat: Wish<Kind>): Promise<FixtureValues[Kind]>
  /** The feature level that the target claims. */
  readonly level: number
  readonly inviteDomain: string
  observe(id: OpenPointId, observed: string, ...replies: readonly Judgeable[]): void
}

/** The argument may be left out if the kind has no required parameter. */
type Wish<Kind extends FixtureKind> =
  Record<never, never> extends FixtureWishes[Kind] ? [wish?: FixtureWishes[Kind]] : [wish: FixtureWishes[Kind]]

export type Run = (world: World) => Promise<void>
