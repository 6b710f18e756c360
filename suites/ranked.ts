/** Gives each check and visit its place in the measured order; what nobody measured comes after the rest. */
import type { Area } from '../harness/index.ts'

export function ranked(areas: readonly Area[], order: readonly string[]): readonly Area[] {
  const place = new Map(order.map((id, index) => [id, index + 1]))
  return areas.map(area => ({
    ...area,
    items: area.items.map(item => {
      const rank = item.does === 'invariant' ? undefined : place.get(item.id)
      return rank === undefined ? item : { ...item, rank }
    }),
  }))
}
