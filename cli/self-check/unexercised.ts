/** Requirements that pass on the plain reference although no exchange could demonstrate them. */
import { requirements } from '../../generated/catalogue.ts'
import type { ClaimRecord } from '../../generated/formats.ts'
import { type Area, glob, inProcessTransport, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'

const ORIGIN = 'http://reference.invalid'

/** Requirements that need this fixture are about the value from the provisioner, which is in the claim itself. */
const SHOWN_BY_A_FIXTURE = 'register'

export async function unexercised(areas: readonly Area[], only: readonly string[]): Promise<string[]> {
  const patterns = only.map(glob)
  if (!requirements.some(({ id }) => patterns.some(pattern => pattern.test(id)))) return []
  const clock = virtualClock()
  const reference = createReference({ clock })
  const shown = new Set<string>()
  const { report } = await run({
    target: { ...validTarget(reference.targetFile(ORIGIN)), folder: '.', file: null, requestsPerSecond: 0 },
    areas,
    sink: { exchange: () => {}, claim: note, close: () => {} },
    clock,
    transport: inProcessTransport(reference.answer),
    only,
    allow: ['write', 'destructive'],
    seed: 1,
    budget: 'standard',
    once: true,
    runId: 'proof',
  })
  return report.requirements
    .filter(({ id, verdict }) => (verdict === 'pass' || verdict === 'warn') && !shown.has(id) && !restsOnFixture(id))
    .map(({ id }) => id)

  function note({ requirement, exchanges, outcome }: ClaimRecord): void {
    if (outcome !== 'undecided' && exchanges.length > 0) shown.add(requirement)
  }
}

const restsOnFixture = (id: string): boolean =>
  requirements.find(one => one.id === id)?.needs.fixtures?.includes(SHOWN_BY_A_FIXTURE) === true
