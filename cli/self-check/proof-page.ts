/** docs/proof.md: what the proof came to, area by area. */
import type { Requirement } from '../../generated/catalogue.ts'
import type { Trial } from './judge-subject.ts'

export function proofPage(trials: readonly Trial[], requirements: readonly Requirement[]): string {
  const areas = [...new Set(requirements.map(({ area }) => area))]
  const faults = trials.filter(({ subject }) => subject.kind === 'fault')
  const variants = trials.filter(({ subject }) => subject.kind === 'variant')
  const good = (some: readonly Trial[]): number => some.filter(({ problems }) => problems.length === 0).length
  const rows = areas.map(area => {
    const ids = new Set<string>(requirements.filter(requirement => requirement.area === area).map(({ id }) => id))
    const breaching = faults.filter(({ subject }) => subject.breaches.some(id => ids.has(id)))
    const using = variants.filter(({ subject }) => subject.id.startsWith(`${area}.`))
    const needed = breaching.flatMap(({ caughtAt }) => (caughtAt === null ? [] : [caughtAt])).sort((a, b) => a - b)
    const seconds = [...breaching, ...using].reduce((sum, { ms }) => sum + ms, 0) / 1000
    const cells = [
      area,
      ids.size,
      breaching.length,
      good(breaching),
      using.length,
      good(using),
      needed[Math.floor(needed.length / 2)] ?? '-',
      seconds.toFixed(1),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const others = (['plain', 'level', 'company', 'combination'] as const).map(kind => {
    const some = trials.filter(({ subject }) => subject.kind === kind)
    return `| ${SAYS[kind]} | ${some.length} | ${good(some)} |`
  })
  return `${INTRODUCTION}
| area | requirements | faults | caught | variants | passed | exchanges to catch one (median) | seconds |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
| **all** | ${requirements.length} | ${faults.length} | ${good(faults)} | ${variants.length} | ${good(variants)} | | |

| besides | tried | as it should be |
|---|---|---|
${others.join('\n')}
`
}

const SAYS = {
  plain: 'the plain reference, at every level around a change',
  level: 'a claim one level too high or too low, told apart at each change',
  company: 'faults committed together, with nothing failing that none of them breaches',
  combination: 'variants used together',
} as const

const INTRODUCTION = `# The proof

Written by \`assay self-check --write-proof docs/proof.md\`; every change to this kit runs it in full. A **fault** is one
deliberate breach of the contract in the reference deployment: the requirements it breaches must fail. A **variant** is
one deliberate use of a freedom that the contract leaves: nothing may fail. A fault that breaches requirements of two
areas counts in both.
`
