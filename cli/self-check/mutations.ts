/**
 * Mutation of the checks themselves: each check and each predicate is made to hold always, one at a time. Then a fault
 * that it catches must go unnoticed; if nothing changes, the check or predicate proves nothing.
 */
import type { ClaimRecord } from '../../generated/formats.ts'
import {
  type Area,
  apisIn,
  type Check,
  type Predicate,
  predicateNamed,
  type Reply,
  type World,
} from '../../harness/index.ts'
import { faults } from '../../reference/index.ts'
import { trialOf } from './judge-subject.ts'
import { readMeasured } from './measured-faults.ts'
import { faultSubject, type Subject } from './subject.ts'

/** The check or predicate that was made to hold always, and whether a fault then went unnoticed. */
export interface Mutation {
  readonly kind: 'check' | 'predicate'
  readonly name: string
  readonly noticed: boolean
}

/** A fault under which the requirement fails, with the checks and predicates of the broken claims. */
interface Failure {
  readonly subject: Subject
  readonly checks: ReadonlySet<string>
  readonly predicates: ReadonlySet<string>
}

/** At most this many faults of a requirement are tried; one that only a single check catches is nearly always among them. */
const MOST_FAULTS = 40

/** All mutations that the faults of one requirement can detect. */
export async function mutationsOf(requirement: string, suites: readonly Area[]): Promise<Mutation[]> {
  const areas = withoutCombinations(suites)
  const failures = await failuresOf(requirement, areas)
  const checks = areas.flatMap(({ items }) => items).filter(item => item.does === 'check')
  const serving = checks.filter(({ requirements }) => requirements.some(id => id === requirement))
  const predicates = new Set(failures.flatMap(failure => [...failure.predicates]))
  const mutations: Mutation[] = []
  for (const check of serving) {
    const alone = failures.filter(failure => restsOn(failure.checks, check.id))
    const noticed = await someUnnoticed(alone, requirement, withBlindCheck(areas, check))
    mutations.push({ kind: 'check', name: check.id, noticed })
  }
  for (const name of predicates) {
    const alone = failures.filter(failure => restsOn(failure.predicates, name))
    mutations.push({
      kind: 'predicate',
      name,
      noticed: await whileHolding(name, () => someUnnoticed(alone, requirement, areas)),
    })
  }
  return mutations
}

/**
 * Leaves out combinations, and judging exchanges as traffic: both find again what a check finds alone. Combinations are
 * proved by the interaction faults, traffic by tests of captures.
 */
function withoutCombinations(areas: readonly Area[]): Area[] {
  const alone = new Map(apisIn(areas).map(({ traffic: _beside, ...api }) => [api.name, api]))
  return areas.map(area => ({
    ...area,
    api: alone.get(area.api.name) ?? area.api,
    items: area.items.filter(item => item.does !== 'check' || !item.combines),
  }))
}

const restsOn = (names: ReadonlySet<string>, name: string): boolean => names.size === 1 && names.has(name)

async function failuresOf(requirement: string, areas: readonly Area[]): Promise<Failure[]> {
  const measured = readMeasured()
  const failures: Failure[] = []
  for (const fault of faults.filter(({ breaches }) => breaches.includes(requirement)).slice(0, MOST_FAULTS)) {
    const subject = faultSubject(fault, measured.get(fault.id))
    const broken: ClaimRecord[] = []
    const note = (claim: ClaimRecord): void => {
      if (claim.requirement === requirement && claim.outcome === 'broken') broken.push(claim)
    }
    await trialOf(narrowed(subject, requirement), { areas, onClaim: note })
    failures.push({
      subject,
      checks: new Set(broken.map(({ check }) => check)),
      predicates: new Set(broken.map(({ predicate }) => predicate ?? '')),
    })
  }
  return failures
}

const narrowed = (subject: Subject, requirement: string): Subject => ({
  ...subject,
  runs: subject.runs.map(run => ({ ...run, only: [requirement] })),
})

/** Whether the requirement no longer fails under one of these faults. */
async function someUnnoticed(
  failures: readonly Failure[],
  requirement: string,
  areas: readonly Area[],
): Promise<boolean> {
  for (const { subject } of failures) {
    const { failed, warned } = await trialOf(narrowed(subject, requirement), { areas })
    if (![...failed, ...warned].includes(requirement)) return true
  }
  return false
}

const always: Predicate = { name: 'holds-always', judge: () => ({ outcome: 'holds' }) }

/** The suites with one check changed so that all its claims hold. */
function withBlindCheck(areas: readonly Area[], check: Check): Area[] {
  const blind: Check = { ...check, run: world => check.run(blinded(world)) }
  return areas.map(area => ({ ...area, items: area.items.map(item => (item === check ? blind : item)) }))
}

function blinded(world: World): World {
  const blind = (claim: ReturnType<World['claim']>): ReturnType<World['claim']> => {
    const keeps = claim.keeps.bind(claim)
    return Object.assign(claim, { keeps: () => keeps(always, {}) })
  }
  return Object.create(world, {
    claim: { value: (...replies: Reply[]) => blind(world.claim(...replies)) },
    claimFor: { value: (name: string, ...replies: Reply[]) => blind(world.claimFor(name, ...replies)) },
  }) as World
}

/** Runs an action while a predicate always holds. */
async function whileHolding<T>(name: string, action: () => Promise<T>): Promise<T> {
  const predicate = predicateNamed(name) as { judge: Predicate['judge'] } | undefined
  if (!predicate) throw new Error(`nobody knows the predicate ${name}`)
  const { judge } = predicate
  predicate.judge = always.judge
  try {
    return await action()
  } finally {
    predicate.judge = judge
  }
}
