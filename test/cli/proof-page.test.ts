/** The proof page that self-check writes. */
import { expect, test } from 'vitest'
import { type InteractionRecord, recordedBudget } from '../../cli/self-check/interaction-record.ts'
import type { Trial } from '../../cli/self-check/judge-subject.ts'
import { proofPage } from '../../cli/self-check/proof-page.ts'
import { faultSubject, variantSubject } from '../../cli/self-check/subject.ts'
import { requirements } from '../../generated/catalogue.ts'
import { faults, variants } from '../../reference/index.ts'

const trial = (subject: Trial['subject'], caughtAt: number | null, problems: string[] = []): Trial => ({
  ...{ subject, caughtAt, problems, failed: [], warned: [], unverified: [], mistakes: [] },
  budget: 'quick',
  exchanges: 5,
  ms: 500,
})

test('counts faults and variants by area, with what it took to catch them', () => {
  const caught = faults.filter(({ breaches }) => breaches.length === 1 && breaches[0] === 'trading.ping.pong')
  const legal = variants.filter(
    ({ id }) => id === 'trading.signing.replay-refused' || id === 'trading.envelope.spread-out',
  )
  const page = proofPage(
    [
      ...caught.map((fault, at) => trial(faultSubject(fault), at + 1, at === 0 ? ['not caught'] : [])),
      ...legal.map(variant => trial(variantSubject(variant), null)),
    ],
    requirements,
  )
  const row = (name: string) => page.split('\n').find(line => line.startsWith(`| ${name} |`))
  const [count, median] = [caught.length, Math.floor(caught.length / 2) + 1]
  expect(row('trading.ping')).toBe(
    `| trading.ping | 1 | ${count} | ${count - 1} | 0 | 0 | ${median} | ${(count / 2).toFixed(1)} |`,
  )
  expect(row('trading.signing')).toMatch(/\| 1 \| 1 \| - \| 0\.5 \|$/)
  expect(row('in every area')).toBe('| in every area | | | | 1 | 1 | | 0.5 |')
  expect(row('**all**')).toContain(`| ${requirements.length} | ${count} | ${count - 1} | 2 | 2 | ${median} |`)
})

test('shows the share of interaction faults that each budget catches, and why others go unnoticed', () => {
  const record: InteractionRecord = {
    seed: 1,
    faults: 4,
    caught: { quick: 1, standard: 2, thorough: 3 },
    operations: [{ operation: 'createDrafts', faults: 4, caught: { quick: 1, standard: 2, thorough: 3 } }],
    caughtLater: { standard: ['two'], thorough: ['three'] },
    missed: [
      {
        fault: 'four',
        operation: 'createDrafts',
        factors: ['by-guest', 'second-time'],
        cause: 'no request met the pair',
      },
    ],
  }
  const page = proofPage([], requirements, record)
  expect(page).toContain('| createDrafts | 4 | 25.0 % | 50.0 % | 75.0 % |')
  expect(page).toContain('| createDrafts | 1 | 0 | by-guest and second-time |')
  expect(['one', 'two', 'three', 'four'].map(id => recordedBudget(record, id))).toEqual([
    'quick',
    'standard',
    'thorough',
    null,
  ])
})
