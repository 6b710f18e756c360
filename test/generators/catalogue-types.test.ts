/** An unknown requirement id, or a text that differs from the catalogue, does not compile. */
import { expect, expectTypeOf, test } from 'vitest'
import {
  catalogueDigest,
  openPoints,
  type RequirementId,
  requirements,
  type SentenceOf,
} from '../../generated/catalogue.ts'

test('ids and sentences are types', () => {
  expectTypeOf<'trading.envelope.status'>().toExtend<RequirementId>()
  expectTypeOf<'trading.envelope.statuses'>().not.toExtend<RequirementId>()
  expectTypeOf<string>().not.toExtend<SentenceOf<'trading.envelope.status'>>()
})

test('the catalogue has at least 250 requirements, 30 open points and a digest', () => {
  expect(requirements.length).toBeGreaterThanOrEqual(250)
  expect(openPoints.length).toBeGreaterThanOrEqual(30)
  expect(catalogueDigest).toMatch(/^sha256:[0-9a-f]{64}$/)
})
