/** GitHub annotations: workflow commands, one a line. GitHub shows ten of each kind for a step. */
import type { Report } from '../generated/formats.ts'
import { type Caused, causesIn } from './causes.ts'
import { shortened } from './columns.ts'
import { printable } from './escape.ts'
import { toCopy } from './to-copy.ts'

const MOST = 9
const LONGEST = 1_000

export function annotations(report: Report): string {
  const { summary, target, run } = report
  const level = { conformant: 'notice', incomplete: 'warning', nonconformant: 'error', invalid: 'error' } as const
  const { pass, fail, warn, unverified } = summary.counts
  const about = `${summary.outcome}: ${pass} pass, ${fail} fail, ${warn} warn, ${unverified} unverified (profile ${run.profile})`
  const lines = [
    command(level[summary.outcome], `Assay: ${target.name}`, about),
    ...some(report, 'fail', 'error'),
    ...some(report, 'warn', 'warning'),
  ]
  return `${lines.join('\n')}\n`
}

function some(report: Report, verdict: 'fail' | 'warn', level: 'error' | 'warning'): string[] {
  const causes = causesIn(report, verdict)
  const lines = causes.slice(0, MOST - 1).map(cause => command(level, cause.entry.id, told(cause)))
  const rest = causes.slice(MOST - 1).flatMap(({ entry, others }) => [entry, ...others])
  if (rest.length === 0) return lines
  const ids = rest.map(({ id }) => id).join(', ')
  return [...lines, command(level, `${rest.length} more with verdict ${verdict}`, ids)]
}

function told({ entry, others }: Caused): string {
  const { sentence, expected, actual, tried, repeat } = entry
  const lines = [sentence, `Expected ${expected ?? ''}`, `Actual ${actual ?? ''}`]
  if (tried !== undefined) lines.push(`Tried ${tried}`)
  if (repeat !== null) lines.push(`Reproduce ${toCopy(repeat)}`)
  if (others.length > 0) lines.push(`Also fails because of this: ${others.map(({ id }) => id).join(', ')}`)
  return lines.map(line => shortened(printable(line), LONGEST)).join('\n')
}

function command(level: string, title: string, text: string): string {
  return `::${level} title=${property(printable(title))}::${data(text)}`
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
