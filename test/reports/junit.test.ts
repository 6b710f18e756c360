/** JUnit reports. */
import { expect, test } from 'vitest'
import { junit } from '../../reports/junit.ts'
import { anEntry, anExchange, aReport } from './a-report.ts'

const hostile = '\u001b[31m<script>alert("&")</script>\u0000\ud800'

const report = aReport([
  anEntry('messaging.drafts.pass', 'pass'),
  anEntry('messaging.drafts.fail', 'fail', { message: hostile, actual: hostile }),
  anEntry('messaging.drafts.warn', 'warn', { level: 'should' }),
  anEntry('messaging.history.unverified', 'unverified', { needs: ['fixture message'] }),
  anEntry('trading.ping.not-applicable', 'not-applicable', { message: 'the target file has no trading API' }),
])

test('every requirement is a test case of its area', () => {
  const text = junit(report)
  expect(text.match(/<testcase /g)).toHaveLength(5)
  expect(text).toContain('<testsuites name="assay acme" tests="5" failures="1" errors="0" skipped="2" time="65.000">')
  expect(text).toContain('<testsuite name="messaging.drafts" tests="3" failures="1" errors="0" skipped="0"')
})

test('skip reasons and properties are included', () => {
  const text = junit(report)
  expect(text).toContain(
    '<skipped message="fixture-missing: no provisioner and no ready-made message in the target file"/>',
  )
  expect(text).toContain('<skipped message="not-applicable: the target file has no trading API"/>')
  expect(text).toContain('<property name="needs" value="fixture message"/>')
  expect(text).toContain('<property name="verdict" value="warn"/>')
})

test('a failure has request, place, time and a curl line', () => {
  const text = junit(aReport([anEntry('messaging.drafts.fail', 'fail')]), [anExchange()])
  expect(text).toContain('Request     POST https://chat.acme.example/api/v1/drafts')
  expect(text).toContain('Contract    messaging: Endpoints &gt; Drafts &gt; POST /drafts &gt; text 1')
  expect(text).toContain('Curl        curl -sSg -X POST https://chat.acme.example/api/v1/drafts')
  expect(text).toMatch(/<testcase [^>]*time="0.014">/)
})

test('overlapping exchanges count once in a time, and an exchange of several requirements once in the time of their area', () => {
  const at = (n: number, from: number, to: number) =>
    anExchange({ n, sentAt: new Date(from).toISOString(), receivedAt: new Date(to).toISOString() })
  const text = junit(
    aReport([
      anEntry('messaging.drafts.one', 'pass', { exchanges: [1, 2, 3] }),
      anEntry('messaging.drafts.two', 'pass', { exchanges: [2] }),
    ]),
    [at(1, 0, 1000), at(2, 500, 1500), at(3, 4000, 4250)],
  )
  expect(text).toMatch(/<testsuite [^>]*time="1.750"/)
  expect([...text.matchAll(/<testcase [^>]*time="([^"]*)"/g)].map(([, time]) => time)).toEqual(['1.750', '1.000'])
})

test('a known failure is skipped with its ticket; an expired one fails', () => {
  const known = { ticket: 'OPS-12', expires: '2026-12-31', expired: false, reason: 'being mended' }
  const [tolerated, expired] = [known, { ...known, expired: true }].map(one =>
    junit(aReport([anEntry('messaging.drafts.fail', 'fail', { baseline: true, known: one })])),
  )
  expect(tolerated).toContain('failures="0" errors="0" skipped="1"')
  expect(tolerated).toContain('<skipped message="known failure (OPS-12, tolerated until 2026-12-31: being mended): ')
  expect(expired).toContain('failures="1"')
})

test('it is well-formed with any reply of the target', () => {
  const text = junit(report)
  expect(text).not.toContain('<script>')
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cs}/u)
  expect(unclosed(text)).toEqual([])
})

/** Tags that were opened but not closed, or closed but not opened. */
function unclosed(text: string): string[] {
  const open: string[] = []
  for (const [, close, name = '', own] of text.matchAll(/<(\/?)([a-z-]+)(?:\s+[a-z]+="[^"<]*")*(\/?)>/g)) {
    if (close === '/') {
      if (open.pop() !== name) return [name]
    } else if (own !== '/') open.push(name)
  }
  return open
}
