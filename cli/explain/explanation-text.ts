/** The text that explains one requirement, open point, profile, fault, variant or operation. */
import { wrapped } from '../../reports/columns.ts'
import { paint } from '../../reports/paint.ts'
import type { Io } from '../process/io.ts'

export interface Explanation {
  readonly kind: string
  readonly id: string
  readonly needsInWords?: readonly string[]
  readonly [member: string]: unknown
}

export interface ExplainFlags {
  readonly json?: boolean
  readonly suites?: string
  readonly contract?: string
}

const LABEL = 15

const labels: Readonly<Record<string, string>> = {
  level: 'Weight',
  since: 'From level',
  until: 'Up to level',
  places: 'Contract',
  quotes: 'Quoted',
  needs: 'Needs',
  fields: 'Fields',
  parameter: 'Parameter',
  checks: 'Tested by',
  faults: 'Catches',
  falloutOf: 'In fallout of',
  checkAt: 'Check',
  entryAt: 'Catalogue',
  writtenAt: 'Written at',
  profiles: 'Profiles',
  variants: 'Variants',
  reason: 'Why',
  breaches: 'Violates',
  fallout: 'Fallout',
  warns: 'Warns',
  budget: 'Budget',
  levels: 'Feature levels',
  uses: 'Uses',
  excludes: 'Not with',
  include: 'Includes',
  exclude: 'Excludes',
  pairs: 'Pairs',
  rows: 'Sends',
  factors: 'Factors',
  exclusions: 'Never together',
  requirements: 'Requirements',
  try: 'Try',
}

export function explanationText(found: Explanation, io: Io): string {
  const colours = paint(io.colour)
  const room = io.columns() - LABEL - 2
  const about = String(found['sentence'] ?? found['describes'] ?? found['title'] ?? '')
  const rows = Object.entries(labels).flatMap(([member, label]) => {
    const lines = linesOf(member, found).flatMap(line => wrapped(line, room))
    return lines.map((line, n) => `  ${colours.faint((n === 0 ? label : '').padEnd(LABEL))}${line}`)
  })
  const heading = `${colours.strong(found.id)}  ${found.kind}`
  return `${[heading, ...wrapped(about, io.columns() - 2).map(line => `  ${line}`), '', ...rows].join('\n')}\n`
}

function linesOf(member: string, found: Explanation): string[] {
  const value = found[member]
  if (value === undefined) return []
  if (member === 'needs') return [...(found.needsInWords ?? [])]
  if (member === 'levels') {
    const { since, until } = value as { since?: number; until?: number }
    return [[since && `from ${since}`, until && `up to ${until}`].filter(Boolean).join(', ')]
  }
  if ((member === 'faults' || member === 'falloutOf') && Array.isArray(value))
    return [`${value.length} fault${value.length === 1 ? '' : 's'}:`, ...value.map(String)]
  if (member === 'level') return [value === 'must' ? 'required (MUST)' : 'recommended (SHOULD)']
  if (Array.isArray(value)) return value.length > 0 ? value.map(String) : ['none']
  return [String(value)]
}
