/** Why what the specs describe stayed untouched: what kept its requirements from being judged, or what forbids it. */
import { requirements } from '../generated/catalogue.ts'
import { fieldRules } from '../generated/field-rules.ts'
import type { Report } from '../generated/formats.ts'
import { type OperationData, operations } from '../generated/operations.ts'
import { type CoverageScope, operationsAt } from './coverage-wanted.ts'

export interface Unreached {
  readonly why: string
  readonly what: readonly string[]
}

interface Tallies {
  readonly [part: string]: unknown
}

type Entry = Pick<Report['requirements'][number], 'id' | 'verdict' | 'message'>

/** What was missed, grouped by the reason. */
export function unreached(coverage: Tallies, entries: readonly Entry[], partial: boolean): Unreached[] {
  const unverified = new Map(
    entries.flatMap(({ id, verdict, message }) =>
      verdict === 'unverified' && message ? [[id, message] as const] : [],
    ),
  )
  const inScope = new Set(entries.map(({ id }) => id))
  const groups = new Map<string, string[]>()
  for (const [part, tally] of Object.entries(coverage)) {
    const { missing } = tally as { missing?: readonly string[] }
    for (const label of missing ?? []) {
      const why = stated(part, label) ?? whyUnseen(part, label, unverified, inScope, partial)
      const group = groups.get(why)
      if (group) group.push(label)
      else groups.set(why, [label])
    }
  }
  return [...groups].map(([why, what]) => ({ why, what }))
}

/** Constraints that scenarios break: generated requests have no second thing to name, or depend on what is there by then. */
const BROKEN_ELSEWHERE = [
  /^updateScheduledMessage .*: (required|minLength|not)$/,
  /^createDrafts drafts.*to \(ChannelDraft\): maxItems$/,
  /^uploadFile file: required$/,
  /^getOrderbook symbol: required$/,
]

/** What no generated request reaches. */
const stated = (part: string, label: string): string | null =>
  part === 'constraints' && BROKEN_ELSEWHERE.some(pattern => pattern.test(label))
    ? 'generated requests leave it to requirements of its own'
    : null

function whyUnseen(
  part: string,
  label: string,
  unverified: ReadonlyMap<string, string>,
  inScope: ReadonlySet<string>,
  partial: boolean,
): string {
  const about = requirementsAbout(part, label)
  const hindered = about.find(id => unverified.has(id))
  if (hindered !== undefined) return unverified.get(hindered) ?? ''
  if (!about.some(id => inScope.has(id))) return 'it is outside of what this run was to judge'
  if (part === 'constraints') return 'the budget did not reach it'
  return partial ? 'no request of this run showed it; a larger budget may' : 'the target showed it in no reply'
}

const known = new Map<string, readonly string[]>()

/** The requirements that a label is about, found once for all runs of a process. */
function requirementsAbout(part: string, label: string): readonly string[] {
  const key = `${part} ${label}`
  const found = known.get(key) ?? findRequirements(part, label)
  known.set(key, found)
  return found
}

/** Those of the very thing, or else those of its operation. */
function findRequirements(part: string, label: string): readonly string[] {
  const [operation = '', what = ''] = label.split(' ')
  const parameter = `${operation}/${what.split(/[/=:]/)[0]}`
  const path = label.slice(label.lastIndexOf(' ') + 1)
  const own = requirements.filter(requirement => {
    if (part === 'errorCodes') return 'code' in requirement && requirement.code === `${operation}/${what}`
    if (part !== 'responseFields') return 'parameter' in requirement && requirement.parameter === parameter
    return fieldRules.some(
      rule => rule.requirement === requirement.id && rule.operation === operation && rule.path === path,
    )
  })
  if (own.length > 0) return own.map(({ id }) => id)
  const { method, path: address } = operations[operation as keyof typeof operations] ?? {}
  return requirements
    .filter(({ places }) => places.some(place => place.includes(`${method} ${address}`)))
    .map(({ id }) => id)
}

/** The operations for which no request is generated, and why. */
export function notGenerated(scope: CoverageScope): Record<string, string> {
  return Object.fromEntries(
    operationsAt(scope).flatMap(operation => {
      const why = nothingToGenerate(operation)
      return why === null ? [] : [[operation.id, why] as const]
    }),
  )
}

function nothingToGenerate({ parameters, api }: OperationData): string | null {
  if (parameters.length === 0) return 'it takes no parameters'
  if (parameters.every(parameter => parameter.in === 'path'))
    return 'its one parameter is the id of a thing made for the request: courses and scenarios send it'
  return api === 'trading' ? 'the effect of its one parameter is open; signed requests are generated instead' : null
}
