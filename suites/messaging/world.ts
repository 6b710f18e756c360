/** What a check of the messaging API is given beyond any other. */
import type { OpenPointId } from '../../generated/catalogue.ts'
import type { World as AnyWorld, FixtureValue, Judgeable } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import type { FixtureKind } from './fixture-kinds.ts'
import type { Person } from './people.ts'

export type { FixtureKind, Person }

export interface World extends AnyWorld {
  /** The people that the requirement's needs name. Asking for another one is a mistake in the check. */
  readonly user: Actor
  readonly owner: Actor
  readonly admin: Actor
  readonly moderator: Actor
  readonly member: Actor
  readonly second: Actor
  readonly guest: Actor
  readonly bot: Actor
  /** The first of these people whom the requirement's needs name. */
  anyOf(...words: readonly Person[]): Actor
  /** Somebody of this kind, where the target has one; the requirement's needs need not name them. */
  someone(word: Person): Promise<Actor | null>
  /** Somebody with no credentials at all. */
  readonly nobody: Actor
  /** Somebody made for this occasion, who may be deactivated. */
  fresh(role: string): Promise<Actor>
  lastOwner(): Promise<Actor>
  lastUser(): Promise<Actor>

  provide(kind: FixtureKind, withWhat?: FixtureValue): Promise<FixtureValue>
  /** The feature level that the target claims. */
  readonly level: number
  readonly inviteDomain: string
  observe(id: OpenPointId, observed: string, ...replies: readonly Judgeable[]): void
}

export type Run = (world: World) => Promise<void>
