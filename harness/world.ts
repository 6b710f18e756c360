/** What any check is given: fixtures, and the words to claim and to observe. */
import type { Budget } from './budget.ts'
import type { Clock } from './clock.ts'
import type { CombinationBook } from './interactions/book.ts'
import type { Claim, Judgeable } from './judging/claim.ts'
import type { Generation } from './properties/generation.ts'
import type { FixtureValue } from './provision/fixture-kind.ts'
import type { Random } from './random.ts'
import type { Memo } from './shared.ts'

export interface World {
  /** A fixture from the provisioner, or a ready-made one. */
  provide(kind: string, withWhat?: FixtureValue): Promise<FixtureValue>

  readonly budget: Budget
  /** As many of these values as the budget tries: all, but at quick only the first so many (one unless said), or any one. */
  tries<T>(values: readonly T[], atQuick?: number | 'any'): readonly T[]
  /** Whether this run may do more than read. */
  allows(word: 'write' | 'destructive'): boolean
  readonly random: Random
  /** What the run says about generated requests. */
  readonly generation: Generation
  /** Which combinations of values were sent and judged. */
  readonly combined: CombinationBook
  readonly clock: Clock

  /** A name nobody else uses, which carries the run's id: at most so many bytes (30), so that a long label is cut. */
  name(label: string, most?: number): string
  /** What checks share, as `shared()` keeps it. */
  readonly memo: Memo
  /** Gives others a turn before it goes on with what they share, where replies are long. */
  readonly inTurns: <T>(coming: Promise<T>) => Promise<T>
  /** Told of each value that it asks for there, where somebody wants to know. */
  readonly onShared?: ((kind: object, key: string, isFirst: boolean) => () => void) | undefined

  /** A claim about replies for the check's requirement, or for the named one of a scenario. */
  claim(...replies: readonly Judgeable[]): Claim
  claimFor(id: string, ...replies: readonly Judgeable[]): Claim
  /** Whether this requirement of a scenario is judged in this run; what only serves it may be left out otherwise. */
  judges(id: string): boolean
  /** Whether the requirement's own check has judged it in this run. */
  readonly judgedAlone: (requirement: string) => boolean
  /** A request from which others differ in one thing: where it was refused, nothing follows and the check ends. */
  requireAccepted(reply: Judgeable): void
  /** Gives up on this check, or on one requirement of a scenario, with a typed reason. */
  cannotJudge(why: string, id?: string): void
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
