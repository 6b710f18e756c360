/** The evidence of a complete run over sockets. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import claimSchema from '../../generated/claim-schema.ts'
import exchangeSchema from '../../generated/exchange-schema.ts'
import type { Report } from '../../generated/formats.ts'
import reportSchema from '../../generated/report-schema.ts'
import { exchange } from '../../harness/evidence/exchange.ts'
import { fileSink, judgeAgain, loadTarget, readEvidence, run, type Target, validTarget } from '../../harness/index.ts'
import { validatorOf } from '../../harness/judging/schema-validator.ts'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { differences, inProcess, requestsIn } from './stripped-requests.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-evidence-'))
const SAME = { seed: 5, runId: 'aaqx' }
let served: ServedReference
let target: Target
let report: Report
let evidence: ReturnType<typeof readEvidence>

beforeAll(async () => {
  served = await serveReference({})
  target = { ...validTarget(served.reference.targetFile(served.origin)), folder, file: null }
  const result = await run({
    target,
    areas: suites,
    sink: fileSink(folder),
    allow: ['write', 'destructive'],
    budget: 'quick',
    ...SAME,
  })
  expect(result.mistakes).toEqual([])
  report = result.report
  evidence = readEvidence(folder)
})

afterAll(async () => {
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the evidence of a run over sockets', () => {
  it('gives the same verdicts again', () => {
    const { verdicts, disagreements } = judgeAgain(evidence)
    expect(disagreements).toEqual([])
    const judged = report.requirements.filter(({ planned }) => planned)
    expect(judged.length).toBeGreaterThan(500)
    expect(judged.map(({ id }) => [id, verdicts.get(id)?.verdict ?? 'unverified'])).toEqual(
      judged.map(({ id, verdict }) => [id, verdict]),
    )
  })

  it('does not contradict verdicts that were computed before a body was cut short', () => {
    const { exchanges, claims } = evidence
    const [n] =
      claims.find(({ exchanges: cited, outcome }) => outcome === 'holds' && cited.length === 1)?.exchanges ?? []
    const whole = exchanges.get(n ?? 0)
    const response = {
      ...(whole?.response as object),
      body: '{"resu',
      cut: { bytes: 2_000_000, sha256: '0'.repeat(64) },
    }
    const record = { ...(whole as object), response } as Parameters<typeof exchange>[0]
    const cut = new Map([...exchanges]).set(n ?? 0, exchange(record))
    const { disagreements, unseen } = judgeAgain({ exchanges: cut, claims })
    expect(disagreements).toEqual([])
    expect(unseen.length).toBeGreaterThan(0)
  })

  it('conforms to the published format', () => {
    const { exchanges, claims } = evidence
    const all = [
      ...[...exchanges.values()].map(record => ({ schema: exchangeSchema, record: { ...record } })),
      ...claims.map(record => ({ schema: claimSchema, record })),
      { schema: reportSchema, record: report },
    ]
    const wrong = all.flatMap(({ schema, record }) => {
      const valid = validatorOf(schema)
      return valid(record) ? [] : [{ record, errors: valid.errors }]
    })
    expect(wrong).toEqual([])
    expect(report.run.exchanges).toBe(exchanges.size)
    expect(report.run.claims).toBe(claims.length)
  })

  it('contains no secrets', () => {
    const text =
      ['exchanges.ndjson', 'claims.ndjson'].map(name => readFileSync(join(folder, name), 'utf8')).join('') +
      JSON.stringify(report)
    const secrets = [target.trading?.credentials?.apiKey, target.trading?.credentials?.secretKey]
    for (const actor of Object.values(target.messaging?.actors ?? {})) {
      secrets.push(actor.apiKey, actor.password, Buffer.from(`${actor.email}:${actor.apiKey}`).toString('base64'))
    }
    for (const secret of secrets) if (secret) expect(text).not.toContain(secret)
  })
})

test('the same seed sends the same requests over sockets as inside the process', async () => {
  const ours = [...evidence.exchanges.values()].filter(({ api }) => api === 'messaging')
  const first = requestsIn(ours, SAME.runId)
  const again = await inProcess({ ...SAME, runId: 'bbqx', only: 'messaging.*' })
  expect(first.length).toBeGreaterThan(500)
  expect(differences(first, again)).toEqual([])
}, 180_000)

describe('a target file', () => {
  it('is valid as the reference writes it, and a missing one is reported', () => {
    expect(() => validTarget(served.reference.targetFile(served.origin))).not.toThrow()
    expect(() => loadTarget(join(folder, 'nowhere.yaml'))).toThrow('there is no such file')
  })
})
