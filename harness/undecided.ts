/** Why a check could not decide. Never the target's failure. */
import { type Reason, type ReasonCode, reasonCode, reasonInWords, wasPlanned } from './reason.ts'

export class Undecided extends Error {
  readonly because: Reason
  readonly reason: ReasonCode
  /** False where the thing was never to be had: an unavailable fixture, a missing credential. */
  readonly planned: boolean
  /** The exchange that kept it from being decided, where one did. */
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

/** No reply came, or the run ended before. It never means that something is not there. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Undecided && (TRANSIENT.has(error.reason) || error.because.kind === 'stopped')

/** The target holds nothing that could show the requirement, and the contract gives no way to make it. */
export const lack = (why: string): Undecided => new Undecided('fixture-missing', why, false)

/** A must was broken, which the message names: the rest of the check would only show consequences. */
export class Stop extends Error {}

/** Makes each of these claims, though one before broke a must; then ends as the first of those did. */
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
