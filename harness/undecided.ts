/** Why a check could not decide. Never the target's failure. */
import type { Reason } from './judging/verdict.ts'

export class Undecided extends Error {
  readonly reason: Reason
  /** False where the thing was never to be had: an unavailable fixture, a missing credential. */
  readonly planned: boolean
  /** The exchange that kept it from being decided, where one did. */
  readonly exchanges: readonly number[]
  constructor(reason: Reason, why: string, planned = true, exchanges: readonly number[] = []) {
    super(why)
    this.reason = reason
    this.planned = planned
    this.exchanges = exchanges
  }
}

/** The target holds nothing that could show the requirement, and the contract gives no way to make it. */
export const lack = (why: string): Undecided => new Undecided('fixture-missing', why, false)

/** A must was broken, which the message names: the rest of the check would only show consequences. */
export class Stop extends Error {}
