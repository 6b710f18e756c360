/** The faults and variants of the comparison: drawn area by area in turn, so that every area is in the sample. */
import { faults, variants } from '../../dist/reference/index.js'

export const SAMPLE = { seed: 18, faults: { trading: 60, messaging: 64 }, variants: { trading: 20, messaging: 22 } }

function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

function byArea(all, count, next) {
  const areas = new Map()
  for (const one of all) {
    const area = one.id.split('.').slice(0, 2).join('.')
    areas.set(area, [...(areas.get(area) ?? []), one])
  }
  const chosen = []
  while (chosen.length < count && [...areas.values()].some(left => left.length > 0))
    for (const left of areas.values())
      if (left.length > 0) chosen.push(...left.splice(Math.floor(next() * left.length), 1))
  return chosen.slice(0, count)
}

/**
 * Faults of a MUST that shows at the newest feature level and needs neither a larger budget nor a served limit.
 * The rest would need settings of the target that a peer cannot be given.
 */
const comparable = fault =>
  fault.weight !== 'should' && fault.levels?.until === undefined && fault.budget === undefined && !fault.serve

/** Every subject of the comparison: `{ kind, api, id }`. */
export function drawSample({ seed, faults: faultCounts, variants: variantCounts } = SAMPLE) {
  const next = random(seed)
  const subjects = []
  for (const api of ['trading', 'messaging']) {
    const own = list => list.filter(one => one.api === api)
    for (const { id } of byArea(own(faults).filter(comparable), faultCounts[api], next))
      subjects.push({ kind: 'fault', api, id })
    for (const { id } of byArea(own(variants), variantCounts[api], next)) subjects.push({ kind: 'variant', api, id })
  }
  return subjects
}
