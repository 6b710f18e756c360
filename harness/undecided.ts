/** Why a check could not decide. Never the target's failure. */
import type { Reason } from './judging/verdict.ts'

export class Undecided extends Error {
  readonly reason: Reason
  /** False where the thing was never to be had: an unavailable fixture, a missing credential. */
  readonly planned: boolean
  constructor(reason: Reason, why: string, planned = true) {
    super(why)
    this.reason = reason
    this.planned = planned
  }
}

/** A must was broken: the rest of the check would only show consequences. */
export class Stop extends Error {}
