/** The report of the doctor as text for the terminal. */
import { groupedBy } from '../../harness/index.ts'
import { paint, printable, wrapped } from '../../reports/index.ts'
import type { Io } from '../process/io.ts'
import type { DoctorReport } from './doctor-report.ts'
import { isUntried } from './fixtures.ts'

const MARKS = { good: 'ok   ', note: 'note ', wrong: 'WRONG' } as const

export function doctorText(report: DoctorReport, io: Io): string {
  const colours = paint(io.colour)
  const columns = io.columns()
  const lines = [colours.strong(`${printable(report.target)}`), '']
  const width = Math.max(...report.findings.map(({ about }) => about.length), 0)
  for (const { state, about, says, next } of report.findings)
    lines.push(...entry(`${MARKS[state]}  ${about.padEnd(width)}  `, says, next, columns))
  lines.push(...fixtureLines(report, columns))
  lines.push(
    '',
    colours.strong(`A run could judge ${report.judged} of the ${report.applicable} requirements that apply.`),
    ...areaLines(report, columns),
    ...profileLines(report),
  )
  if (report.obstacles.length > 0) lines.push('', 'What cannot be judged, and why:')
  // The next step is printed once, below the last of its obstacles.
  for (const [next, some] of groupedBy(report.obstacles, one => one.next))
    for (const [index, { ids, why }] of some.entries())
      lines.push(...entry(`${String(ids.length).padStart(6)}  `, why, index === some.length - 1 ? next : null, columns))
  if (report.leftovers.length > 0) {
    lines.push('', 'Made while trying, and still there:')
    for (const { kind, id, why } of report.leftovers) lines.push(`  ${printable(`${kind} ${id}: ${why}`)}`)
  }
  return `${lines.join('\n')}\n`
}

/** A text with hanging indent, and the next step below it. */
function entry(beginning: string, says: string, next: string | null, columns: number): string[] {
  const indent = ' '.repeat(beginning.length)
  const hanging = (text: string): string[] =>
    wrapped(printable(text), columns - indent.length).map(line => indent + line)
  const [first = '', ...rest] = hanging(says)
  return [`${beginning}${first.trimStart()}`, ...rest, ...(next === null ? [] : hanging(`Next: ${next}`))]
}

/** One entry for all available fixtures; for the others, one entry for each cause. */
function fixtureLines({ fixtures }: DoctorReport, columns: number): string[] {
  if (fixtures.length === 0) return []
  const nameOf = ({ kind, form }: DoctorReport['fixtures'][number]): string =>
    form === undefined ? kind : `${kind} (${form})`
  const had = fixtures.filter(({ available }) => available)
  const causes = new Map<string, { label: string; names: string[]; says: string; next: string | null }>()
  for (const one of fixtures.filter(({ available }) => !available)) {
    const group = causes.get(one.cause) ?? {
      label: isUntried(one) ? 'not tried' : 'cannot',
      names: [],
      says: one.cause,
      next: one.next,
    }
    group.names.push(nameOf(one))
    causes.set(one.cause, group)
  }
  return [
    '',
    'Fixtures',
    ...(had.length === 0 ? [] : entry('  can be had   ', [...new Set(had.map(nameOf))].join(', '), null, columns)),
    ...[...causes.values()].flatMap(({ label, names, says, next }) =>
      entry(`  ${label.padEnd(13)}`, `${names.join(', ')}: ${says}`, next, columns),
    ),
  ]
}

/** Two columns if they fit. */
function areaLines({ areas }: DoctorReport, columns: number): string[] {
  const cells = areas.map(
    ({ area, judged, applicable }) => `  ${String(judged).padStart(4)} of ${String(applicable).padStart(3)}  ${area}`,
  )
  const width = Math.max(...cells.map(({ length }) => length), 0) + 1
  if (width * 2 > columns) return cells
  const half = Math.ceil(cells.length / 2)
  return cells.slice(0, half).map((cell, index) => `${cell.padEnd(width)}${cells[index + half] ?? ''}`.trimEnd())
}

function profileLines({ profiles }: DoctorReport): string[] {
  const some = profiles.filter(({ profile, applicable }) => profile !== 'everything' && applicable > 0)
  if (some.length === 0) return []
  const width = Math.max(...some.map(({ profile }) => profile.length))
  return [
    '',
    'By profile:',
    ...some.map(
      ({ profile, judged, applicable }) =>
        `  ${profile.padEnd(width)}  ${String(judged).padStart(4)} of ${String(applicable).padStart(3)}`,
    ),
  ]
}
