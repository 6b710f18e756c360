/**
 * Checks whose further tries are also among the combinations of a model: with the standard budget they try as little as with
 * the quick one. The checks listed here as exceptions try things that no model has.
 */
import type { Area, Check, World } from '../../harness/index.ts'

const lighter = (world: World): World => {
  const light: World = Object.create(world, { budget: { value: 'quick', enumerable: true } })
  const tries: World['tries'] = (values, atQuick = 1) =>
    atQuick === 'any' ? world.random.sample(values, 1) : values.slice(0, atQuick)
  return Object.defineProperty(light, 'tries', { value: tries })
}

const asAtQuick = (check: Check): Check => ({
  ...check,
  run: world => check.run(world.budget === 'standard' ? lighter(world) : world),
})

export const folded = (area: Area, ...whole: readonly string[]): Area => ({
  ...area,
  items: area.items.map(item =>
    item.does === 'check' && item.requirements.length > 0 && !whole.includes(item.id) ? asAtQuick(item) : item,
  ),
})
