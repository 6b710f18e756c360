/** Claims by the requirement that they are about, each list in its order. */
import type { ClaimRecord } from '../../generated/formats.ts'

export function claimsByRequirement(claims: Iterable<ClaimRecord>): ReadonlyMap<string, readonly ClaimRecord[]> {
  const found = new Map<string, ClaimRecord[]>()
  for (const claim of claims) {
    const list = found.get(claim.requirement)
    if (list) list.push(claim)
    else found.set(claim.requirement, [claim])
  }
  return found
}
