/** Requirements that pass on the plain reference although no exchange could demonstrate them. */
import { requirements } from '../../generated/catalogue.ts'
import type { ClaimRecord } from '../../generated/formats.ts'
import { type Area, glob } from '../../harness/index.ts'
import { proofRun } from './proof-run.ts'

/** Requirements that need this fixture are about the value from the provisioner, which is in the claim itself. */
const SHOWN_BY_A_FIXTURE = 'register'

export async function unexercised(areas: readonly Area[], only: readonly string[]): Promise<string[]> {
  const patterns = only.map(glob)
  if (!requirements.some(({ id }) => patterns.some(pattern => pattern.test(id)))) return []
  const shown = new Set<string>()
  const claim = ({ requirement, exchanges, outcome }: ClaimRecord): void => {
    if (outcome !== 'undecided' && exchanges.length > 0) shown.add(requirement)
  }
  const { report } = await proofRun({}, { areas, only, budget: 'standard', sink: { claim } })
  return report.requirements
    .filter(({ id, verdict }) => (verdict === 'pass' || verdict === 'warn') && !shown.has(id) && !restsOnFixture(id))
    .map(({ id }) => id)
}

const restsOnFixture = (id: string): boolean =>
  requirements.find(one => one.id === id)?.needs.fixtures?.includes(SHOWN_BY_A_FIXTURE) === true
