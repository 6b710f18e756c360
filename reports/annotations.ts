/** GitHub annotations: workflow commands, one on each line. GitHub shows ten of each kind for a step. */

import type { Report } from '../generated/formats.ts'
import { type Caused, causesIn } from './causes.ts'
import { shortened } from './columns.ts'
import { printable } from './escape.ts'
import { contextOf } from './failure-context.ts'
import { gateText, isTolerated, knownText } from './gate-text.ts'
import { toCopy } from './to-copy.ts'

const MOST = 9
const LONGEST = 1_000

export function annotations(report: Report): string {
  const { summary, target, run, gate } = report
  const outcome = { conformant: 'notice', incomplete: 'warning', nonconformant: 'error', invalid: 'error' } as const
  const level = !gate
    ? outcome[summary.outcome]
    : !gate.passes
      ? 'error'
      : summary.counts.fail > 0
        ? 'warning'
        : 'notice'
  const { pass, fail, warn, unverified } = summary.counts
  const about = `${summary.outcome}: ${pass} pass, ${fail} fail, ${warn} warn, ${unverified} unverified (profile ${run.profile})${gate ? `. The gate ${gateText(gate)}` : ''}`
  const failures = causesIn(report, 'fail')
  const lines = [
    command(level, `Assay: ${target.name}`, about),
    ...some(
      failures.filter(cause => !areTolerated(cause)),
      'with verdict fail',
      'error',
    ),
    ...some(causesIn(report, 'warn'), 'with verdict warn', 'warning'),
    ...some(failures.filter(areTolerated), 'that are known failures', 'notice'),
  ]
  return `${lines.join('\n')}\n`
}

/** Whether the gate tolerates all failures of a cause; they are not shown as errors then. */
const areTolerated = ({ entry, others }: Caused): boolean => [entry, ...others].every(isTolerated)

function some(causes: readonly Caused[], which: string, level: 'error' | 'warning' | 'notice'): string[] {
  const lines = causes.slice(0, MOST - 1).map(cause => command(level, cause.entry.id, textOf(cause)))
  const rest = causes.slice(MOST - 1).flatMap(({ entry, others }) => [entry, ...others])
  if (rest.length === 0) return lines
  const ids = rest.map(({ id }) => id).join(', ')
  return [...lines, command(level, `${rest.length} more ${which}`, ids)]
}

function textOf({ entry, others }: Caused): string {
  const { sentence, expected, actual, repeat } = entry
  const lines = [sentence, `Expected ${expected ?? ''}`, `Actual ${actual ?? ''}`]
  const known = knownText(entry)
  lines.push(...contextOf(entry).map(([label, text]) => `${label} ${text}`))
  if (known !== null) lines.push(`Known ${known}`)
  if (repeat !== null) lines.push(`Reproduce ${toCopy(repeat)}`)
  if (others.length > 0) lines.push(`Also fails because of this: ${others.map(({ id }) => id).join(', ')}`)
  return lines.map(line => shortened(printable(line), LONGEST)).join('\n')
}

function command(level: string, title: string, text: string): string {
  return `::${level} title=${property(printable(title))}::${data(text)}`
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
