/** `assay explain`: explains one id. */

import { openPoints, profiles, type Requirement, requirements } from '../../generated/catalogue.ts'
import { fieldRules } from '../../generated/field-rules.ts'
import { type Area, belongs, nearest, needsInWords, pairsOf } from '../../harness/index.ts'
import { faults, type InteractionFault, interactionFault, variants } from '../../reference/index.ts'
import { printable, quotesFor } from '../../reports/index.ts'
import { apis, combinationsAt, suites } from '../../suites/index.ts'
import { readContract } from '../contract/read-contract.ts'
import { type Suites, withOwnSuites } from '../own/own-suites.ts'
import type { Io } from '../process/io.ts'
import { proved } from '../self-check/measured-faults.ts'
import { printExplanation } from '../stored-explanations.ts'
import { UsageError } from '../usage-error.ts'
import type { ExplainFlags, Explanation } from './explanation-text.ts'
import { unobservable } from './unobservable.ts'

export async function explain(id: string, flags: ExplainFlags, io: Io): Promise<number> {
  const own = await withOwnSuites(flags.suites)
  const found = withQuotes(ownExplanation(id, own) ?? explanationOf(id), flags.contract, own)
  if (!found) {
    const known = [requirements, own.requirements, openPoints, unobservable, faults, variants, operations].flatMap(
      list => list.map(entry => entry.id),
    )
    throw new UsageError(`there is nothing with the id "${id}"${nearest(id, known)}; assay list shows what there is`)
  }
  printExplanation(found, flags, io)
  return 0
}

/** All explanations, for the build to store. @public */
export function* everyExplanation(): Generator<Explanation> {
  const ids = [requirements, openPoints, unobservable, faults, variants].flatMap(list => list.map(({ id }) => id))
  for (const id of [...ids, ...operations.map(one => one.id), ...profiles.map(({ name }) => name)]) {
    const found = explanationOf(id)
    if (found) yield found
  }
}

/** Adds quotes from the contract if the user has a copy of it. */
function withQuotes(found: Explanation | undefined, folder: string | undefined, own: Suites): Explanation | undefined {
  const places = found?.['places'] as readonly string[] | undefined
  if (!found || !places || folder === undefined) return found
  const quotes = quotesFor({ id: found.id, places: [...places] }, readContract(folder, own.requirements))
  return { ...found, quotes: quotes.map(({ text, from }) => `${from} "${printable(text)}"`) }
}

function ownExplanation(id: string, { areas, requirements }: Suites): Explanation | undefined {
  const requirement = requirements.find(entry => entry.id === id)
  return requirement && { kind: 'requirement', ...requirement, ...inWords(requirement), ...testedBy(id, areas) }
}

function explanationOf(id: string): Explanation | undefined {
  const requirement = requirements.find(entry => entry.id === id)
  if (requirement)
    return {
      ...{ kind: 'requirement', ...requirement, ...inWords(requirement) },
      ...{ ...testedBy(id), ...provedBy(id), ...inProfiles(id) },
    }
  const openPoint = openPoints.find(entry => entry.id === id)
  if (openPoint) {
    const using = variants.filter(({ uses }) => uses === id).map(variant => variant.id)
    return { kind: 'open point', ...openPoint, variants: using }
  }
  const hidden = unobservable.find(entry => entry.id === id)
  if (hidden) return { kind: 'not observable', ...hidden }
  const pair = interactionFault(id)
  if (pair) return { kind: 'interaction fault', ...withoutChanges(pair), try: `assay serve --fault ${id}` }
  const fault = proved(faults).find(entry => entry.id === id)
  if (fault) return { kind: 'fault', ...fault, try: `assay serve --fault ${id}` }
  const variant = variants.find(entry => entry.id === id)
  if (variant) return { kind: 'variant', ...variant, try: `assay serve --variant ${id}` }
  const combined = combinedOperation(id)
  if (combined) return combined
  const profile = profiles.find(({ name }) => name === id)
  if (!profile) return undefined
  const members = requirements.filter(entry => belongs(profile, entry))
  return { kind: 'profile', id, ...profile, requirements: members.map(entry => entry.id) }
}

const NEWEST = Number.MAX_SAFE_INTEGER
const operations = combinationsAt(NEWEST).map(({ operation }) => ({ id: operation }))

/** The factors whose values an operation combines in pairs, and which values are never combined. */
function combinedOperation(id: string): Explanation | undefined {
  const found = combinationsAt(NEWEST).find(({ operation }) => operation === id)
  if (!found) return undefined
  const { possible, excluded } = pairsOf(found)
  const described = apis.flatMap(api => Object.values(api.operations)).find(operation => operation.id === id)
  const named = ({ name, refusedBy }: { readonly name: string; readonly refusedBy?: string }): string =>
    refusedBy === undefined ? name : `${name} (refused)`
  return {
    kind: 'operation',
    id,
    title: described ? `${described.method} ${described.path}` : '',
    pairs: `${possible.length} of two values, ${Object.values(excluded).reduce((sum, count) => sum + count, 0)} excluded`,
    rows: Object.entries(found.rows).map(([budget, rows]) => `${budget}: at most ${rows} combinations`),
    factors: found.factors.map(({ name, values }) => `${name}: ${values.map(named).join(', ')}`),
    exclusions: found.constraints.map(({ reason }) => reason),
    requirements: found.requirements,
  }
}

const inWords = ({ needs }: Pick<Requirement, 'needs'>): { needsInWords: string[] } => ({
  needsInWords: needsInWords(needs, apis),
})

function testedBy(id: string, areas: readonly Area[] = suites): { checks: string[] } {
  const items = areas.flatMap(area => area.items)
  const checks = items.flatMap(item => {
    if (item.does === 'check') return item.requirements.some(name => name === id) ? [item.id] : []
    return item.does === 'invariant' && item.requirement === id ? ['every exchange that it is about'] : []
  })
  const operations = fieldRules.filter(rule => rule.requirement === id).map(rule => rule.operation)
  const replies = [...new Set(operations)].map(
    operation => `every reply of ${operation === '*' ? 'every operation' : operation}`,
  )
  return { checks: [...new Set([...checks, ...replies])] }
}

const withoutChanges = ({ changes, derived, ...fault }: InteractionFault) => fault

/** The faults that the requirement catches, and those in whose fallout it fails or warns. */
function provedBy(id: string): { faults: string[]; falloutOf: string[] } {
  const all = proved(faults)
  return {
    faults: all.filter(({ breaches }) => breaches.includes(id)).map(fault => fault.id),
    falloutOf: all.filter(({ fallout, warns }) => fallout.includes(id) || warns.includes(id)).map(fault => fault.id),
  }
}

function inProfiles(id: string): { profiles: string[] } {
  const requirement = requirements.find(entry => entry.id === id)
  return { profiles: profiles.filter(profile => requirement && belongs(profile, requirement)).map(({ name }) => name) }
}
