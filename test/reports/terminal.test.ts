/** Failures and the summary on a terminal. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../generated/formats.ts'
import { width } from '../../reports/columns.ts'
import { failureBlock } from '../../reports/failure.ts'
import { markdown } from '../../reports/markdown.ts'
import { summary } from '../../reports/terminal.ts'
import { obstacles } from '../../reports/unjudged.ts'
import { anEntry, anExchange, aReport } from './a-report.ts'

const plain = { colour: false, folder: 'assay-report', files: ['report.json'], again: 'npx assay run --seed 7' }
const find = () => anExchange()

const failing = aReport([
  anEntry('messaging.drafts.one-channel', 'fail'),
  anEntry('messaging.drafts.flaky', 'fail', { repeated: false }),
  anEntry('messaging.history.newer', 'warn', { level: 'should' }),
  anEntry('messaging.history.one', 'unverified'),
  anEntry('messaging.history.two', 'unverified'),
  anEntry('messaging.typing.old', 'not-applicable', {
    message: 'it applies up to feature level 214; the target claims 417',
  }),
  anEntry('messaging.typing.older', 'not-applicable', {
    message: 'it applies up to feature level 166; the target claims 417',
  }),
  anEntry('messaging.envelope.success', 'pass'),
])

test('captured traffic has no generated violations that could be missing', () => {
  const coverage = {
    constraints: { covered: 0, of: 192, missing: ['enum'] },
    errorCodes: { covered: 1, of: 2, missing: ['X'] },
  }
  const traffic = { files: ['a.har'], read: 1, placed: 1, unplaced: [], unusable: [], notes: [], levels: {}, bases: {} }
  const of = (report: object): string =>
    summary({ ...aReport([]), ...report } as Report, { ...plain, columns: 80, find })
  expect(of({ coverage })).toContain('generated violations 192 of 192, error codes 1 of 2')
  expect(of({ coverage, traffic })).toMatch(/Not covered +error codes 1 of 2 \(--verbose\)/)
})

describe('a failure', () => {
  test('has the requirement, expected, actual, the exchange, the contract and the command to reproduce it', () => {
    const entry = anEntry('messaging.drafts.one-channel', 'fail')
    expect(failureBlock(entry, failing.target, find, { columns: 120, colour: false })).toBe(
      [
        'FAIL messaging.drafts.one-channel',
        '     The sentence of messaging.drafts.one-channel',
        '     Expected  an error envelope with code "BAD_REQUEST"',
        '     Actual    {"result":"success","msg":"","ids":[812]}',
        '     Request   POST https://chat.acme.example/api/v1/drafts  drafts=[{"type":"stream","to":[]}]',
        '               -> 200 in 14 ms   (exchange 37 by member, control 36)',
        '     Contract  messaging: Endpoints > Drafts > POST /drafts > text 1',
        "     Curl      curl -sSg -X POST https://chat.acme.example/api/v1/drafts -H 'content-type: application/x-www-form-urlencoded' --data-binary drafts=%5B%7B%22type%22%3A%22stream%22%2C%22to%22%3A%5B%5D%7D%5D",
        '     Reproduce npx --no-install assay run --target staging.yaml --only messaging.drafts.one-channel --seed 7',
      ].join('\n'),
    )
  })

  test('shows a reply of a megabyte in a few lines', () => {
    const entry = anEntry('messaging.drafts.one-channel', 'fail', { actual: 'x'.repeat(1_000_000) })
    expect(failureBlock(entry, failing.target, find, { columns: 80, colour: false }).split('\n').length).toBeLessThan(
      20,
    )
  })

  test('reports that no reply came', () => {
    const { response: _gone, ...rest } = anExchange({ receivedAt: null })
    const silent = () => ({ ...rest, error: { kind: 'timeout' as const, message: 'no reply came in time' } })
    const entry = anEntry('messaging.drafts.one-channel', 'fail')
    expect(failureBlock(entry, failing.target, silent, { columns: 120, colour: false })).toContain(
      '-> no reply: no reply came in time',
    )
  })
})

describe('the summary', () => {
  const lost = aReport([
    ...['a', 'b'].map(name => anEntry(`messaging.drafts.${name}`, 'pass')),
    anEntry('messaging.drafts.lost', 'unverified', { reason: 'unreachable', message: 'no reply came in time' }),
  ])
  const summaryWith = (again: string): string => summary(lost, { ...plain, again, columns: 100, find })

  test('says how to retry requests without a reply, unless that was done', () => {
    expect(summaryWith('npx assay run')).toContain('--retry-unreachable tries once more what got no reply')
    expect(summaryWith('npx assay run --retry-unreachable')).not.toContain('tries once more')
  })

  test.each([80, 160])('keeps to %i columns, except for commands to copy', columns => {
    const text = summary(failing, { ...plain, columns, find })
    const long = text.split('\n').filter(line => width(line) > columns && !/npx |curl /.test(line))
    expect(long).toEqual([])
  })

  test('counts failures and groups unverified requirements by what was missing', () => {
    const text = summary(failing, { ...plain, columns: 100, find, verbose: true })
    expect(text).toContain('2 failures')
    expect(text).toContain('1 warning')
    expect(text).toContain('     2  no provisioner and no ready-made message in the target file (fixture-missing)')
    expect(text).toContain('     2  removed or changed by level 417, which the target claims (last levels 166 to 214)')
    expect(text).toContain('NONCONFORMANT')
    expect(text).toContain('1 pass, 2 fail, 1 warn, 2 unverified, 2 not-applicable')
    expect(text).toContain('812 exchanges, 2210 claims in 1 min 5 s')
    expect(text).toContain('npx assay run --seed 7')
  })

  test.each([
    ['up to', 'removed or changed by level 300, which statement.json line 4 claims (last levels 166 to 214)'],
    ['from', 'added or changed after level 300, which statement.json line 4 claims (first levels 166 to 214)'],
  ])('says in words at which levels requirements apply %s', (which, words) => {
    const why = (level: number): string =>
      `it applies ${which} feature level ${level}; statement.json line 4 claims 300`
    const entry = (id: string, level: number) => ({ id, reason: null, why: why(level) })
    expect(obstacles([entry('a', 214), entry('b', 166)])).toMatchObject([{ why: words, ids: ['a', 'b'] }])
    expect(obstacles([entry('a', 214)])).toMatchObject([{ why: why(214) }])
  })

  test('lists observations and leftovers', () => {
    const report = aReport([anEntry('trading.ping.result', 'pass')], {
      observations: [{ id: 'trading.errors.format', observed: 'a JSON object with code and message', exchanges: [3] }],
      leftovers: [
        { kind: 'user group', id: 31, why: 'the contract offers no removal' },
        { kind: 'user group', id: 32, why: 'the contract offers no removal' },
      ],
    })
    const short = summary(report, { ...plain, columns: 80, find })
    expect(short).toContain('  Observed     1 open point of the contract (--verbose lists them)\n')
    expect(short).toContain('  Left behind  user group (2) (report.json)\n')
    expect(short).not.toContain('Clean up')
    const stopped = { ...report, run: { ...report.run, interrupted: true } }
    const clean = 'npx assay clean --target acme.yaml --run k3v9z --out assay-report'
    expect(summary(stopped, { ...plain, clean, columns: 50, find })).toContain(`\n  Clean up     ${clean}\n`)
    const text = summary(report, { ...plain, columns: 80, find, verbose: true })
    expect(text).toContain('  trading.errors.format  a JSON object with code and message')
    expect(text).toContain('Left behind: 2')
    expect(text).toContain('user group (2); report.json lists them.')
  })

  test('reports the gate, and marks known failures', () => {
    const known = { ticket: 'OPS-12', expires: '2026-12-31', expired: false, reason: 'being mended' }
    const report = aReport([anEntry('trading.ping.pong', 'fail', { baseline: true, known })], {
      gate: {
        passes: true,
        exitStatus: 0,
        why: ['1 known failure, tolerated until 2026-12-31'],
        stale: ['Remove it.'],
      },
    })
    const text = summary(report, { ...plain, columns: 100, find })
    expect(text).toContain('     Known     OPS-12, tolerated until 2026-12-31: being mended\n')
    expect(text).toContain('  Gate         passes with exit status 0: 1 known failure, tolerated until 2026-12-31\n')
    expect(text).toContain('               Remove it.\n')
    expect(markdown(report)).toContain('Gate** passes with exit status 0: 1 known failure')
    expect(markdown(report)).toContain('Known failure: OPS-12, tolerated until 2026-12-31: being mended')
  })

  test('counts requests to the target separately from provisioner calls', () => {
    const report = aReport([anEntry('trading.ping.pong', 'pass')])
    const text = summary({ ...report, run: { ...report.run, provisionerCalls: 12 } }, { ...plain, columns: 80, find })
    expect(text).toContain('800 requests, 12 provisioner calls, 2210 claims in 1 min 5 s')
  })

  test('escapes everything from the target that could control the terminal', () => {
    const hostile = '\u001b]0;owned\u0007\u202e\r\n<script>'
    const entry = anEntry('messaging.drafts.one-channel', 'fail', {
      actual: hostile,
      expected: hostile,
      message: hostile,
    })
    const exchange = anExchange()
    const request = { ...exchange.request, url: `https://chat.acme.example/api/v1/drafts?q=${hostile}` }
    const report = aReport([entry, anEntry('messaging.history.one', 'unverified', { message: hostile })], {
      target: { name: hostile },
      observations: [{ id: 'trading.errors.format', observed: hostile, exchanges: [] }],
      leftovers: [{ kind: hostile, id: 1, why: hostile }],
    })
    const text = summary(report, { ...plain, columns: 80, find: () => ({ ...exchange, request }) })
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u202a-\u202e]/u)
  })

  test('is the same text with colour and without', () => {
    const coloured = summary(failing, { ...plain, columns: 80, find, colour: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(summary(failing, { ...plain, columns: 80, find }))
    expect(coloured).toContain('\u001b[')
  })
})
