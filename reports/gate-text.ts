/** The gate of a run in one sentence: passes or fails, the exit status, why. */
import type { JudgedRequirement, Report } from '../generated/formats.ts'
import { printable } from './escape.ts'

type Gate = NonNullable<Report['gate']>

export function gateText({ passes, exitStatus, why }: Gate): string {
  const reasons = why.length === 0 ? '' : `: ${why.map(printable).join('; ')}`
  return `${passes ? 'passes' : 'fails'} with exit status ${exitStatus}${reasons}`
}

/** Whether this is a known failure that has not expired: the gate passes with it. */
export const isTolerated = ({ verdict, baseline, known }: JudgedRequirement): boolean =>
  verdict === 'fail' && baseline && !known?.expired

/** Such as `OPS-12, tolerated until 2026-12-31: the new ping is not out yet`. */
export function knownText({ known, baseline }: Pick<JudgedRequirement, 'known' | 'baseline'>): string | null {
  if (!baseline) return null
  if (!known) return 'listed in the baseline'
  const { ticket, expires, expired, reason } = known
  return `${ticket}, ${expired ? 'expired on' : 'tolerated until'} ${expires}: ${reason}`
}
