/** Grouping failures by cause: those that one exchange or one refusal explains have one cause, others have several. */

import { describe, expect, it } from 'vitest'
import { readMeasured } from '../../cli/self-check/measured-faults.ts'
import type { ClaimRecord, Verdict } from '../../generated/formats.ts'
import { causesOf, memorySink, repliesOf, run } from '../../harness/index.ts'
import { apis, suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'
import { aClaim, anExchange } from '../reports/a-report.ts'

/** The areas of the requirements that these faults were measured to fail; other areas pass and cannot affect the causes. */
function areasOf(faults: readonly string[]): string[] {
  const failed = faults.flatMap(id => readMeasured().get(id)?.fails ?? expect.fail(`${id} was not measured`))
  return [...new Set(failed.map(id => id.replace(/[^.]+$/, '*')))]
}

async function causesWith(faults: readonly string[], only = areasOf(faults)) {
  const { report } = await run({
    ...{ ...referenceInProcess({ faults }), areas: suites, sink: memorySink(), only },
    ...{ allow: ['write', 'destructive'], budget: 'quick', once: true },
  })
  return { causes: report.causes ?? [], failures: report.summary.counts.fail + report.summary.counts.warn }
}

describe('one fault', () => {
  it.each([
    ['messaging.envelope.error-code.dropped', 'messaging.envelope.error-code', 50, ['messaging.*']],
    ['messaging.envelope.success-result.boolean', 'messaging.envelope.success-result', 2],
    ['messaging.drafts.ids.dropped', 'messaging.drafts.ids', 3],
    ['trading.networks.minimum-withdraw.type', 'trading.networks.minimum-withdraw', 2, ['trading.*']],
    ['trading.coins.symbol-left-out.refused', 'trading.coins.symbol-left-out', 2, ['trading.*']],
    ['trading.access.public.absent.getCoinsInfo', 'trading.access.public', 3, ['trading.*']],
    ['messaging.odd.apostrophes', 'messaging.envelope.success-result', 6],
    ['messaging.invites.accepted.refused', 'messaging.invites.accepted', 8],
  ])('%s is one cause, named by the requirement about it', async (fault, first, least, only?: string[]) => {
    const { causes, failures } = await causesWith([fault], only)
    expect(failures).toBeGreaterThanOrEqual(least)
    expect(causes.map(({ requirement, others }) => [requirement, others.length])).toEqual([[first, failures - 1]])
  })
})

describe('several faults', () => {
  it.each([
    [['messaging.drafts.ids.dropped', 'messaging.typing.op-values.refused-stop']],
    [['trading.networks.minimum-withdraw.type', 'trading.coins.name-en.dropped']],
    [['messaging.invites.accepted.refused', 'messaging.history.timestamp.dropped']],
  ])('%j are as many causes', async faults => {
    const { causes } = await causesWith(faults)
    expect(causes).toHaveLength(faults.length)
  })
})

const entry = (id: string, verdict: Verdict = 'fail') => ({ id, verdict })
const broken = (requirement: string, more: Partial<ClaimRecord>) =>
  aClaim(requirement, 'broken', { predicate: 'messaging.succeeds', expected: 'a success envelope', ...more })
const refusal = (n: number, msg: string) =>
  anExchange({
    n,
    response: { status: 400, headers: {}, body: `{"result":"error","msg":"${msg}","code":"BAD_REQUEST"}` },
  })
const grouped = (claims: readonly ClaimRecord[], exchanges: readonly ReturnType<typeof refusal>[]) =>
  causesOf(
    [...new Set(claims.map(({ requirement }) => requirement))].map(id => entry(id)),
    id => claims.filter(({ requirement }) => requirement === id),
    repliesOf(exchanges, apis),
  )

describe('refusals', () => {
  const a = broken('messaging.x.a', { exchanges: [1] })
  const b = broken('messaging.x.b', { exchanges: [2] })

  it('with the same text have one cause if the target has different texts', () => {
    const seen = [refusal(1, 'Invalid 7'), refusal(2, 'Invalid 8'), refusal(3, 'Too long'), anExchange({ n: 4 })]
    expect(grouped([a, b], seen)).toEqual([{ requirement: 'messaging.x.a', others: ['messaging.x.b'] }])
  })

  it('with the same text have several causes if all refusals have this text and other requests are accepted', () => {
    expect(grouped([a, b], [refusal(1, 'No'), refusal(2, 'No'), anExchange({ n: 4 })])).toHaveLength(2)
  })

  it('with the same text have one cause if no such request is accepted', () => {
    expect(grouped([a, b], [refusal(1, 'No'), refusal(2, 'No')])).toHaveLength(1)
  })
})

it('a warning is never listed before a failure', () => {
  const claims = [broken('messaging.x.a', { exchanges: [1] }), broken('messaging.x.b', { exchanges: [1] })]
  const causes = causesOf(
    [entry('messaging.x.a', 'warn'), entry('messaging.x.b')],
    id => claims.filter(({ requirement }) => requirement === id),
    repliesOf([refusal(1, 'No')], apis),
  )
  expect(causes).toEqual([{ requirement: 'messaging.x.b', others: ['messaging.x.a'] }])
})
