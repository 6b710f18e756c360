/** Evidence whose bodies were cut short. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { judgeRecords } from '../../cli/judge/judge-records.ts'
import { exchange } from '../../harness/evidence/exchange.ts'
import { inProcessTransport, judgeAgain, memorySink, run, type Target, validTarget } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

const reference = createReference({})
const LONG = 'é'.repeat(1_060_000)
const target: Target = {
  ...{ name: 'long', folder: '.', file: null },
  trading: { baseUrl: validTarget(reference.targetFile('http://reference.invalid')).trading?.baseUrl ?? '' },
}

/** A run in which replies are longer than evidence keeps; the member that is judged (`status`) is at the end of the body. */
async function ran(status: unknown, maxRequests: number, wholeEvidence = false) {
  const inside = inProcessTransport(reference.answer)
  const sent: string[] = []
  const sink = memorySink()
  const { report } = await run({
    ...{
      target,
      areas: suites,
      sink,
      wholeEvidence,
      budget: 'quick',
      only: ['trading.envelope.status'],
      maxRequests,
    },
    transport: {
      ...inside,
      async send(request) {
        const { body, ...reply } = await inside.send(request)
        const long = body.startsWith('{"status"')
          ? JSON.stringify({ more: LONG, ...(JSON.parse(body) as object), status })
          : body
        sent.push(long)
        return { ...reply, body: long }
      },
    },
  })
  const verdict = report.requirements.find(({ id }) => id === 'trading.envelope.status')?.verdict
  const cut = sink.exchanges.filter(({ response }) => response?.cut)
  return { verdict, sent, cut, ...sink, exchanges: sink.exchanges }
}

/** Two replies that are cut short, and one that is not. */
const failing = ran(true, 3)

describe('evidence that is cut short', () => {
  it('keeps length and digest of the body, and is cut after judging', async () => {
    const { verdict, sent, cut } = await failing
    expect(verdict).toBe('fail')
    expect(cut.length).toBeGreaterThan(0)
    for (const { response } of cut) {
      const whole = sent.find(body => createHash('sha256').update(body).digest('hex') === response?.cut?.sha256)
      expect(response?.cut?.bytes).toBe(Buffer.byteLength(whole ?? ''))
      expect(whole?.startsWith(response?.body ?? '?')).toBe(true)
      expect(response?.body).not.toContain('"status"')
    }
  })

  it.each([
    ['fail', true],
    ['pass', 'true'],
  ])('marks claims that cannot be computed again, and keeps the verdict %s', async (expected, status) => {
    const { verdict, exchanges, claims } = await (status === true ? failing : ran(status, 1))
    expect(verdict).toBe(expected)
    const again = judgeAgain({ exchanges: new Map(exchanges.map(one => [one.n, exchange(one)])), claims })
    expect(again.disagreements).toEqual([])
    expect(again.unseen.length).toBeGreaterThan(0)
    expect(again.verdicts.get('trading.envelope.status')?.verdict).toBe(expected)
  })

  it('is not judged if only the evidence is known', async () => {
    const { exchanges } = await failing
    const found = judgeRecords(exchanges, target, suites).requirements
    const cutOnly = judgeRecords(
      exchanges.filter(({ response }) => response?.cut),
      target,
      suites,
    ).requirements
    expect(found.find(({ id }) => id === 'trading.envelope.status')?.verdict).toBe('unverified')
    expect(cutOnly.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')).toEqual([])
  })

  it('is kept whole on request, so that every verdict can be computed again', async () => {
    const { cut, exchanges, claims } = await ran(true, 1, true)
    expect(cut).toEqual([])
    const again = judgeAgain({ exchanges: new Map(exchanges.map(one => [one.n, exchange(one)])), claims })
    expect([again.unseen, again.disagreements]).toEqual([[], []])
  })
})
