/** Claims by the requirement that they are about, each list in its order. */
import type { ClaimRecord } from '../../generated/formats.ts'
import { groupedBy } from '../memory/made-once.ts'

export const claimsByRequirement = (claims: Iterable<ClaimRecord>): ReadonlyMap<string, readonly ClaimRecord[]> =>
  groupedBy(claims, ({ requirement }) => requirement)
