/** Requirements about states, permissions and signing have at least two handwritten faults: one may be caught by chance. */
import { expect, test } from 'vitest'
import { requirements } from '../../generated/catalogue.ts'
import { faults } from '../../reference/index.ts'

const byHand = (id: string) => faults.filter(({ derived, breaches }) => !derived && breaches.includes(id))

const kinds = {
  state: requirements.filter(({ places }) => places.some(place => place.startsWith('States > '))),
  permission: requirements.filter(
    ({ id, places }) =>
      places.some(place => place.startsWith('Authentication > ')) ||
      /\.(role-above|\w+-refused|\w+-served|[\w-]*not-(allowed|managed)|member-not-listed|[\w-]+-regardless)$/.test(id),
  ),
  signing: requirements.filter(({ area }) => area === 'trading.signing'),
}

test.each(Object.entries(kinds))('every %s requirement has at least two handwritten faults', (_kind, sentences) => {
  expect(sentences.length).toBeGreaterThan(20)
  expect(sentences.filter(({ id }) => byHand(id).length < 2).map(({ id }) => id)).toEqual([])
})

test('there are faults of every source', () => {
  const compound = faults.filter(({ id }) => /every-|second|third|fifth|after|one-in|overlapping/.test(id))
  expect(faults.filter(({ derived }) => derived).length).toBeGreaterThan(300)
  expect(faults.filter(({ derived }) => !derived).length).toBeGreaterThan(600)
  expect(compound.length).toBeGreaterThan(60)
  expect(faults.filter(({ id }) => id.includes('.overlapping.')).length).toBeGreaterThanOrEqual(6)
})
