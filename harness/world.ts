/** What a check is given: people, fixtures, and the words to claim and to observe. */
import type { Actor } from './actor.ts'
import type { Budget } from './check.ts'
import type { Clock } from './clock.ts'
import type { Claim, Judgeable } from './judging/claim.ts'
import type { Generation } from './properties/generation.ts'
import type { FixtureValue } from './provision/provisioner.ts'
import type { Random } from './random.ts'

export type FixtureKind =
  | 'channel'
  | 'message'
  | 'edit'
  | 'reaction'
  | 'scheduled-message'
  | 'event-queue'
  | 'events'
  | 'register'
  | 'multiuse-invite'
  | 'apns-token'
  | 'push-device'
  | 'push-fault'
  | 'presence'
  | 'unread'
  | 'linkifier'
  | 'invitations'
  | 'scheduled-state'
  | 'default-channels'
  | 'channel-named'
  | 'drafts-of'
  | 'unread-of'
  | 'discard'

export type Person = 'user' | 'owner' | 'admin' | 'moderator' | 'member' | 'second' | 'guest' | 'bot'

export interface World {
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

  /** A fixture from the provisioner, or a ready-made one. */
  provide(kind: FixtureKind, withWhat?: FixtureValue): Promise<FixtureValue>

  /** The messaging feature level that the target claims. */
  readonly level: number
  readonly budget: Budget
  /** Whether this run may do more than read. */
  allows(word: 'write' | 'destructive'): boolean
  readonly random: Random
  /** What the run says about generated requests. */
  readonly generation: Generation
  readonly clock: Clock
  readonly inviteDomain: string

  /** A name nobody else uses, which carries the run's id: at most so many bytes (30), so that a long label is cut. */
  name(label: string, most?: number): string
  /** Does it once for all checks that ask under this key, and shares what came of it. A second try starts afresh. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>

  /** A claim about replies for the check's requirement, or for the named one of a scenario. */
  claim(...replies: readonly Judgeable[]): Claim
  claimFor(name: string, ...replies: readonly Judgeable[]): Claim
  /** Whether this requirement of a scenario is judged in this run; what only serves it may be left out otherwise. */
  judges(name: string): boolean
  /** A request from which others differ in one thing: where it was refused, nothing follows and the check ends. */
  requireAccepted(reply: Judgeable): void
  /** Gives up on this check, or on one requirement of a scenario, with a typed reason. */
  cannotJudge(why: string, name?: string): void
  /**
   * The target holds nothing that could show these requirements (an empty list shows nothing about its elements). They
   * are unverified unless another exchange shows them, and were not planned. Without names: the check's own requirement.
   */
  lacks(why: string, ...names: readonly string[]): void

  /** Notes what was seen about an open point. */
  observe(id: string, observed: string, ...replies: readonly Judgeable[]): void

  /** Something now exists in the target. `remove` takes it away at the end; without it, it is a leftover. */
  made(kind: string, id: number | string, remove?: (() => Promise<unknown>) | string): void
}
