/** What the makers of fixtures on a Zulip server share. */
import type { BuiltInParts, FixtureValue } from '../../../harness/index.ts'
import type { ZulipCaller } from './caller.ts'

export interface Zulip extends BuiltInParts {
  readonly calls: ZulipCaller
  /** The feature level that the target file claims. */
  readonly level: number
  /** A number nobody else of this run has. */
  next(): number
  /** One after the other: where the result is read from the difference between two lists. */
  inTurn<T>(action: () => Promise<T>): Promise<T>
  readonly queues: Map<string, { readonly as: string; lastEventId: number }>
  readonly settings: Map<string, Promise<FixtureValue>>
  /** Who sent each message that was made here. */
  readonly senders: Map<number, string>
}

export type Maker = (withWhat: FixtureValue, zulip: Zulip) => Promise<FixtureValue>
