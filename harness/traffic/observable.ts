/** Which requirements captured traffic can demonstrate, and how. */
import type { Api } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area } from '../check.ts'

/** In one exchange, or only in a sequence of several. */
export type Shown = 'exchange' | 'sequence'

/**
 * Requirements that traffic can only show to be violated: what is judged on every reply is a part of what the check of
 * the same name judges, or their sight is partial.
 */
export function shownInPart(areas: readonly Area[]): ReadonlySet<string> {
  const checks = new Set(areas.flatMap(({ items }) => items.flatMap(item => (item.does === 'check' ? [item.id] : []))))
  const apis: readonly Api[] = apisIn(areas)
  const rules = apis.flatMap(({ fields }) => fields.rules.map(({ requirement }) => requirement))
  const sights = apis.flatMap(({ traffic }) => (traffic?.sights ?? []).filter(({ isPartial }) => isPartial))
  return new Set([...rules.filter(id => checks.has(id)), ...sights.map(({ requirement }) => requirement)])
}

export function observableIn(areas: readonly Area[]): ReadonlyMap<string, Shown> {
  const apis: readonly Api[] = apisIn(areas)
  const sequences = apis.flatMap(({ traffic }) => traffic?.sequences ?? [])
  const bySequence = sequences.flatMap(one => one.requirements)
  const byExchange = [
    ...sequences.flatMap(one => (one.isSingle ? one.requirements : [])),
    ...areas.flatMap(({ items }) => items.flatMap(item => (item.does === 'invariant' ? [item.requirement] : []))),
    ...apis.flatMap(({ fields }) => fields.rules.map(({ requirement }) => requirement)),
    ...apis.flatMap(({ traffic }) => (traffic?.sights ?? []).map(({ requirement }) => requirement)),
  ]
  return new Map([
    ...bySequence.map(id => [id, 'sequence'] as const),
    ...byExchange.map(id => [id, 'exchange'] as const),
  ])
}
