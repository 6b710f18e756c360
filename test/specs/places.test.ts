/** The catalogue cites or excludes every place of both contracts. */
import { expect, test } from 'vitest'
import { placesOf } from '../../generators/catalogue-files.ts'
import { readCatalogue } from '../../generators/read-catalogue.ts'

test.each([
  ['trading', 78],
  ['messaging', 239],
] as const)('every place of the %s contract is cited', (api, count) => {
  const { requirements, openPoints, notObservable, introductions } = readCatalogue()
  const entries = [...requirements, ...openPoints, ...notObservable].filter(entry => entry.api === api)
  const cited = new Set([...entries.flatMap(({ places }) => places), ...introductions[api]])
  const places = placesOf(api)
  expect(places).toHaveLength(count)
  expect(places.filter(place => !cited.has(place))).toEqual([])
})
