/** What the doctor found, for a person. */
import { paint, printable, wrapped } from '../../reports/index.ts'
import type { Io } from '../io.ts'
import type { DoctorReport } from './doctor-report.ts'

const MARKS = { good: 'ok   ', note: 'note ', wrong: 'WRONG' } as const

export function tellDoctor(report: DoctorReport, io: Io): string {
  const colours = paint(io.colour)
  const lines = [colours.strong(`${printable(report.target)}`), '']
  const width = Math.max(...report.findings.map(({ about }) => about.length), 0)
  const indent = ' '.repeat(width + 9)
  const hanging = (text: string, before = indent): string[] =>
    wrapped(printable(text), io.columns() - before.length).map(line => before + line)
  for (const { state, about, says, next } of report.findings) {
    const [first = '', ...rest] = hanging(says)
    lines.push(`${MARKS[state]}  ${about.padEnd(width)}  ${first.trimStart()}`, ...rest)
    if (next !== null) lines.push(...hanging(`Next: ${next}`))
  }
  lines.push(
    '',
    colours.strong(`A run could judge ${report.judged} of the ${report.applicable} requirements that apply.`),
  )
  for (const { ids, why, next } of report.obstacles) {
    const [first = '', ...rest] = hanging(`cannot be judged: ${why}`, ' '.repeat(8))
    lines.push(`${String(ids.length).padStart(6)}  ${first.trimStart()}`, ...rest)
    if (next !== null) lines.push(...hanging(`Next: ${next}`, ' '.repeat(8)))
  }
  if (report.leftovers.length > 0) {
    lines.push('', 'Made while trying, and still there:')
    for (const { kind, id, why } of report.leftovers) lines.push(`  ${printable(`${kind} ${id}: ${why}`)}`)
  }
  return `${lines.join('\n')}\n`
}
