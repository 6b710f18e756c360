/** What self-check puts on trial: the suites, each time against another reference. */
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
  /** The budget at which a fault shows. */
  readonly budget: 'standard' | 'thorough'
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
  budget: 'standard',
  anyOf: false,
  mayBeIncomplete: false,
})

/** The plain reference: the venue, and the chat at each of these levels. */
export function plainSubjects(levels: readonly number[]): Subject[] {
  return [
    legal('plain', 'trading', 'trading', NEWEST_LEVEL),
    ...levels.map(level => legal('plain', `messaging at level ${level}`, 'messaging', level)),
  ]
}

/** What is generated from the specs of the claimed level ranges over every change; it may part with the behaviour too. */
const GENERATED = ['messaging.properties.*', 'messaging.sequences.*']

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
      mayAlso: GENERATED,
      weight: 'should',
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
    budget: fault.budget ?? 'standard',
    mayBeIncomplete: true,
  }
}

export function variantSubject(variant: Variant): Subject {
  const level = variant.levels?.until ?? NEWEST_LEVEL
  return {
    ...legal('variant', variant.id, variant.api, level, [variant.id]),
    mayBeIncomplete: variant.leaves === 'incomplete',
  }
}

const MOST_IN_COMPANY = 10

/** Faults that can be committed together: same API and level, no requirement breached twice, neighbours kept apart. */
export function companiesOf(faults: readonly Subject[]): Subject[][] {
  const byKind = new Map<string, Subject[]>()
  for (const fault of faults) {
    const kind = `${fault.api} ${fault.level}`
    byKind.set(kind, [...(byKind.get(kind) ?? []), fault])
  }
  return [...byKind.values()].flatMap(alike => {
    const companies: Subject[][] = Array.from({ length: Math.ceil(alike.length / MOST_IN_COMPANY) }, () => [])
    const strays: Subject[][] = []
    alike.forEach((fault, index) => {
      const breached = (company: readonly Subject[]): boolean =>
        company.some(other => other.breaches.some(id => fault.breaches.includes(id)))
      const turn = [...companies.slice(index % companies.length), ...companies.slice(0, index % companies.length)]
      const company = turn.find(candidate => !breached(candidate) && candidate.length < MOST_IN_COMPANY)
      if (company) company.push(fault)
      else strays.push([fault])
    })
    return [...companies, ...strays].filter(company => company.length > 0)
  })
}
