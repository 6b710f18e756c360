/** What self-check puts on trial: the suites, each time against another reference. */
import { areas } from '../../generated/catalogue.ts'
import type { Budget } from '../../harness/index.ts'
import type { Fault, Variant } from '../../reference/index.ts'
import { levelOf, type Measured, PROOF } from '../measured-faults.ts'
import { type Circumstances, plainCircumstances } from './circumstances.ts'

export interface Subject {
  readonly kind: 'plain' | 'level' | 'fault' | 'variant' | 'combination'
  readonly id: string
  readonly api: 'trading' | 'messaging'
  readonly faults: readonly string[]
  readonly variants: readonly string[]
  readonly level: number
  /** The level that the target file claims. */
  readonly claims: number
  /** Requirements that must fail, or warn where that is the weight. */
  readonly breaches: readonly string[]
  /** Whether one of them is enough. */
  readonly anyOf: boolean
  readonly weight: 'must' | 'should'
  /** What else may fail: nothing, but where two levels are told apart. */
  readonly tolerates: readonly string[]
  /** What a fault was measured to fail; absent where it is measured for the first time. */
  readonly measured?: Measured
  /** The runs it meets, one after the other. */
  readonly runs: readonly Run[]
  /** What else is unlike the reference and its target file. */
  readonly circumstances: Circumstances
  /** Variants that it cannot be used with. */
  readonly excludes: readonly string[]
  /** Whether requirements may stay unverified: a venue without markets, for example. */
  readonly mayBeIncomplete: boolean
}

export interface Run {
  readonly only: readonly string[]
  readonly budget: Budget
}

export const NEWEST_LEVEL = 500

const legal = (
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
  mayBeIncomplete: false,
})

/**
 * The plain reference: the venue, and the chat at each of these levels. All levels from one change to the next promise
 * the same: the last of them meets the standard budget, the others the quick one.
 */
export function plainSubjects(levels: readonly number[], changes: readonly number[] = []): Subject[] {
  return [
    legal('plain', 'trading', 'trading', NEWEST_LEVEL),
    ...levels.map(level => {
      const budget = level === NEWEST_LEVEL || changes.includes(level + 1) ? 'standard' : 'quick'
      return legal('plain', `messaging at level ${level}`, 'messaging', level, budget)
    }),
  ]
}

/** Generated requests keep to what is alike on both sides of a change, but for one whose only parameter was renamed. */
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

/** At each change a claim one too high, and one too low: what parts them is exactly what changes there. */
export function levelSubjects(changes: readonly number[], requirements: readonly Levelled[]): Subject[] {
  return changes.flatMap(change => {
    const newer = requirements.filter(({ since }) => since === change).map(({ id }) => id)
    const older = requirements.filter(({ until }) => until === change - 1).map(({ id }) => id)
    const parted = (id: string, level: number, claims: number, breaches: readonly string[]): Subject => ({
      ...legal('level', id, 'messaging', level, 'quick'),
      claims,
      breaches,
      anyOf: true,
      weight: 'should',
      tolerates: RENAMED,
      mayBeIncomplete: true,
    })
    return [
      parted(`level ${change - 1} that claims ${change}`, change - 1, change, newer),
      ...(older.length > 0 ? [parted(`level ${change} that claims ${change - 1}`, change, change - 1, older)] : []),
    ]
  })
}

/** A fault meets its whole API alone, at the budget at which it was measured. */
export function faultSubject(fault: Fault, measured?: Measured): Subject {
  const level = levelOf(fault) ?? Math.max(NEWEST_LEVEL, fault.levels?.since ?? 0)
  return {
    ...legal('fault', fault.id, fault.api, level, measured?.budget ?? PROOF.budget),
    faults: [fault.id],
    breaches: fault.breaches,
    weight: fault.weight ?? 'must',
    ...(measured && { measured }),
    mayBeIncomplete: true,
  }
}

/** Areas that reach into all others: a freedom used there has no area of its own. */
const EVERYWHERE = [
  ...['trading.envelope', 'trading.errors', 'trading.numbers'],
  ...['messaging.envelope', 'messaging.credentials', 'messaging.parameters', 'messaging.limits'],
]

const AREAS: ReadonlySet<string> = new Set(areas.map(({ id }) => id).filter(id => !EVERYWHERE.includes(id)))

/** The area whose freedom a variant uses, or that it is filed under; undefined where it shows in every area. */
function areaOf({ id, uses }: Pick<Variant, 'id' | 'uses'>): string | undefined {
  const named = [uses, id].map(text => /^(?:trading|messaging)\.[^.]+/.exec(text)?.[0])
  return named.find(area => area !== undefined && AREAS.has(area))
}

/** A variant meets its whole API alone at the quick budget, and then the area whose freedom it uses at the standard one. */
export function variantSubject(variant: Variant): Subject {
  const area = areaOf(variant)
  const whole = legal('variant', variant.id, variant.api, variant.levels?.until ?? NEWEST_LEVEL, 'quick')
  return {
    ...whole,
    variants: [variant.id],
    runs: [...whole.runs, ...(area === undefined ? [] : [{ only: [`${area}.*`], budget: 'standard' as const }])],
    excludes: variant.excludes ?? [],
    mayBeIncomplete: variant.leaves === 'incomplete',
  }
}
