/** The state and the functions that all fixture makers for a Zulip server share. */
import type { BuiltInParts, FixtureValue } from '../../../harness/index.ts'
import type { ZulipCaller } from './caller.ts'

export interface Zulip extends BuiltInParts {
  readonly calls: ZulipCaller
  /** The feature level that the target file claims. */
  readonly level: number
  /** A number that is unique in this run. */
  next(): number
  /** Runs actions one after the other, for results that are the difference between two lists. */
  inTurn<T>(action: () => Promise<T>): Promise<T>
  readonly queues: Map<string, { readonly as: string; lastEventId: number }>
  readonly settings: Map<string, Promise<FixtureValue>>
  /** The sender of each message that was sent here. */
  readonly senders: Map<number, string>
}

export type Maker = (withWhat: FixtureValue, zulip: Zulip) => Promise<FixtureValue>
