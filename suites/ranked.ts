/** Gives each check and visit its measured place in the order, and what it touches; what nobody measured comes last. */
import type { Area } from '../harness/index.ts'

export type Touched = Readonly<Record<string, readonly string[]>>

export function ranked(areas: readonly Area[], order: readonly string[], touched: Touched): readonly Area[] {
  const place = new Map(order.map((id, index) => [id, index + 1]))
  const touches = new Map(order.map(id => [id, resourcesOf(id, touched)]))
  return areas.map(area => ({
    ...area,
    items: area.items.map(item => {
      const rank = item.does === 'invariant' ? undefined : place.get(item.id)
      return rank === undefined || item.does === 'invariant'
        ? item
        : { ...item, rank, touches: touches.get(item.id) ?? [] }
    }),
  }))
}

const resourcesOf = (id: string, touched: Touched): string[] =>
  Object.entries(touched).flatMap(([resource, ids]) => (ids.includes(id) ? [resource] : []))
