/** Judging the exchanges of a run as traffic does not contradict the run. */
import { expect, test } from 'vitest'
import { contradictions, judgeRecords } from '../../cli/judge/judge-records.ts'
import { differencesOf, evidenceOf } from '../../cli/self-check/judged-again.ts'
import type { ExchangeRecord } from '../../generated/formats.ts'
import { faults } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

/** Faults of three types: a wrong member, an accepted request, a rare error. `bench/evidence.mjs` examines all faults. */
const SAMPLE = [
  'trading.envelope.status.dropped',
  'messaging.drafts.one-channel',
  'messaging.envelope.error-code.one-in-forty',
]

async function bothWays(id: string) {
  const fault = faults.find(one => one.id === id || one.breaches.includes(id))
  if (!fault) throw new Error(`there is no fault ${id}`)
  const evidence = await evidenceOf(fault)
  const { report, target, exchanges } = evidence
  const records = exchanges.map(line => JSON.parse(line) as ExchangeRecord)
  const judged = judgeRecords(records, target, suites)
  const verdicts = new Map(judged.requirements.map(one => [one.id, one.verdict]))
  return { fault, denied: contradictions(report, judged), verdicts, again: differencesOf(evidence) }
}

test.each(SAMPLE)(
  '%s: judging a run as traffic contradicts none of its verdicts, and its evidence gives the same verdicts again',
  async id => {
    const { fault, denied, verdicts, again } = await bothWays(id)
    expect(denied).toEqual([])
    expect(again).toEqual([])
    for (const breach of fault.breaches) expect(verdicts.get(breach)).toBe('fail')
  },
)

test('an order book with the status of a failure is no violation in traffic, but the requirement does not pass', async () => {
  const { denied, verdicts, again } = await bothWays('trading.envelope.status.books-denied')
  expect(denied).toEqual([])
  expect(again).toEqual([])
  expect(verdicts.get('trading.envelope.status')).toBe('unverified')
})
