/** A subject of self-check: one reference that the suites run against, and what then must fail. */
import { areas } from '../../generated/catalogue.ts'
import type { Budget } from '../../harness/index.ts'
import type { Fault, Variant } from '../../reference/index.ts'
import { type Circumstances, plainCircumstances } from './circumstances.ts'
import { levelOf, type Measured, PROOF } from './measured-faults.ts'

export interface Subject {
  readonly kind: 'plain' | 'level' | 'fault' | 'variant' | 'combination'
  readonly id: string
  readonly api: 'trading' | 'messaging'
  readonly faults: readonly string[]
  readonly variants: readonly string[]
  readonly level: number
  /** The level that the target file claims. */
  readonly claims: number
  /** Requirements that must fail, or warn if `weight` is `should`. */
  readonly breaches: readonly string[]
  /** Whether it is enough if one of them does. */
  readonly anyOf: boolean
  readonly weight: 'must' | 'should'
  /** Patterns for other requirements that may fail; empty, except if the target file claims a wrong level. */
  readonly tolerates: readonly string[]
  /** What was measured to fail under a fault; absent until it is measured. */
  readonly measured?: Measured
  /** The runs to make, one after the other. */
  readonly runs: readonly Run[]
  /** Other differences from the reference and its target file. */
  readonly circumstances: Circumstances
  /** Variants that it cannot be combined with. */
  readonly excludes: readonly string[]
  /** The requirements that may stay unverified, for example because there are no markets. */
  readonly leaves: Leaves
}

/** None, only some that no run plans, or planned ones as well. */
type Leaves = 'none' | 'untried' | 'incomplete'

export interface Run {
  readonly only: readonly string[]
  readonly budget: Budget
}

export const NEWEST_LEVEL = 500

const legalSubject = (
  kind: Subject['kind'],
  id: string,
  api: Subject['api'],
  level: number,
  budget: Budget = 'standard',
): Subject => ({
  kind,
  id,
  api,
  faults: [],
  variants: [],
  level,
  claims: level,
  breaches: [],
  anyOf: false,
  weight: 'must',
  tolerates: [],
  runs: [{ only: [`${api}.*`], budget }],
  circumstances: plainCircumstances,
  excludes: [],
  leaves: 'none',
})

/**
 * The reference without faults: the trading API, and the messaging API at each of these levels. Levels between two
 * changes promise the same, so only the last of them gets the standard budget.
 */
export function plainSubjects(levels: readonly number[], changes: readonly number[] = []): Subject[] {
  return [
    legalSubject('plain', 'trading', 'trading', NEWEST_LEVEL),
    ...levels.map(level => {
      const budget = level === NEWEST_LEVEL || changes.includes(level + 1) ? 'standard' : 'quick'
      return legalSubject('plain', `messaging at level ${level}`, 'messaging', level, budget)
    }),
  ]
}

/** Generated requests are alike on both sides of a change, except for a request whose only parameter was renamed. */
const RENAMED = [
  'messaging.properties.refuses-group-lists',
  'messaging.parameters.supported-not-listed',
  'messaging.parameters.nothing-to-list',
]

export interface Levelled {
  readonly id: string
  readonly since?: number
  readonly until?: number
}

/**
 * For each change, a claimed level that is one too high, and one that is one too low: at least one requirement that
 * changes there must fail or warn, and no other may fail.
 */
export function levelSubjects(changes: readonly number[], requirements: readonly Levelled[]): Subject[] {
  return changes.flatMap(change => {
    const newer = requirements.filter(({ since }) => since === change).map(({ id }) => id)
    const older = requirements.filter(({ until }) => until === change - 1).map(({ id }) => id)
    const withClaim = (id: string, level: number, claims: number, breaches: readonly string[]): Subject => ({
      ...legalSubject('level', id, 'messaging', level, 'quick'),
      claims,
      breaches,
      anyOf: true,
      weight: 'should',
      tolerates: RENAMED,
      leaves: 'incomplete',
    })
    return [
      withClaim(`level ${change - 1} that claims ${change}`, change - 1, change, newer),
      ...(older.length > 0 ? [withClaim(`level ${change} that claims ${change - 1}`, change, change - 1, older)] : []),
    ]
  })
}

/** A fault is run alone against its whole API, at the budget at which it was measured. */
export function faultSubject(fault: Fault, measured?: Measured): Subject {
  const level = levelOf(fault) ?? Math.max(NEWEST_LEVEL, fault.levels?.since ?? 0)
  return {
    ...legalSubject('fault', fault.id, fault.api, level, measured?.budget ?? PROOF.budget),
    faults: [fault.id],
    breaches: fault.breaches,
    weight: fault.weight ?? 'must',
    ...(measured && { measured }),
    leaves: 'incomplete',
  }
}

/** Areas that affect all others: a variant of one of these belongs to no single area. */
const EVERYWHERE = [
  ...['trading.envelope', 'trading.errors', 'trading.numbers'],
  ...['messaging.envelope', 'messaging.credentials', 'messaging.parameters', 'messaging.limits'],
]

const AREAS: ReadonlySet<string> = new Set(areas.map(({ id }) => id).filter(id => !EVERYWHERE.includes(id)))

/** The area of the open point that a variant uses, or of the variant's id; undefined if it affects every area. */
function areaOf({ id, uses }: Pick<Variant, 'id' | 'uses'>): string | undefined {
  const named = [uses, id].map(text => /^(?:trading|messaging)\.[^.]+/.exec(text)?.[0])
  return named.find(area => area !== undefined && AREAS.has(area))
}

/** A variant is run alone: its whole API at the quick budget, then its own area at the standard one. */
export function variantSubject(variant: Variant): Subject {
  const area = areaOf(variant)
  const whole = legalSubject('variant', variant.id, variant.api, variant.levels?.until ?? NEWEST_LEVEL, 'quick')
  return {
    ...whole,
    variants: [variant.id],
    runs: [...whole.runs, ...(area === undefined ? [] : [{ only: [`${area}.*`], budget: 'standard' as const }])],
    excludes: variant.excludes ?? [],
    leaves: variant.leaves ?? 'none',
  }
}
