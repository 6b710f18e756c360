/** Computes every verdict of a bundle again from claims and exchanges, with the kit's own predicates. */
import { isDeepStrictEqual } from 'node:util'
import { requirements } from '../../generated/catalogue.ts'
import type { ClaimRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import {
  apisIn,
  type Budget,
  type Check,
  causesOf,
  claimsByRequirement,
  coverageOf,
  described,
  isCut,
  judgeAgain,
  judgedEntry,
  levelsOf,
  missingClaims,
  outcomeOfRun,
  type Requirement,
  repliesOf,
  titlesOf,
} from '../../harness/index.ts'
import { countVerdicts, printable } from '../../reports/index.ts'
import { apis, suites } from '../../suites/index.ts'
import { decisionOf } from '../gate/decision.ts'
import { BUDGETS } from '../options/budgets.ts'
import { type Findings, need, Refused } from './context.ts'

const items = suites.flatMap(area => area.items)
const checks = new Map(items.flatMap(item => (item.does === 'check' ? [[item.id, item] as const] : [])))
const catalogue = new Map<string, Requirement>(requirements.map(one => [one.id, one]))
/** Requirements that any exchange may demonstrate. */
const everywhere = new Set<string>([
  ...items.flatMap(item => (item.does === 'invariant' ? [item.requirement] : [])),
  ...apis.flatMap(({ fields }) => fields.rules.map(({ requirement }) => requirement)),
])

/** Claims must be numbered, be about requirements of the report, and come from checks that demonstrate these. */
export function checkClaims(found: Findings): string {
  const { report, evidence, claims } = found
  const due = new Map(need(report).requirements.map(entry => [entry.id, entry]))
  need(claims).forEach((claim, index) => {
    const label = `claim ${claim.n}`
    if (claim.n !== index + 1)
      throw new Refused(`claims are not numbered consecutively: claim ${claim.n} is at place ${index + 1}`)
    const entry = due.get(claim.requirement)
    if (!entry) throw new Refused(`${label} is about ${printable(claim.requirement)}, which the report does not have`)
    if (entry.verdict === 'not-applicable')
      throw new Refused(`${label} is about ${claim.requirement}, which does not apply`)
    if (!everywhere.has(claim.requirement) && !checks.get(claim.check)?.requirements.includes(claim.requirement))
      throw new Refused(`${label} is by "${printable(claim.check)}", which does not show ${claim.requirement}`)
    if (claim.weight === 'must' && entry.level === 'should' && !everywhere.has(claim.requirement))
      throw new Refused(`${label} makes a requirement of the recommendation ${claim.requirement}`)
  })
  if (need(report).run.claims !== need(claims).length)
    throw new Refused(`the report counts ${need(report).run.claims} claims, and there are ${need(claims).length}`)
  const { disagreements, unseen } = judgeAgain(need(evidence))
  const [wrong] = disagreements
  if (wrong)
    throw new Refused(`claim ${wrong.claim.n} about ${wrong.claim.requirement} is false: ${printable(wrong.why)}`)
  const judged = judgedIn(need(report))
  const [gone] = missingClaims(need(evidence), {
    areas: suites,
    judged,
    levels: levelsOf(need(report).target, apisIn(suites)),
  })
  if (gone)
    throw new Refused(
      `exchange ${gone.exchanges[0]} shows something about ${gone.requirement} (${gone.outcome}), and there is no such claim`,
    )
  const [cut] = need(found.exchanges).filter(isCut)
  if (cut)
    throw new Refused(
      `exchange ${cut.n} is kept cut short, so that ${unseen.length} claims cannot be computed again: a bundle keeps every body whole`,
    )
  return `${need(claims).length} claims: the predicates of this kit give the same outcomes on their exchanges`
}

const judgedIn = (report: Report): Map<string, Requirement> =>
  new Map(
    report.requirements.flatMap(({ id, claims }) => {
      const known = catalogue.get(id)
      return known && claims.planned > 0 ? [[id, known] as const] : []
    }),
  )

export function checkVerdicts(found: Findings): string {
  const report = need(found.report)
  const byRequirement = claimsByRequirement(need(found.claims))
  const replies = repliesOf(need(found.exchanges), apis)
  for (const entry of report.requirements) {
    if (entry.verdict === 'not-applicable') continue
    const claims = byRequirement.get(entry.id) ?? []
    requireWhole(entry, claims, report.run.budget)
    if (entry.claims.planned === 0) {
      requireUnplanned(entry, claims)
      continue
    }
    const known = catalogue.get(entry.id)
    if (!known) throw new Refused(`this kit does not know ${entry.id}`)
    const again = judgedEntry(
      described(known, apis),
      claims,
      planOf(entry.id, report.run.budget),
      entry.repeat,
      replies,
    )
    const changed = differing(entry, again)
    if (changed === 'verdict')
      throw new Refused(`${entry.id} is reported as ${entry.verdict}; its claims give ${again.verdict}`)
    if (changed) throw new Refused(`the ${changed} of ${entry.id} is not what its claims give`)
  }
  return `${report.requirements.length} verdicts, computed again from claims and exchanges, are those of the report`
}

/** A requirement that could not be tried must be unverified, with a reason and without claims. */
function requireUnplanned(
  { id, verdict, reason, claims: counted }: JudgedRequirement,
  claims: readonly ClaimRecord[],
): void {
  if (verdict !== 'unverified')
    throw new Refused(`${id} is reported as ${verdict}, and no check of the run was about it`)
  if (reason === null) throw new Refused(`${id} is unverified without a reason`)
  if (claims.length > 0 || counted.made > 0) throw new Refused(`${id} was not planned, and there are claims about it`)
}

const MEMBERS = [
  'verdict',
  'reason',
  'expected',
  'actual',
  'exchanges',
  'control',
  'repeated',
  'claims',
  'planned',
  'tried',
  'before',
  'meanwhile',
] as const

function differing(entry: JudgedRequirement, again: JudgedRequirement): string | undefined {
  const changed = MEMBERS.find(name => !isDeepStrictEqual(entry[name], again[name]))
  if (changed) return changed
  const told = entry.message ?? ''
  return told === (again.message ?? '') || (again.message !== null && told.startsWith(`${again.message}; `))
    ? undefined
    : 'message'
}

/** How many claims a check plans for a requirement at this budget. */
const planOf = (id: string, budget: Report['run']['budget']): number => {
  const counts = plannedBy(id, budget).map(({ plans }) => plans[id] ?? 0)
  return Math.max(0, ...counts) || 1
}

const plannedBy = (id: string, budget: Budget): Check[] =>
  [...checks.values()].filter(
    check => check.requirements.includes(id) && BUDGETS.indexOf(check.from) <= BUDGETS.indexOf(budget),
  )

/** For a pass or a warning, each check of the requirement must have made as many claims about it as it plans. */
function requireWhole({ id, verdict }: JudgedRequirement, claims: readonly ClaimRecord[], budget: Budget): void {
  const [short] = verdict === 'pass' || verdict === 'warn' ? shortOf(id, claims, budget) : []
  if (short)
    throw new Refused(
      `${short.check} plans ${short.due} claims about ${id}, and ${short.made === 0 ? 'none is' : `only ${short.made} are`} there`,
    )
}

/** The checks that made fewer claims about a requirement than they plan. */
export const shortOf = (id: string, claims: readonly ClaimRecord[], budget: Budget) =>
  plannedBy(id, budget)
    .map(({ id: check, plans }) => ({
      check,
      due: plans[id] ?? 1,
      made: claims.filter(claim => claim.check === check && claim.attempt === 1).length,
    }))
    .filter(({ made, due }) => made < due)

export function checkSummary(found: Findings): string {
  const report = need(found.report)
  const counts = countVerdicts(report.requirements)
  const wrong = Object.entries(counts).find(
    ([name, count]) => report.summary.counts[name as keyof typeof counts] !== count,
  )
  if (wrong) {
    const told = report.summary.counts[wrong[0] as keyof typeof counts]
    throw new Refused(`the report counts ${told} ${wrong[0]}, and there are ${wrong[1]}`)
  }
  const outcome = outcomeOfRun(report.requirements)
  if (report.summary.outcome !== outcome)
    throw new Refused(`the outcome is reported as ${report.summary.outcome}; the verdicts give ${outcome}`)
  if (outcome !== 'conformant') throw new Refused(`the outcome is ${outcome}: nothing is certified by that`)
  if (!isDeepStrictEqual(report.gate, decisionOf(report, { requireComplete: false, stale: [], missing: [] })))
    throw new Refused('the gate of the report is not what the verdicts give without a baseline')
  if (!isDeepStrictEqual(report.areas, titlesOf(report.requirements, apis)))
    throw new Refused('the report changes the titles of areas')
  const [exchanges, claims] = [need(found.exchanges), need(found.claims)]
  const of = (id: string): ClaimRecord[] => claims.filter(({ requirement }) => requirement === id)
  if (!isDeepStrictEqual(report.causes ?? [], causesOf(report.requirements, of, repliesOf(exchanges, apis))))
    throw new Refused('the causes of failures are not those that the claims give')
  const coverage: Record<string, unknown> = coverageOf(report.target, apis, exchanges, claims)
  const part = Object.keys(coverage).find(
    name => name !== 'pairs' && !isDeepStrictEqual(coverage[name], report.coverage[name]),
  )
  if (part) throw new Refused(`the coverage of ${part} is not what the exchanges give`)
  for (const { id, repeat } of report.requirements)
    if (repeat !== null && !COMMAND.test(repeat))
      throw new Refused(`the command that reproduces ${id} is not one of Assay`)
  return `${counts.pass} pass, ${counts.warn} warn, ${counts.unverified} unverified, ${counts['not-applicable']} not applicable: conformant`
}

/** A reader may copy the command to a terminal, so nothing else is accepted. */
const COMMAND = /^npx assay run(?: --[a-z-]+(?: (?:[\w./:@=+,-]+|'(?:[^']|'\\'')*'))?)*$/
