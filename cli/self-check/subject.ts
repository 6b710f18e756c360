/** What self-check puts on trial: the suites, each time against another reference. */
import type { Budget } from '../../harness/index.ts'
import type { Fault, Variant } from '../../reference/index.ts'

export interface Subject {
  readonly kind: 'plain' | 'level' | 'fault' | 'company' | 'variant' | 'combination'
  readonly id: string
  readonly api: 'trading' | 'messaging'
  readonly faults: readonly string[]
  readonly variants: readonly string[]
  readonly level: number
  /** The level that the target file claims. */
  readonly claims: number
  /** Requirements that must fail, or warn where that is the weight. */
  readonly breaches: readonly string[]
  readonly mayAlso: readonly string[]
  readonly weight: 'must' | 'should'
  /** The requirements whose checks can see it, as globs, and the budget at which they do. */
  readonly near: readonly string[]
  readonly budget: Budget
  /** Whether all other checks meet it together with its like; else they met it alone. */
  readonly joins: boolean
  /** Variants that it cannot be used with. */
  readonly excludes: readonly string[]
  /** Whether one of the breached requirements is enough. */
  readonly anyOf: boolean
  /** Whether requirements may stay unseen: a venue without markets, for example. */
  readonly mayBeIncomplete: boolean
}

export const NEWEST_LEVEL = 500

const legal = (
  kind: Subject['kind'],
  id: string,
  api: Subject['api'],
  level: number,
  variants: readonly string[] = [],
): Subject => ({
  kind,
  id,
  api,
  faults: [],
  variants,
  level,
  claims: level,
  breaches: [],
  mayAlso: [],
  weight: 'must',
  near: [`${api}.*`],
  budget: 'standard',
  joins: false,
  excludes: [],
  anyOf: false,
  mayBeIncomplete: false,
})

/**
 * The plain reference: the venue, and the chat at each of these levels. All levels from one change to the next promise
 * the same: the last of them meets the standard budget, the others the quick one.
 */
export function plainSubjects(levels: readonly number[], changes: readonly number[] = []): Subject[] {
  return [
    legal('plain', 'trading', 'trading', NEWEST_LEVEL),
    ...levels.map(level => ({
      ...legal('plain', `messaging at level ${level}`, 'messaging', level),
      budget: level === NEWEST_LEVEL || changes.includes(level + 1) ? ('standard' as const) : ('quick' as const),
    })),
  ]
}

/** What is generated keeps to what is alike on both sides of a change, but for a request whose one parameter was renamed. */
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
      ...legal('level', id, 'messaging', level),
      claims,
      breaches,
      mayAlso: RENAMED,
      weight: 'should',
      budget: 'quick',
      anyOf: true,
      mayBeIncomplete: true,
    })
    return [
      parted(`level ${change - 1} that claims ${change}`, change - 1, change, newer),
      ...(older.length > 0 ? [parted(`level ${change} that claims ${change - 1}`, change, change - 1, older)] : []),
    ]
  })
}

/** Sentences about whole families of requests, which any breach among them breaks as well. */
const FAMILIES = ['messaging.properties.*', 'messaging.sequences.*', 'trading.signing.generated']

export function faultSubject(fault: Fault): Subject {
  const level = fault.levels?.until ?? Math.max(NEWEST_LEVEL, fault.levels?.since ?? 0)
  return {
    ...legal('fault', fault.id, fault.api, level),
    faults: [fault.id],
    breaches: fault.breaches,
    mayAlso: [...(fault.mayAlso ?? []), ...FAMILIES],
    weight: fault.weight ?? 'must',
    near: fault.breaches,
    budget: fault.budget ?? 'standard',
    joins: true,
    mayBeIncomplete: true,
  }
}

/** Areas that reach into all others: a freedom used there meets every check alone. */
const EVERYWHERE = [
  ...['trading.envelope', 'trading.errors', 'trading.numbers'],
  ...['messaging.envelope', 'messaging.credentials', 'messaging.parameters', 'messaging.limits'],
]

export function variantSubject(variant: Variant): Subject {
  const area = /^(?:trading|messaging)\.[^.]+/.exec(variant.uses)?.[0]
  const everywhere = area === undefined || EVERYWHERE.includes(area)
  return {
    ...legal('variant', variant.id, variant.api, variant.levels?.until ?? NEWEST_LEVEL, [variant.id]),
    near: [`${everywhere ? variant.api : area}.*`],
    budget: everywhere ? 'quick' : 'standard',
    joins: !everywhere,
    excludes: variant.excludes ?? [],
    mayBeIncomplete: variant.leaves === 'incomplete',
  }
}
