/** Checks that the generated requests of a bundle are those that the seed of its run draws. */
import { isDeepStrictEqual } from 'node:util'
import type { ClaimRecord } from '../../generated/formats.ts'
import { type Draw, trialsOf } from '../../harness/index.ts'
import { type Findings, need, Refused } from './context.ts'
import { checkGeneratedRequests } from './generated-requests.ts'

export async function checkGenerated(found: Findings): Promise<string> {
  const claims = drawnClaims(found)
  await checkGeneratedRequests(found, claims)
  const { seed } = need(found.report).run
  if (claims.length === 0) return 'the run generated no requests'
  return `${claims.length} trials are those that seed ${seed} draws, in its order, and their requests those that it makes`
}

/** The claims about generated requests. Throws unless each is about a trial that the seed draws. */
export function drawnClaims(found: Findings): ClaimRecord[] {
  const { seed } = need(found.report).run
  const sentBy = new Map(need(found.exchanges).map(({ n, check }) => [n, check]))
  const byCheck = new Map<string, ClaimRecord[]>()
  for (const claim of need(found.claims)) {
    if (claim.args['trial'] === undefined || claim.attempt !== 1) continue
    byCheck.set(claim.check, [...(byCheck.get(claim.check) ?? []), claim])
  }
  for (const [check, claims] of byCheck) {
    const due = trialsOf(seed, check, drawIn(claims))
    let from = 0
    for (const claim of claims) {
      const ofOtherCheck = claim.exchanges.find(n => sentBy.get(n) !== check)
      if (ofOtherCheck !== undefined)
        throw new Refused(
          `claim ${claim.n} is about a generated request of ${check}, which did not send exchange ${ofOtherCheck}`,
        )
      const at = due.indexOf(Number(String(claim.args['path']).split(':')[0]), from)
      if (at < 0)
        throw new Refused(
          `claim ${claim.n} is about trial ${String(claim.args['path']).slice(0, 20)} of ${check}, which seed ${seed} does not make there`,
        )
      from = at + 1
    }
  }
  return [...byCheck.values()].flat()
}

const LARGEST = 100_000

/** The draw that the claims of a check state: the same for all of them, and small enough to be drawn again. */
function drawIn(claims: readonly ClaimRecord[]): Draw {
  const [first] = claims
  const draw = first?.args['trial']
  const odd = claims.find(({ args }) => !isDeepStrictEqual(args['trial'], draw))
  const isDraw =
    Array.isArray(draw) && draw.length === 4 && draw.every(one => Number.isInteger(one) && one >= 0 && one <= LARGEST)
  if (odd || !isDraw) throw new Refused(`claim ${(odd ?? first)?.n} does not say what its trial was drawn from`)
  return draw as unknown as Draw
}
