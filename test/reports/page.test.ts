/** The HTML page of a run, and the matrix of several runs. */
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ClaimRecord } from '../../generated/formats.ts'
import { pageScript, pageStyle } from '../../generated/page-assets.ts'
import { type FinishedRun, matrixPage, reportPage } from '../../reports/index.ts'
import { anEntry, anExchange, aReport } from './a-report.ts'

const assets = { script: pageScript, style: pageStyle }

const claim = (n: number, more: Partial<ClaimRecord> = {}): ClaimRecord => ({
  ...{ n, requirement: 'messaging.drafts.one-channel', check: 'messaging.drafts.one-channel', predicate: 'equals' },
  ...{ args: { pointer: '/code' }, exchanges: [37], control: 36, attempt: 1, outcome: 'holds', weight: 'must' },
  ...{ expected: null, actual: null },
  ...more,
})

const run: FinishedRun = {
  report: aReport(
    [
      anEntry('messaging.drafts.one-channel', 'fail', { exchanges: [37], control: 36, since: 400 }),
      anEntry('messaging.drafts.one-id-each', 'pass'),
      anEntry('trading.time.digits', 'unverified'),
    ],
    { areas: { 'messaging.drafts': 'Drafts' } },
  ),
  exchanges: [anExchange({ n: 36 }), anExchange({ n: 37, receivedAt: '2026-01-01T00:00:14.000Z' })],
  claims: [claim(1), claim(2, { outcome: 'broken', expected: '/code to be "X"', actual: 'nothing' })],
  damage: [],
}

const operations = [{ id: 'createDrafts', api: 'messaging', method: 'POST', path: '/drafts', parameters: ['drafts'] }]

function block<T>(page: string, id: string): T {
  const base64 = new RegExp(`<script type="application/octet-stream" id="data-${id}">([A-Za-z0-9+/=]*)</script>`).exec(
    page,
  )?.[1]
  return JSON.parse(gunzipSync(Buffer.from(base64 ?? '', 'base64')).toString()) as T
}

describe('the page of a run', () => {
  const page = reportPage(run, assets, operations)

  test('allows only its own script and style, by hash', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
    const hash = (text: string): string => createHash('sha256').update(text).digest('base64')
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? ''
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
    expect(policy).toBe(
      `default-src 'none'; script-src 'sha256-${hash(script)}'; style-src 'sha256-${hash(style)}'; img-src data:; base-uri 'none'; form-action 'none'`,
    )
    expect(page.replace(pageScript, '').replace(pageStyle, '')).not.toMatch(/\sstyle="|\ssrc=|@import|url\((?!#)/)
  })

  test('shows outcome, profile, requirement, expected and actual, and the command to reproduce', () => {
    expect(page).toContain('<h1>Nonconformant</h1>')
    expect(page).toContain('<dt>Profile</dt><dd>everything</dd>')
    expect(page).toContain('The sentence of messaging.drafts.one-channel')
    expect(page).toContain('an error envelope with code &#34;BAD_REQUEST&#34;')
    expect(page).toContain(
      'npx --no-install assay run --target staging.yaml --only messaging.drafts.one-channel --seed 7',
    )
  })

  test('shows the level of each change', () => {
    expect(page).toContain('required; 1 of 1 not as this level says')
    expect(page).toContain('<span class="level-number">417</span>')
  })

  test('draws the rate of each API, with its rate limit if it has one', () => {
    expect(page).not.toContain('class="rate-limit"')
    const { report } = run
    const limited = { ...report, run: { ...report.run, requestsPerSecond: { messaging: 10, trading: 0 } } }
    const drawn = reportPage({ ...run, report: limited }, assets)
    expect(drawn.match(/class="rate-limit"/g)).toHaveLength(1)
    expect(drawn).toContain('<dt>Rate limit</dt><dd>messaging 10 a second, trading none</dd>')
  })

  test('has a labelled cell of the map for each requirement', () => {
    const cells = page.match(/<li><a class="cell /g) ?? []
    expect(cells).toHaveLength(3)
    expect(page).toContain('<span class="unseen">Fail: messaging.drafts.one-channel</span>')
  })

  test('contains complete exchanges, and claims with the place that they point to', () => {
    expect(block<unknown[]>(page, 'exchanges-0')).toEqual(run.exchanges)
    const claims = block<Record<string, { total: unknown; lines: { n: number; at: string[] }[] }>>(
      page,
      'claims-messaging.drafts',
    )
    const { total, lines } = claims['messaging.drafts.one-channel'] ?? { lines: [] }
    expect(total).toEqual({ holds: 1, broken: 1, undecided: 0 })
    expect(lines.map(({ n, at }) => [n, at])).toEqual([
      [2, ['/code']],
      [1, []],
    ])
  })

  test('shortens a very long body, and says so', () => {
    const body = 'x'.repeat(1 << 20)
    const big = anExchange({ response: { status: 200, headers: {}, body } })
    const [shown] = block<{ cut: { response: number }; response: { body: string } }[]>(
      reportPage({ ...run, exchanges: [big] }, assets),
      'exchanges-0',
    )
    expect(shown?.response.body.length).toBe(20_000)
    expect(shown?.cut.response).toBe((1 << 20) - 20_000)
  })

  test('can be made for a run whose files are lost', () => {
    const empty = reportPage(
      { report: aReport([]), exchanges: [], claims: [], damage: ['There is no report.json.'] },
      assets,
    )
    expect(empty).toContain('There is no report.json.')
  })
})

test('a page with twenty thousand exchanges has a few megabytes', () => {
  const exchanges = Array.from({ length: 20_000 }, (_, n) => {
    const at = Date.parse('2026-01-01T00:00:00Z') + n * 10
    return anExchange({
      n: n + 1,
      sentAt: new Date(at).toISOString(),
      receivedAt: new Date(at + 5 + (n % 90)).toISOString(),
    })
  })
  const claims = Array.from({ length: 60_000 }, (_, n) => claim(n + 1, { exchanges: [(n % 20_000) + 1] }))
  const page = reportPage({ ...run, exchanges, claims }, assets)
  expect(page.length).toBeLessThan(8_000_000)
})

test('several deployments are shown side by side, with differences marked', () => {
  const other = {
    ...run,
    report: aReport([anEntry('messaging.drafts.one-channel', 'pass'), anEntry('trading.time.digits', 'unverified')]),
  }
  const page = matrixPage([run, other], assets)
  expect(page.match(/<tr data-row="differs"/g)).toHaveLength(2)
  expect(page.match(/<tr data-row="same"/g)).toHaveLength(1)
  expect(page).toContain('not in scope')
})
