/** Captures of browsers and proxies: incomplete entries are skipped with a reason, and cause no failure. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../generated/formats.ts'
import { assayWith, freshFolder } from '../cli/fake-io.ts'

const capture = (name: string): string => fileURLToPath(new URL(`captures/${name}.har`, import.meta.url))

async function judged(file: string): Promise<{ status: number; err: string; report: () => Report; all: () => string }> {
  const out = join(freshFolder(), 'out')
  const { status, err } = await assayWith(['judge', file, '--out', out, '--feature-level', '400'])
  const read = (name: string): string => readFileSync(join(out, name), 'utf8')
  return {
    ...{ status, err, all: () => read('exchanges.ndjson') + read('report.json') },
    report: () => JSON.parse(read('report.json')) as Report,
  }
}

/** Requirements demonstrated by a plain reply, by a base64 reply, and by the parameters of a request. */
const SHOWN = ['messaging.linkifiers.id', 'messaging.presence.server-timestamp', 'messaging.drafts.one-id-each']

describe('a capture', () => {
  test.each([
    [
      'chrome',
      8,
      [
        ['answered from a cache', 1],
        ['not modified: the body came from a cache', 1],
        ['the capture says that it failed', 2],
        ['status 302: redirected, or continued elsewhere', 1],
      ],
    ],
    [
      'firefox',
      7,
      [
        ['the body was not recorded', 1],
        ['the body was cut off in the capture', 1],
        ['answered from a cache', 1],
        ['not modified: the body came from a cache', 1],
      ],
    ],
    [
      'mitmproxy',
      6,
      [
        ['the capture says that it failed', 1],
        ['status 502 from a gateway', 1],
      ],
    ],
    [
      'playwright',
      6,
      [
        ['the body was not recorded', 1],
        ['answered from a cache', 1],
        ['no reply was recorded', 1],
      ],
    ],
    [
      'charles',
      6,
      [
        ['the capture says that it did not complete', 2],
        ['not modified: the body came from a cache', 1],
      ],
    ],
  ] as const)('of %s is read in its own format', async (name, placed, unusable) => {
    const { status, err, report, all } = await judged(capture(name))
    expect([status, err]).toEqual([0, ''])
    const { traffic, requirements, client } = report()
    expect(traffic?.placed).toBe(placed)
    expect(Object.fromEntries(traffic?.unusable.map(({ what, count }) => [what, count]) ?? [])).toEqual(
      Object.fromEntries(unusable),
    )
    const verdicts = new Map(requirements.map(({ id, verdict }) => [id, verdict]))
    expect(SHOWN.map(id => verdicts.get(id))).toEqual(SHOWN.map(() => 'pass'))
    expect([...verdicts].filter(([, verdict]) => verdict === 'fail' || verdict === 'warn')).toEqual([])
    expect(client ?? []).toEqual([])
    expect(all()).not.toContain('secretsecret')
  })
})

const good = readFileSync(capture('chrome'), 'utf8')
const entries = (list: unknown): string => JSON.stringify({ log: { version: '1.2', entries: list } })
const odd = { method: 'GET', url: 'https://chat.example/api/v1/realm/linkifiers' }

describe('broken input is refused in one sentence', () => {
  test.each([
    ['nothing', '', /there is no HTTP exchange in it \(.* is empty\)/],
    ['a byte order mark alone', '\uFEFF\n', /is empty/],
    ['no JSON', 'GET / HTTP/1.1', /neither a HAR nor an exchanges.ndjson/],
    ['a page', '<!doctype html><p>Sign in', /neither a HAR nor/],
    ['another JSON', '{"openapi":"3.1.0",\n"paths":{}}', /neither a HAR nor/],
    ['a list', '[{"log":{}}]', /neither a HAR nor/],
    ['cut off before its first entry', good.slice(0, 700), /no HTTP exchange in it \(.* ends early/],
    ['log is null', '{"log":null}', /without log.entries/],
    ['entries is an object', entries({}), /without log.entries/],
    ['entries is a text', entries('none'), /without log.entries/],
    ['no entries', entries([]), /there is no HTTP exchange in it/],
    ['entries of other kinds', entries([1, 'two', null, [], {}]), /there is no HTTP exchange in it/],
    ['requests of other kinds', entries([{ request: 7 }, { request: { ...odd, url: 7 } }]), /2 entries were left out/],
    ['one endless line', `{"n":1,"request":"${'x'.repeat(300_000)}`, /no HTTP exchange in it \(1 entry was left out/],
    ['lines that are not exchanges', '{"n":1,"request":{}}\n{"n":2}\nnonsense\n', /3 entries were left out/],
  ])('%s', async (_what, text, sentence) => {
    const file = join(freshFolder(), 'traffic.har')
    writeFileSync(file, text)
    const { status, err } = await judged(file)
    expect([status, err.trim().split('\n').length]).toEqual([2, 1])
    expect(err).toMatch(sentence)
  })

  test('members of wrong types are ignored, and the rest is judged', async () => {
    const whole = JSON.parse(good) as { log: { entries: object[] } }
    const mixed = [
      { request: { ...odd, headers: { a: 1 }, postData: 'text', queryString: 3 }, response: 'none' },
      { request: { ...odd, headers: [null, 1, { name: 7 }] }, response: { status: '200', content: [] } },
      { startedDateTime: 12, time: 'long', request: odd, response: { status: 200, headers: 5, content: { text: 5 } } },
      { startedDateTime: 'soon', cache: [], request: odd, response: { status: {}, content: null } },
    ]
    const file = join(freshFolder(), 'traffic.har')
    writeFileSync(file, entries([...mixed, 'odd', ...whole.log.entries]))
    const { status, report } = await judged(file)
    expect([status, report().summary.counts.fail, report().traffic?.placed]).toEqual([0, 0, 12])
  })
})
