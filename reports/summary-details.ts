/** What a run observed, left behind and did not cover: one line for each, or all details. */
import type { Report } from '../generated/formats.ts'
import { fitted, wrapped } from './columns.ts'
import { printable } from './escape.ts'
import type { Paint } from './paint.ts'

export function observedText({ observations }: Report): string | null {
  const count = observations.length
  return count === 0 ? null : `${count} open ${count === 1 ? 'point' : 'points'} of the contract (--verbose lists them)`
}

export function leftText(report: Report): string | null {
  return report.leftovers.length === 0 ? null : `${leftKinds(report)} (report.json)`
}

export function coverageText(report: Report): string | null {
  const parts = uncovered(report).map(({ words, covered, of }) => `${words} ${of - covered} of ${of}`)
  return parts.length === 0 ? null : `${parts.join(', ')} (--verbose)`
}

export function verboseBlocks(report: Report, columns: number, colours: Paint): string[] {
  return [observed(report, columns, colours), left(report, columns, colours), notCovered(report, columns, colours)]
}

function observed({ observations }: Report, columns: number, colours: Paint): string {
  if (observations.length === 0) return ''
  const lines = observations.map(({ id, observed: seen }) => fitted(`  ${id}  `, seen, columns))
  return [colours.strong('Observed where the contract leaves it open'), ...lines].join('\n')
}

function leftKinds({ leftovers }: Report): string {
  const kinds = new Map<string, number>()
  for (const { kind } of leftovers) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return [...kinds].map(([kind, count]) => `${printable(kind)} (${count})`).join(', ')
}

function left(report: Report, columns: number, colours: Paint): string {
  if (report.leftovers.length === 0) return ''
  const lines = wrapped(`${leftKinds(report)}; report.json lists them.`, columns - 2).map(line => `  ${line}`)
  return [colours.strong(`Left behind: ${report.leftovers.length}`), ...lines].join('\n')
}

interface Uncovered {
  readonly words: string
  readonly covered: number
  readonly of: number
  readonly missing: readonly unknown[]
}

/**
 * The parts of the specs that no request and no reply covered. Only for whole runs, because a partial run leaves out
 * most of them. Captured traffic has no generated violations.
 */
function uncovered({ run, coverage, traffic }: Report): Uncovered[] {
  if (run.only.length > 0 || run.checks || run.shard !== null || run.profile !== 'everything') return []
  return Object.entries(coverage).flatMap(([part, tally]) => {
    const { covered, of, missing } = tally as { covered?: unknown; of?: unknown; missing?: unknown }
    if (!Array.isArray(missing) || missing.length === 0 || (traffic && part === 'constraints')) return []
    const words = WORDS[part] ?? part.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    return [{ words, covered: Number(covered), of: Number(of), missing }]
  })
}

/** Names that say too little: other checks violate constraints as well. */
const WORDS: Readonly<Record<string, string>> = { constraints: 'generated violations' }

function notCovered(report: Report, columns: number, colours: Paint): string {
  const parts = uncovered(report)
  if (parts.length === 0) return ''
  const { unreached } = report.coverage
  const reasons = (Array.isArray(unreached) ? unreached : []) as { why: string; what: unknown[] }[]
  return [
    colours.strong('Not covered'),
    ...parts.map(({ words, covered, of, missing }) =>
      fitted(`  ${words} ${of - covered} of ${of}  `, missing.join(', '), columns),
    ),
    ...reasons.map(({ why, what }) => fitted(`  ${what.length} because  `, why, columns)),
  ].join('\n')
}
