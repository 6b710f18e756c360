/** Why parts of the specs were not covered: what kept their requirements from being judged, or from being sent. */
import type { Report } from '../../generated/formats.ts'
import type { Api } from '../api.ts'
import { madeOnce } from '../memory/made-once.ts'
import { type CoverageScope, type OperationAt, operationsAt } from './coverage-wanted.ts'

export interface Unreached {
  readonly why: string
  readonly what: readonly string[]
}

interface Tallies {
  readonly [part: string]: unknown
}

type Entry = Pick<Report['requirements'][number], 'id' | 'verdict' | 'message'>

/** The missing labels, grouped by the reason. */
export function unreached(
  coverage: Tallies,
  entries: readonly Entry[],
  partial: boolean,
  apis: readonly Api[],
): Unreached[] {
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
      const why =
        reasonForConstraint(part, label, apis) ??
        reasonFor(requirementsAbout(part, label, apis), part, unverified, inScope, partial)
      madeOnce(groups, why, () => []).push(label)
    }
  }
  return [...groups].map(([why, what]) => ({ why, what }))
}

/** The reason for a constraint that generated requests cannot violate; null for anything else. */
const reasonForConstraint = (part: string, label: string, apis: readonly Api[]): string | null =>
  part === 'constraints' && apis.some(({ requests }) => requests?.brokenElsewhere?.some(pattern => pattern.test(label)))
    ? 'generated requests leave it to requirements of its own'
    : null

function reasonFor(
  about: readonly string[],
  part: string,
  unverified: ReadonlyMap<string, string>,
  inScope: ReadonlySet<string>,
  partial: boolean,
): string {
  const unverifiedId = about.find(id => unverified.has(id))
  if (unverifiedId !== undefined) return unverified.get(unverifiedId) ?? ''
  if (!about.some(id => inScope.has(id))) return 'it is outside of what this run was to judge'
  if (part === 'constraints') return 'the budget did not reach it'
  return partial ? 'no request of this run showed it; a larger budget may' : 'the target showed it in no reply'
}

const known = new WeakMap<readonly Api[], Map<string, readonly string[]>>()

/** The requirements that a label is about, found once for all runs of a process. */
const requirementsAbout = (part: string, label: string, apis: readonly Api[]): readonly string[] =>
  madeOnce(
    madeOnce(known, apis, () => new Map()),
    `${part} ${label}`,
    () => apis.flatMap(api => findRequirements(part, label, api)),
  )

/** The requirements about exactly this thing, or else those about its operation. */
function findRequirements(part: string, label: string, { operations, catalogue, fields }: Api): readonly string[] {
  const [operation = '', what = ''] = label.split(' ')
  const parameter = `${operation}/${what.split(/[/=:]/)[0]}`
  const path = label.slice(label.lastIndexOf(' ') + 1)
  const described = operations[operation]
  if (!described) return []
  const ofField = new Set(
    fields.rules.flatMap(rule => (rule.operation === operation && rule.path === path ? [rule.requirement] : [])),
  )
  const own = catalogue.requirements.filter(({ id, code, parameter: about }) => {
    if (part === 'errorCodes') return code === `${operation}/${what}`
    return part === 'responseFields' ? ofField.has(id) : about === parameter
  })
  if (own.length > 0) return own.map(({ id }) => id)
  const { method, path: address } = described
  return catalogue.requirements
    .filter(({ places }) => places.some(place => place.includes(`${method} ${address}`)))
    .map(({ id }) => id)
}

/** The operations for which no request is generated, and why. */
export function notGenerated(scope: CoverageScope): Record<string, string> {
  return Object.fromEntries(
    operationsAt(scope).flatMap(one => {
      const why = nothingToGenerate(one)
      return why === null ? [] : [[one.operation.id, why] as const]
    }),
  )
}

function nothingToGenerate({ operation, api: { requests } }: OperationAt): string | null {
  const { parameters } = operation
  if (parameters.length === 0) return 'it takes no parameters'
  if (parameters.every(parameter => parameter.in === 'path'))
    return 'its one parameter is the id of a thing made for the request: sequences and scenarios send it'
  return requests?.notGenerated?.(operation) ?? null
}
