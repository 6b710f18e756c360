/** Why a check could not decide. Never the target's failure. */
import { type Reason, type ReasonCode, reasonCode, reasonInWords, wasPlanned } from './reason.ts'

export class Undecided extends Error {
  readonly because: Reason
  readonly reason: ReasonCode
  /** False if the run could not plan to judge it, for example because a fixture or a credential is missing. */
  readonly planned: boolean
  /** The exchanges that prevented a decision, if any. */
  readonly exchanges: readonly number[]

  /** A reason that only one check has, in its words. */
  constructor(code: ReasonCode, says: string, planned?: boolean, exchanges?: readonly number[])
  constructor(because: Reason)
  constructor(because: Reason | ReasonCode, says = '', planned?: boolean, exchanges: readonly number[] = []) {
    const reason: Reason = typeof because === 'string' ? { kind: 'check', code: because, says } : because
    super(reasonInWords(reason))
    this.because = reason
    this.reason = reasonCode(reason) ?? 'prerequisite-failed'
    this.planned = planned ?? wasPlanned(reason)
    this.exchanges = reason.kind === 'control-refused' ? [reason.exchange] : exchanges
  }
}

const TRANSIENT: ReadonlySet<string> = new Set<ReasonCode>(['unreachable', 'throttled'])

/** Whether no usable reply came, or the run ended first. It never means that something does not exist. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Undecided && (TRANSIENT.has(error.reason) || error.because.kind === 'stopped')

/** The target has no data to demonstrate the requirement, and the contract gives no way to create it. */
export const lack = (why: string): Undecided => new Undecided('fixture-missing', why, false)

/** A MUST failed; the message names its requirement. The rest of the check would only show consequences. */
export class Stop extends Error {}

/** Makes all of these claims, even if a MUST fails; then throws the first `Stop`. */
export function claimEach(claims: readonly (() => unknown)[]): void {
  let stop: Stop | null = null
  for (const claim of claims)
    try {
      claim()
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      stop ??= error
    }
  if (stop) throw stop
}
