/** Compares kit, scope and requirements of a bundle with the frozen set of its version. */
import { isDeepStrictEqual } from 'node:util'
import { requirements } from '../../generated/catalogue.ts'
import type { JudgedRequirement } from '../../generated/formats.ts'
import { described, kitVersion, reasonInWords } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { apis } from '../../suites/index.ts'
import { applicabilityOf } from '../certify/applicability.ts'
import { predicateOf } from '../certify/attestation.ts'
import { profileNamed } from '../certify/certifiable-set.ts'
import { mistakesOf } from '../certify/statement.ts'
import { frozenSet, setDigest } from '../freeze/frozen-set.ts'
import { type Findings, need, Refused } from './context.ts'

export function checkKit(found: Findings): string {
  const { kit } = need(found.payload).predicate
  const frozen = frozenSet(kit.version)
  if (!frozen)
    throw new Refused(
      `the bundle was made by Assay ${printable(kit.version)}, whose requirements this kit (${kitVersion}) does not know: verify it with Assay ${printable(kit.version)}`,
    )
  if (frozen.digest !== kit.frozen || setDigest(frozen) !== kit.frozen)
    throw new Refused(`the frozen set of ${kit.version} that was signed is not the one that this kit knows`)
  if (frozen.catalogue !== kit.catalogue) throw new Refused(`the catalogue digest is not that of Assay ${kit.version}`)
  found.frozen = frozen
  if (kit.version !== kitVersion)
    throw new Refused(
      `the bundle was made by Assay ${kit.version} and this is ${kitVersion}: its verdicts can be computed again only with Assay ${kit.version}`,
    )
  return `made by Assay ${kit.version}, whose requirements are frozen`
}

const MEMBERS = new Set(
  'schema kit target run summary gate areas requirements causes observations coverage leftovers'.split(' '),
)

/** The run must be complete and of the profile in the statement; the attestation must agree with statement and report. */
export function checkScope(found: Findings): string {
  const { statement, report, payload, frozen } = found
  const [stated, runReport, signed, set] = [need(statement), need(report), need(payload).predicate, need(frozen)]
  const { run, target } = runReport
  const unknownMember = Object.keys(runReport).find(name => !MEMBERS.has(name))
  if (unknownMember !== undefined)
    throw new Refused(`the report has a member that certify does not write: ${printable(unknownMember)}`)
  const [mistake] = mistakesOf(stated, set)
  if (mistake) throw new Refused(`the statement is not acceptable: ${mistake.why}`)
  if (run.profile !== stated.profile)
    throw new Refused(`the run was of profile ${printable(run.profile)}; the statement claims ${stated.profile}`)
  const covers = (api: string): boolean => profileOf(found).requirements.some(id => id.startsWith(`${api}.`))
  if (covers('messaging') && target.messaging?.featureLevel !== stated.featureLevel)
    throw new Refused(
      `the run was at feature level ${target.messaging?.featureLevel}; the statement claims ${stated.featureLevel}`,
    )
  for (const api of ['trading', 'messaging'] as const)
    if (covers(api) && !target[api]) throw new Refused(`the run has no ${api} API, and the profile covers it`)
  if (run.budget === 'quick') throw new Refused('the run had the budget quick; a certificate needs standard or more')
  if (run.only.length > 0 || (run.checks?.length ?? 0) > 0)
    throw new Refused('the run was filtered: it is not complete')
  if (run.shard !== null) throw new Refused('the run is one share of a run')
  for (const flaw of ['interrupted', 'bailed', 'unfinished'] as const)
    if (run[flaw]) throw new Refused(`the run was ${flaw}`)
  const { issuedAt, expiresAt, kit, evidence } = signed
  const due = predicateOf(stated, runReport, evidence, { issuedAt, expiresAt, frozen: kit.frozen })
  const differing = Object.keys(due).find(
    name => !isDeepStrictEqual(due[name as keyof typeof due], signed[name as keyof typeof signed]),
  )
  if (differing !== undefined)
    throw new Refused(`the attestation says something else than statement and report: ${differing}`)
  return `a complete run of profile ${run.profile}, budget ${run.budget}, seed ${run.seed}`
}

function profileOf(found: Findings) {
  const profile = profileNamed(need(found.frozen), need(found.statement).profile)
  if (!profile) throw new Refused('there is no such profile')
  return profile
}

export function checkRequirements(found: Findings): string {
  const due = profileOf(found).requirements
  const entries = need(found.report).requirements
  const reportedIds = entries.map(({ id }) => id)
  const known = new Set(reportedIds)
  if (known.size < reportedIds.length) throw new Refused(`${printable(twice(reportedIds))} is in the report twice`)
  const gone = due.filter(id => !known.has(id))
  const extra = reportedIds.filter(id => !due.includes(id))
  if (gone.length > 0)
    throw new Refused(
      `the report leaves out ${list(gone)}, which the profile has at Assay ${need(found.frozen).version}`,
    )
  if (extra.length > 0) throw new Refused(`the report has ${list(extra)}, which the profile does not have`)
  const catalogue = new Map<string, (typeof requirements)[number]>(requirements.map(one => [one.id, one]))
  for (const entry of entries) {
    const own = catalogue.get(entry.id)
    const changed = own && changedMember(entry, described(own, apis))
    if (changed) throw new Refused(`the report changes ${changed} of ${entry.id}`)
  }
  return `the ${due.length} requirements of the profile, word for word`
}

const twice = (ids: readonly string[]): string => ids.find((id, index) => ids.indexOf(id) !== index) ?? ''

const list = (ids: readonly string[]): string =>
  `${printable(ids.slice(0, 3).join(', '))}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`

function changedMember(entry: JudgedRequirement, due: ReturnType<typeof described>): string | undefined {
  const names = ['sentence', 'area', 'places', 'level', 'since', 'until', 'needs', 'baseline'] as const
  return names.find(name => !isDeepStrictEqual(entry[name], due[name]))
}

/** A requirement must be not applicable exactly if the statement or its level says so, and cite the line that does. */
export function checkApplicability(found: Findings): string {
  const reasonOf = applicabilityOf(need(found.statement))
  let outside = 0
  for (const { id, since, until, verdict, message } of need(found.report).requirements) {
    const because = reasonOf({ id, ...(since !== undefined && { since }), ...(until !== undefined && { until }) })
    const due = because && reasonInWords(because)
    if (due !== null) outside++
    if (due === null && verdict === 'not-applicable')
      throw new Refused(`${id} is reported as not applicable, and neither the statement nor the level says so`)
    if (due !== null && verdict !== 'not-applicable') throw new Refused(`${id} is judged, although ${due}`)
    if (due !== null && message !== due) throw new Refused(`${id} does not cite why it does not apply: ${due}`)
  }
  return `${outside} requirements do not apply, each by the statement or its level`
}
