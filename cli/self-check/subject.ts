/** What self-check puts on trial: the suites, each time against another reference. */
import type { Fault, Variant } from '../../reference/index.ts'

export interface Subject {
  readonly kind: 'plain' | 'fault' | 'variant' | 'combination' | 'level'
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
  /** Whether requirements may stay unseen: a venue without markets, for example. */
  readonly mayBeIncomplete: boolean
}

export const NEWEST_LEVEL = 500

export function plainSubjects(levels: readonly number[]): Subject[] {
  const chat = levels.map(level => plain('messaging', level))
  return [plain('trading', NEWEST_LEVEL), ...chat]
}

const plain = (api: Subject['api'], level: number): Subject => ({
  kind: 'plain',
  id: api === 'trading' ? 'trading' : `messaging at level ${level}`,
  api,
  faults: [],
  variants: [],
  level,
  claims: level,
  breaches: [],
  mayAlso: [],
  weight: 'must',
  mayBeIncomplete: false,
})

export function faultSubject(fault: Fault): Subject {
  const level = fault.levels?.until ?? Math.max(NEWEST_LEVEL, fault.levels?.since ?? 0)
  return {
    ...plain(fault.api, level),
    kind: 'fault',
    id: fault.id,
    faults: [fault.id],
    breaches: fault.breaches,
    mayAlso: fault.mayAlso ?? [],
    weight: fault.weight ?? 'must',
    mayBeIncomplete: true,
  }
}

export function variantSubject(variant: Variant): Subject {
  const level = variant.levels?.until ?? NEWEST_LEVEL
  return {
    ...plain(variant.api, level),
    kind: 'variant',
    id: variant.id,
    variants: [variant.id],
    mayBeIncomplete: variant.leaves === 'incomplete',
  }
}
