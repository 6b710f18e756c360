/** What a check works with: fixtures, and functions to claim and to observe. */

import type { Clock } from '../clock.ts'
import type { CombinationBook } from '../interactions/book.ts'
import type { Claim, Judgeable } from '../judging/claim.ts'
import type { Budget } from '../plan/budget.ts'
import type { Generation } from '../properties/generation.ts'
import type { FixtureValue } from '../provision/fixture-kind.ts'
import type { Random } from '../random.ts'
import type { Memo } from './shared.ts'

export interface World {
  /** A fixture from the provisioner, or a ready-made one. */
  provide(kind: string, withWhat?: FixtureValue): Promise<FixtureValue>

  readonly budget: Budget
  /** The values that the budget tries: all, but at `quick` only the first `atQuick` (default 1), or a random one (`any`). */
  tries<T>(values: readonly T[], atQuick?: number | 'any'): readonly T[]
  /** Whether this run may do more than read. */
  allows(word: 'write' | 'destructive'): boolean
  readonly random: Random
  /** The options of the run about generated requests. */
  readonly generation: Generation
  /** Which combinations of values were sent and judged. */
  readonly combined: CombinationBook
  readonly clock: Clock

  /** A name nobody else uses, with the run's id in it, of at most `most` bytes (default 30): a long label is cut. */
  name(label: string, most?: number): string
  /** The shared values, as `shared()` keeps them. */
  readonly memo: Memo
  /** If replies are long, gives others a turn before this check goes on with a shared value. */
  readonly inTurns: <T>(coming: Promise<T>) => Promise<T>
  /** Lets others begin while this check waits for a shared value that another makes; only if the check takes turns. */
  readonly aside?: (<T>(coming: Promise<T>) => Promise<T>) | undefined
  /** Called for each shared value that this check uses. */
  readonly onShared?: ((kind: object, key: string, isFirst: boolean) => () => void) | undefined

  /** A claim about replies for the check's requirement, or for the named one of a scenario. */
  claim(...replies: readonly Judgeable[]): Claim
  claimFor(id: string, ...replies: readonly Judgeable[]): Claim
  /** Whether this requirement of a scenario is judged in this run; if not, steps that only serve it may be left out. */
  judges(id: string): boolean
  /** Whether the requirement's own check has judged it in this run. */
  readonly judgedAlone: (requirement: string) => boolean
  /** Requires that a control was accepted: if it was refused, other requests prove nothing and the check ends. */
  requireAccepted(reply: Judgeable): void
  /** Gives up on this check, or on one requirement of a scenario, with a typed reason. */
  cannotJudge(why: string, id?: string): void
  /**
   * The target has no data to demonstrate these requirements (an empty list says nothing about its elements). They are
   * unverified and not planned, unless another exchange demonstrates them. Without names: the check's own requirement.
   */
  lacks(why: string, ...names: readonly string[]): void

  /** Records what was observed about an open point. */
  observe(id: string, observed: string, ...replies: readonly Judgeable[]): void

  /**
   * Something was created in the target. `remove` removes it at the end, or says why it stays; without it, the
   * provisioner is asked.
   */
  made(kind: string, id: number | string, remove?: (() => Promise<unknown>) | string): void
}
