/** Reports for tests: a valid empty report, and entries to put into it. */
import type { ClaimRecord, ExchangeRecord, JudgedRequirement, Report, Verdict } from '../../generated/formats.ts'

export function anEntry(id: string, verdict: Verdict, more: Partial<JudgedRequirement> = {}): JudgedRequirement {
  const broken = verdict === 'fail' || verdict === 'warn'
  return {
    id,
    sentence: `The sentence of ${id}`,
    area: id.split('.').slice(0, 2).join('.'),
    places: ['Endpoints > Drafts > POST /drafts > text 1'],
    level: 'must',
    verdict,
    reason: verdict === 'unverified' ? 'fixture-missing' : null,
    needs: [],
    claims: { planned: 1, made: 1 },
    message: verdict === 'pass' ? null : 'no provisioner and no ready-made message in the target file',
    expected: broken ? 'an error envelope with code "BAD_REQUEST"' : null,
    actual: broken ? '{"result":"success","msg":"","ids":[812]}' : null,
    exchanges: broken ? [37] : [],
    control: broken ? 36 : null,
    repeated: broken ? true : null,
    repeat: broken ? `npx assay run --target staging.yaml --only ${id} --seed 7` : null,
    baseline: false,
    planned: verdict !== 'not-applicable',
    ...more,
  }
}

export function aReport(requirements: readonly JudgedRequirement[], more: Partial<Report> = {}): Report {
  const counts = { pass: 0, fail: 0, warn: 0, unverified: 0, 'not-applicable': 0 }
  for (const { verdict } of requirements) counts[verdict]++
  const outcome = counts.fail > 0 ? 'nonconformant' : counts.pass === 0 ? 'invalid' : 'conformant'
  return {
    schema: 'assay-report/1',
    kit: { version: '1.0.0', catalogue: `sha256:${'0'.repeat(64)}` },
    target: { name: 'acme', messaging: { baseUrl: 'https://chat.acme.example/api/v1', featureLevel: 417 } },
    run: {
      id: 'k3v9',
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:01:05.000Z',
      seed: 7,
      budget: 'standard',
      profile: 'everything',
      only: [],
      shard: null,
      allow: [],
      exchanges: 812,
      claims: 2210,
    },
    summary: { outcome, counts },
    requirements: [...requirements],
    observations: [],
    coverage: {},
    leftovers: [],
    ...more,
  }
}

export function anExchange(more: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    n: 37,
    via: 'target',
    api: 'messaging',
    operation: 'createDrafts',
    actor: 'member',
    sentAt: '2026-01-01T00:00:10.000Z',
    receivedAt: '2026-01-01T00:00:10.014Z',
    request: {
      method: 'POST',
      url: 'https://chat.acme.example/api/v1/drafts',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `drafts=${encodeURIComponent('[{"type":"stream","to":[]}]')}`,
    },
    response: { status: 200, headers: {}, body: '{"result":"success","msg":"","ids":[812]}' },
    ...more,
  }
}

export function aClaim(
  requirement: string,
  outcome: ClaimRecord['outcome'],
  more: Partial<ClaimRecord> = {},
): ClaimRecord {
  return {
    ...{ n: 1, requirement, check: requirement, predicate: 'p', args: {}, exchanges: [], control: null },
    ...{ attempt: 1, outcome, weight: 'must', expected: null, actual: null },
    ...more,
  }
}
