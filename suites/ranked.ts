/** Gives each check and visit its measured rank and the resources it touches; those that were never measured come last. */
import type { Area } from '../harness/index.ts'

export type Touched = Readonly<Record<string, readonly string[]>>

/** `order` has an id where its check begins, and once more for each request that the check sends. */
export function ranked(areas: readonly Area[], order: readonly string[], touched: Touched): readonly Area[] {
  const standing = new Map<string, number[]>()
  for (const [index, id] of order.entries()) standing.set(id, [...(standing.get(id) ?? []), index + 1])
  return areas.map(area => ({
    ...area,
    items: area.items.map(item => {
      if (item.does === 'invariant') return item
      const [rank, ...places] = standing.get(item.id) ?? []
      return rank === undefined
        ? item
        : Object.assign({}, item, { rank, places, touches: resourcesOf(item.id, touched) })
    }),
  }))
}

const resourcesOf = (id: string, touched: Touched): string[] =>
  Object.entries(touched).flatMap(([resource, ids]) => (ids.includes(id) ? [resource] : []))
