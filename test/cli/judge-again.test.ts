/** Verdicts computed again from evidence are the same; changed and removed claims are detected. */
import { beforeAll, describe, expect, test } from 'vitest'
import { differencesOf, evidenceOf, type FaultEvidence } from '../../cli/self-check/judged-again.ts'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import { faults } from '../../reference/index.ts'

/** One fault of each API; test/traffic/contradictions.test.ts examines the evidence of others, which it produces anyway. */
const sample = faults.filter((_, index) => index % 800 === 550)

test.each(sample)('the evidence of $id gives the same verdicts again', async fault => {
  expect(differencesOf(await evidenceOf(fault))).toEqual([])
})

describe('evidence that was changed', () => {
  let evidence: FaultEvidence
  beforeAll(async () => {
    const [fault] = faults.filter(({ api }) => api === 'trading')
    if (fault) evidence = await evidenceOf(fault)
  })
  const claims = (change: (claim: ClaimRecord) => ClaimRecord | null): FaultEvidence => ({
    ...evidence,
    claims: evidence.claims.flatMap(line => {
      const made = change(JSON.parse(line) as ClaimRecord)
      return made ? [JSON.stringify(made)] : []
    }),
  })
  const isFirst = (n: number): boolean => n === 1

  test.each<[string, (claim: ClaimRecord) => ClaimRecord | null, RegExp]>([
    [
      'an outcome',
      claim => (isFirst(claim.n) ? { ...claim, outcome: 'holds' } : claim),
      /claim 1 .*recorded as "holds"/,
    ],
    ['a predicate', claim => (isFirst(claim.n) ? { ...claim, predicate: 'none' } : claim), /no predicate none/],
    ['an exchange', claim => (isFirst(claim.n) ? { ...claim, exchanges: [99999] } : claim), /cites exchange 99999/],
    ['a control', claim => (isFirst(claim.n) ? { ...claim, control: 99999 } : claim), /control is exchange 99999/],
    ['an actual value', claim => (isFirst(claim.n) ? { ...claim, actual: 'fine' } : claim), /expected or actual/],
    ['a removed claim', claim => (isFirst(claim.n) ? null : claim), /no claim about exchange/],
  ])('%s', (_, change, expected) => {
    expect(differencesOf(claims(change)).join('\n')).toMatch(expected)
  })

  test('a reply', () => {
    const emptied = evidence.exchanges.map(line => {
      const record = JSON.parse(line) as ExchangeRecord
      return JSON.stringify(
        record.n === 2 && record.response ? { ...record, response: { ...record.response, body: '{}' } } : record,
      )
    })
    expect(differencesOf({ ...evidence, exchanges: emptied }).length).toBeGreaterThan(0)
  })
})
