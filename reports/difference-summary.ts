/** The comparison of two runs for a terminal. */
import { shortened, wrapped } from './columns.ts'
import type { Difference, Kind, Side, VerdictChange } from './difference.ts'
import { printable } from './escape.ts'
import type { Layout } from './failure.ts'
import { type Paint, paint } from './paint.ts'

const MOST = 30
const titles: Readonly<Record<Kind, string>> = {
  regression: 'Worse',
  unreached: 'Could not be reached, which is not a regression',
  fixed: 'Better',
  changed: 'Otherwise changed',
}

export function differenceSummary(found: Difference, layout: Layout): string {
  const colours = paint(layout.colour)
  const blocks = [
    sides(found, colours),
    ...(Object.keys(titles) as Kind[]).map(kind => changes(found, kind, layout, colours)),
    list('Only in the second run', found.added, layout, colours),
    list('Only in the first run', found.removed, layout, colours),
    observations(found, layout, colours),
    closing(found, colours),
  ]
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`
}

function sides({ before, after }: Difference, colours: Paint): string {
  const line = (word: string, { target, run, outcome, featureLevel, profile }: Side): string => {
    const level = featureLevel === null ? '' : `, level ${featureLevel}`
    return `  ${colours.faint(word.padEnd(8))}${printable(target)} (run ${printable(run)}${level}, ${printable(profile)}): ${outcome}`
  }
  const lines = [line('Before', before), line('After', after)]
  if (before.catalogue !== after.catalogue) lines.push('  The two runs were judged by different catalogues.')
  return lines.join('\n')
}

function changes(found: Difference, kind: Kind, layout: Layout, colours: Paint): string {
  const entries = found.verdicts.filter(entry => entry.kind === kind)
  if (entries.length === 0) return ''
  const lines = entries.slice(0, MOST).flatMap(entry => block(entry, layout, colours))
  if (entries.length > MOST) lines.push(`  and ${entries.length - MOST} more (--json lists all)`)
  return [colours.strong(`${titles[kind]}: ${entries.length}`), ...lines].join('\n')
}

function block(entry: VerdictChange, { columns }: Layout, colours: Paint): string[] {
  const shade = entry.kind === 'regression' ? colours.bad : entry.kind === 'fixed' ? colours.good : colours.doubtful
  const lines = [
    `  ${shade(`${entry.before} -> ${entry.after}`)}  ${colours.strong(printable(entry.id))}`,
    ...wrapped(printable(entry.sentence), columns - 6).map(line => `      ${line}`),
  ]
  if (entry.kind !== 'regression') return lines
  if (entry.after === 'unverified') return [...lines, `      ${shortened(printable(entry.message ?? ''), columns - 6)}`]
  return [
    ...lines,
    `      Expected  ${shortened(printable(entry.expected ?? ''), columns - 16)}`,
    `      Actual    ${shortened(printable(entry.actual ?? ''), columns - 16)}`,
  ]
}

function list(title: string, entries: Difference['added'], { columns }: Layout, colours: Paint): string {
  if (entries.length === 0) return ''
  const lines = entries.slice(0, MOST).map(({ id, verdict }) => shortened(`  ${verdict}  ${printable(id)}`, columns))
  if (entries.length > MOST) lines.push(`  and ${entries.length - MOST} more (--json lists all)`)
  return [colours.strong(`${title}: ${entries.length}`), ...lines].join('\n')
}

function observations({ observations: all }: Difference, { columns }: Layout, colours: Paint): string {
  if (all.length === 0) return ''
  const lines = all
    .slice(0, MOST)
    .flatMap(({ id, before, after }) => [
      `  ${printable(id)}`,
      `      before  ${shortened(printable(before ?? 'nothing'), columns - 14)}`,
      `      after   ${shortened(printable(after ?? 'nothing'), columns - 14)}`,
    ])
  if (all.length > MOST) lines.push(`  and ${all.length - MOST} more (--json lists all)`)
  return [colours.strong(`Observed differently, where the contract leaves it open: ${all.length}`), ...lines].join('\n')
}

function closing({ regressions, verdicts, added, removed }: Difference, colours: Paint): string {
  if (regressions > 0) return colours.bad(`${regressions} ${regressions === 1 ? 'regression' : 'regressions'}`)
  const still = verdicts.length + added.length + removed.length === 0
  return colours.good(still ? 'No verdict changed' : 'No regression')
}
