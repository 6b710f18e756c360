/** docs/proof.md: the results of the proof, area by area. */
import type { Requirement } from '../../generated/catalogue.ts'
import type { InteractionRecord } from './interaction-record.ts'
import { interactionSection } from './interaction-section.ts'
import type { Trial } from './judge-subject.ts'
import type { Subject } from './subject.ts'

export function proofPage(
  trials: readonly Trial[],
  requirements: readonly Requirement[],
  interactions?: InteractionRecord,
): string {
  const areas = [...new Set(requirements.map(({ area }) => area))]
  const faults = trials.filter(({ subject }) => subject.kind === 'fault')
  const variants = trials.filter(({ subject }) => subject.kind === 'variant')
  const good = (some: readonly Trial[]): number => some.filter(({ problems }) => problems.length === 0).length
  const rows = areas.map(area => {
    const ids = new Set<string>(requirements.filter(requirement => requirement.area === area).map(({ id }) => id))
    const breaching = faults.filter(({ subject }) => subject.breaches.some(id => ids.has(id)))
    const using = variants.filter(({ subject }) => variesArea(area)(subject))
    const cells = [
      area,
      ids.size,
      breaching.length,
      good(breaching),
      using.length,
      good(using),
      medianExchanges(breaching),
      secondsOf([...breaching, ...using]),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const everywhere = variants.filter(({ subject }) => !areas.some(area => variesArea(area)(subject)))
  const others = (['plain', 'level', 'combination'] as const).map(kind => {
    const some = trials.filter(({ subject }) => subject.kind === kind)
    return `| ${KIND_TEXTS[kind]} | ${some.length} | ${good(some)} |`
  })
  return `${INTRODUCTION}
| area | requirements | faults | as recorded | variants | passed | exchanges to catch one (median) | seconds |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
| in every area | | | | ${everywhere.length} | ${good(everywhere)} | | ${secondsOf(everywhere)} |
| **all** | ${requirements.length} | ${faults.length} | ${good(faults)} | ${variants.length} | ${good(variants)} | ${medianExchanges(faults)} | ${secondsOf(trials)} |

| besides | tried | as it should be |
|---|---|---|
${others.join('\n')}
${interactions ? interactionSection(interactions) : ''}`
}

/** The median number of exchanges until a fault was caught. */
function medianExchanges(caught: readonly Trial[]): number | string {
  const needed = caught.flatMap(({ caughtAt }) => (caughtAt === null ? [] : [caughtAt])).sort((a, b) => a - b)
  return needed[Math.floor(needed.length / 2)] ?? '-'
}

const variesArea =
  (area: string) =>
  ({ runs }: Subject): boolean =>
    runs.some(({ only }) => only.includes(`${area}.*`))

const secondsOf = (some: readonly Trial[]): string => (some.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1)

const KIND_TEXTS = {
  plain: 'the plain reference, at every level around a change',
  level: 'a claimed level one too high or too low, recognised at each change',
  combination: 'several variants together, at any level, with late replies or a target file that names less',
} as const

const INTRODUCTION = `# The proof

Written by \`assay self-check --write-proof docs/proof.md\`. Every change is measured again, and any difference fails the gate.

A **fault** is one deliberate violation of the contract in the reference deployment. Each fault is run alone against
every check of its API, and everything that fails or warns is recorded in \`specs/proof/faults.ndjson\`, one line for each
fault. So the proof states, for each fault, exactly which requirements fail: those it violates (\`breaches\`), all of
which have to fail, and those that fail along with them (\`fallout\`), such as a requirement whose check needs what the fault
breaks. There are no patterns and no exceptions: a requirement that fails without being recorded, or that is
recorded and does not fail, breaks the proof. \`assay explain\` prints both lists for a fault, and for a requirement the
faults that it catches and those in whose fallout it is.

A **variant** is one legal variation of the reference: nothing may fail. Each is run alone too, and several of them together in
other circumstances. A fault that violates
requirements of two areas counts in both; a variant counts in the area that it varies, and one that affects every area is counted
separately.
`
