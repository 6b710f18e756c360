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
    const using = variants.filter(({ subject }) => subject.near.includes(`${area}.*`))
    const cells = [
      area,
      ids.size,
      breaching.length,
      good(breaching),
      using.length,
      good(using),
      neededFor(breaching),
      secondsOf([...breaching, ...using]),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const everywhere = variants.filter(({ subject }) => !areas.some(area => subject.near.includes(`${area}.*`)))
  const others = (['plain', 'level', 'company', 'combination'] as const).map(kind => {
    const some = trials.filter(({ subject }) => subject.kind === kind)
    return `| ${SAYS[kind]} | ${some.length} | ${good(some)} |`
  })
  return `${INTRODUCTION}
| area | requirements | faults | caught | variants | passed | exchanges to catch one (median) | seconds |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
| in every area | | | | ${everywhere.length} | ${good(everywhere)} | | ${secondsOf(everywhere)} |
| **all** | ${requirements.length} | ${faults.length} | ${good(faults)} | ${variants.length} | ${good(variants)} | ${neededFor(faults)} | ${secondsOf(trials)} |

| besides | tried | as it should be |
|---|---|---|
${others.join('\n')}
`
}

/** The median of the exchanges after which a fault was caught. */
function neededFor(caught: readonly Trial[]): number | string {
  const needed = caught.flatMap(({ caughtAt }) => (caughtAt === null ? [] : [caughtAt])).sort((a, b) => a - b)
  return needed[Math.floor(needed.length / 2)] ?? '-'
}

const secondsOf = (some: readonly Trial[]): string => (some.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1)

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
areas counts in both; a variant counts in the area whose freedom it uses, and one that shows in every area by itself.
`
