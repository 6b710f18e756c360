/** Draws from a seed: the same seed draws the same. */

/** A generator of numbers from 0 to below 1. */
export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Draws up to `count` of these faults or variants, from each area in turn, so that they cover every area. */
export function drawnByArea(all, count, next) {
  const areas = new Map()
  for (const one of all) {
    const area = one.id.split('.').slice(0, 2).join('.')
    areas.set(area, [...(areas.get(area) ?? []), one])
  }
  const chosen = []
  while (chosen.length < count && [...areas.values()].some(left => left.length > 0))
    for (const left of areas.values())
      if (left.length > 0) chosen.push(...left.splice(Math.floor(next() * left.length), 1))
  return chosen.slice(0, Math.max(0, count))
}
