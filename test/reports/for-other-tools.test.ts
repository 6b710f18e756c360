/** Markdown, annotations, HAR and badge. */
import { describe, expect, test } from 'vitest'
import {
  annotations,
  badgeJson,
  badgeSvg,
  type FinishedRun,
  har,
  markdown,
  stripAnalytics,
} from '../../reports/index.ts'
import { anEntry, anExchange, aReport } from './a-report.ts'

const failing = aReport([anEntry('messaging.drafts.one-channel', 'fail'), anEntry('messaging.drafts.x', 'unverified')])

test('the Markdown summary has outcome, failures and missing things', () => {
  const text = markdown(failing)
  expect(text).toContain('## ❌ Nonconformant: acme')
  expect(text).toContain('### Failed: 1')
  expect(text).toContain('fixture-missing')
})

describe('annotations', () => {
  test('are one for the run, and one for each failure', () => {
    const lines = annotations(failing).trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^::error title=messaging\.drafts\.one-channel::The sentence of .*%0AExpected an error/)
  })

  test('are errors only for failures that fail the gate', () => {
    const known = { ticket: 'OPS-12', expires: '2026-12-31', expired: false, reason: 'being mended' }
    const gate = { passes: true, exitStatus: 0, why: ['1 known failure'], stale: [] }
    const tolerated = aReport([anEntry('messaging.drafts.one-channel', 'fail', { baseline: true, known })], { gate })
    const [run, failure] = annotations(tolerated).trimEnd().split('\n')
    expect(run).toMatch(/^::warning title=.*The gate passes with exit status 0: 1 known failure$/)
    expect(failure).toMatch(
      /^::notice title=messaging\.drafts\.one-channel::.*%0AKnown OPS-12, tolerated until 2026-12-31/,
    )
  })

  test('are not more than GitHub displays', () => {
    const many = aReport(Array.from({ length: 40 }, (_, n) => anEntry(`a.b.c${n}`, 'fail')))
    const lines = annotations(many).trimEnd().split('\n')
    expect(lines).toHaveLength(10)
    expect(lines[9]).toContain('32 more with verdict fail')
  })
})

describe('HAR', () => {
  const run = { report: failing, claims: [], damage: [] }
  const logOf = async (exchanges: FinishedRun['exchanges'], more: Partial<FinishedRun> = {}) => {
    let text = ''
    for await (const piece of har({ ...run, exchanges, ...more })) text += piece
    return JSON.parse(text).log
  }

  test('has every member that HAR 1.2 requires', async () => {
    const log = await logOf([anExchange()])
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'assay', version: failing.kit.version } })
    const [entry] = log.entries
    expect(Object.keys(entry)).toEqual(
      expect.arrayContaining(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']),
    )
    const both = ['httpVersion', 'cookies', 'headers', 'headersSize', 'bodySize']
    expect(Object.keys(entry.request)).toEqual(expect.arrayContaining([...both, 'method', 'url', 'queryString']))
    expect(Object.keys(entry.response)).toEqual(
      expect.arrayContaining([...both, 'status', 'statusText', 'content', 'redirectURL']),
    )
    expect(entry).toMatchObject({ time: 14, timings: { send: 0, wait: 14, receive: 0 }, _assay: { n: 37 } })
  })

  test('keeps a request that got no reply', async () => {
    const { response: _, ...silent } = anExchange({
      receivedAt: null,
      error: { kind: 'timeout', message: 'no reply in 10 s' },
    })
    expect((await logOf([silent])).entries[0].response).toMatchObject({ status: 0, _error: 'no reply in 10 s' })
  })

  test('of a run without exchanges has no entries', async () => {
    expect((await logOf([])).entries).toEqual([])
  })

  test('has every exchange of a very long run, not only those that are kept in memory', async () => {
    const everyExchange = async function* () {
      for (const n of [1, 2, 3]) yield anExchange({ n })
    }
    const { entries } = await logOf([anExchange({ n: 2 })], { everyExchange })
    expect(entries.map((one: { comment: string }) => one.comment)).toEqual(['exchange 1', 'exchange 2', 'exchange 3'])
  })
})

test.each([
  ['conformant', [anEntry('a.b.c', 'pass')], 'conformant, 1 kept', '1a7f4b'],
  ['nonconformant', [anEntry('a.b.c', 'fail'), anEntry('a.b.d', 'pass')], 'nonconformant, 1 of 2 failed', 'b3261e'],
  ['invalid', [], 'invalid', '5b6270'],
])('the badge of a run that is %s', (_, entries, message, color) => {
  const report = aReport(entries)
  expect(JSON.parse(badgeJson(report))).toEqual({ schemaVersion: 1, label: 'acme', message, color })
  expect(badgeSvg(report)).toContain(`aria-label="acme: ${message}"`)
})

test('only the tracker is removed from a page', () => {
  const app = '<script>let dataset = {}; render(dataset)</script><script src="app.js"></script>'
  const tracker =
    '<script async src="https://www.googletagmanager.com/gtag/js?id=G-X"></script>\n<script>\n window.dataLayer = [];\n gtag("js", new Date());\n</script>'
  expect(stripAnalytics(`<head>${app}${tracker}</head>`)).toBe(`<head>${app}\n</head>`)
})
