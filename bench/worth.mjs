/**
 * What it is worth to have shown requirements: by how likely something is wrong there. A third each: that a place of the contract
 * is not kept at all, that one requirement is not, and the faults of the reference; each area of the contract counts for itself.
 */
import { readFileSync } from 'node:fs'
import { requirements } from '../dist/generated/catalogue.js'

/**
 * A breach of one requirement counts more where the contract names the error, the values or the people it is about, or where
 * anybody at all would be served; and less where others say nearly the same, or where a refusal that has to come leaves a trace.
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

/** Breaches, each seen once one of its requirements is shown; together they weigh 1, an area by the root of what it has. */
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

/** What is still to be seen; `of` weighs requirements that would be shown, `add` takes them as shown. */
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
