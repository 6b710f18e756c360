/**
 * How much it is worth to judge a requirement, by the probability of a violation. Three kinds of violations count a third each:
 * a place of the contract is ignored, one requirement is violated, and the faults of the reference. Weights are scaled by area.
 */
import { readFileSync } from 'node:fs'
import { requirements } from '../dist/generated/catalogue.js'

/**
 * A violation of one requirement counts more if the contract names the error, the values or the people, or if anybody would get
 * access; it counts less if other requirements are nearly the same, or if the requirement is about the effects of a refusal.
 */
const NAMED_ERROR = 2
const ALIKE = [
  [/-outside$|-not-(?:internet|everyone|owners)$|^messaging\.user-groups\.(?:guest|bot)-refused$/, 2],
  [/^messaging\.credentials\.(?:none-|wrong-key|unknown-email|key-of-another)/, 5],
  [/^messaging\.(?:properties|sequences)\./, 0.2],
  [/^messaging\.parameters\.unsupported-/, 0.3],
  [/-kind$/, 0.4],
  [/\.(?:bot|guest|moderator)-refused$/, 0.3],
  [/refused-(?:not|name|fragment|stays|changes|creates|tells|does)|-creates-nothing$|-unchanged$|ids-distinct$/, 0.6],
]
const likely = ({ id, code }) => (code ? NAMED_ERROR : 1) * (ALIKE.find(([pattern]) => pattern.test(id))?.[1] ?? 1)

const proof = readFileSync(new URL('../specs/proof/faults.ndjson', import.meta.url), 'utf8')
const areaOf = id => id.split('.').slice(0, 2).join('.')

/** Normalizes weights to a sum of 1, so that the share of an area grows with the square root of its violations. */
function weighed(breaches) {
  const perArea = new Map()
  for (const { area, weight } of breaches) perArea.set(area, (perArea.get(area) ?? 0) + weight)
  const scaled = breaches.map(one => ({ ...one, weight: one.weight / Math.sqrt(perArea.get(one.area)) }))
  const total = scaled.reduce((sum, { weight }) => sum + weight, 0)
  return scaled.map(one => ({ ...one, weight: one.weight / total }))
}

function breachesOf(api) {
  const musts = requirements.filter(({ id, level }) => level === 'must' && id.startsWith(`${api}.`))
  const byPlace = new Map()
  for (const { id, places } of musts)
    for (const place of places) byPlace.set(place, [...(byPlace.get(place) ?? []), id])
  const faults = proof
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(({ fault, fails, budget }) => fault.startsWith(`${api}.`) && fails.length > 0 && budget === undefined)
  return [
    weighed([...byPlace.values()].map(shows => ({ shows, area: areaOf(shows[0]), weight: 1 }))),
    weighed(musts.map(must => ({ shows: [must.id], area: areaOf(must.id), weight: likely(must) }))),
    weighed(faults.map(({ fault, fails }) => ({ shows: fails, area: areaOf(fault), weight: 1 }))),
  ].flat()
}

/** Undetected violations of an API: `of` weighs those that these requirements would detect, `add` marks them as detected. */
export function worthOf(api) {
  const breaches = breachesOf(api)
  const through = new Map()
  for (const [index, { shows }] of breaches.entries())
    for (const id of shows) through.set(id, [...(through.get(id) ?? []), index])
  const seen = new Set()
  const newly = ids => new Set([...ids].flatMap(id => (through.get(id) ?? []).filter(index => !seen.has(index))))
  return {
    of: ids => [...newly(ids)].reduce((sum, index) => sum + breaches[index].weight, 0),
    add: ids => {
      for (const index of newly(ids)) seen.add(index)
    },
  }
}
