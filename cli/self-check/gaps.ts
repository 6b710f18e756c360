/** What the proof lacks: faults for requirements, variants for open points, exchanges that demonstrate requirements. */
import type { Fault, Variant } from '../../reference/index.ts'

export interface Gaps {
  readonly requirements: readonly string[]
  readonly openPoints: readonly string[]
  /** Ids that a fault or a variant names and that do not exist. */
  readonly unknown: readonly string[]
  /** Requirements that pass although no exchange demonstrated them. */
  readonly unexercised: readonly string[]
  /** Faults without recorded facts, and facts without a fault, as sentences. */
  readonly unmeasured: readonly string[]
}

export function gapsOf(
  faults: readonly Fault[],
  variants: readonly Variant[],
  requirements: readonly { readonly id: string }[],
  openPoints: readonly { readonly id: string; readonly unvaried?: string }[],
): Omit<Gaps, 'unexercised' | 'unmeasured'> {
  const breached = new Set(faults.flatMap(({ breaches }) => breaches))
  const used = new Set(variants.map(({ uses }) => uses))
  const known = new Set([...requirements, ...openPoints].map(({ id }) => id))
  const named = [...faults.flatMap(({ breaches }) => breaches), ...variants.map(({ uses }) => uses)]
  return {
    requirements: requirements.map(({ id }) => id).filter(id => !breached.has(id)),
    openPoints: openPoints.filter(({ id, unvaried }) => !used.has(id) && unvaried === undefined).map(({ id }) => id),
    unknown: [...new Set(named.filter(id => !known.has(id) && !id.startsWith('principle ')))],
  }
}
