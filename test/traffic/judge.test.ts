/** `assay judge` on captures. */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../generated/formats.ts'
import { assayWith, freshFolder } from '../cli/fake-io.ts'

const BASE = 'https://chat.example/api/v1'
const KEY = 'abcdefgh12345678'
const basic = `Basic ${Buffer.from(`ada@chat.example:${KEY}`).toString('base64')}`
const success = (more: object = {}): string => JSON.stringify({ result: 'success', msg: '', ...more })
const error = (code: string, more: object = {}): string => JSON.stringify({ result: 'error', msg: 'no', code, ...more })

const entry = (method: string, path: string, body: string | null, reply: string, status = 200): object => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 5,
  request: {
    method,
    url: path.startsWith('http') ? path : BASE + path,
    headers: [{ name: 'Authorization', value: basic }],
    bodySize: body === null ? 0 : body.length,
    ...(body !== null && { postData: { mimeType: 'application/x-www-form-urlencoded', text: body } }),
  },
  response: { status, headers: [], content: { text: reply, size: reply.length } },
})

const har = (...entries: readonly object[]): string => JSON.stringify({ log: { version: '1.2', entries } })

async function judged(text: string | Buffer, ...options: readonly string[]) {
  const folder = freshFolder()
  writeFileSync(join(folder, 'traffic.har'), text)
  const out = join(folder, 'out')
  const ended = await assayWith(['judge', join(folder, 'traffic.har'), '--out', out, ...options])
  const read = (name: string): string => readFileSync(join(out, name), 'utf8')
  return { ...ended, read, report: () => JSON.parse(read('report.json')) as Report }
}

test('a target file with an API of its own only: the sentence names what is missing', async () => {
  const target = join(freshFolder(), 'target.json')
  writeFileSync(target, JSON.stringify({ name: 'own', apis: { acme: { baseUrl: 'https://acme.example/v1' } } }))
  const { status, err } = await judged(har(entry('GET', '/drafts', null, success())), '--target', target)
  expect([status, err]).toEqual([
    2,
    'assay: nothing to judge: the target file has no trading and no messaging API; traffic of an API under apis cannot be judged\n',
  ])
})

test.each([
  ['the folder of a run', 'OUT'],
  ['a file of that folder', 'OUT/exchanges.ndjson'],
  ['a HAR that a report wrote there', 'OUT/exchanges.har'],
  ['a link to it', 'LINK'],
])('an --out that would overwrite the traffic is refused: %s', async (_, input) => {
  const folder = freshFolder()
  const out = join(folder, 'out')
  await assayWith(['run', '--only', 'trading.ping.*', '--reporter', 'none', '--no-page', '--out', out])
  writeFileSync(join(out, 'exchanges.har'), har(entry('GET', '/drafts', null, success())))
  symlinkSync(join(out, 'exchanges.ndjson'), join(folder, 'link'))
  const before = readdirSync(out).map(name => [name, readFileSync(join(out, name), 'utf8')])
  const named = input.replace('OUT', out).replace('LINK', join(folder, 'link'))
  const { status, err } = await assayWith(['judge', named, '--out', `${out}/`])
  expect(err).toMatch(/^assay: --out \S+ would overwrite \S+, which is to be judged; choose another folder\n$/)
  expect(status).toBe(2)
  expect(readdirSync(out).map(name => [name, readFileSync(join(out, name), 'utf8')])).toEqual(before)
})

test('the command that repeats it has the options that decide what is judged', async () => {
  const options = ['--profile', 'messaging-admin', '--only', 'messaging.drafts.*', '--only', 'messaging.envelope.*']
  const reply = success({ ids: [4, 5] })
  const drafts =
    'drafts=%5B%7B%22type%22%3A%22%22%2C%22to%22%3A%5B%5D%2C%22topic%22%3A%22%22%2C%22content%22%3A%22a%22%7D%5D'
  const { out, report } = await judged(har(entry('POST', '/drafts', drafts, reply)), ...options)
  expect(out).toMatch(
    /Rerun +npx --no-install assay judge \S+ --profile messaging-admin --only 'messaging\.drafts\.\*' --only 'messaging\.envelope\.\*' --out \S+\n/,
  )
  expect(verdictIn(report(), 'messaging.drafts.one-id-each')?.repeat).toMatch(
    /assay judge \S+ --profile messaging-admin --only messaging\.drafts\.one-id-each --out \S+$/,
  )
})

const verdictIn = ({ requirements }: Report, id: string) => requirements.find(one => one.id === id)

const linkifiers = success({
  linkifiers: [{ id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' }],
})

describe('a capture from a browser', () => {
  test('is assigned to an API by its contents and judged, and unassigned entries are reported', async () => {
    const { status, out, report } = await judged(
      har(
        entry('GET', '/realm/linkifiers', null, linkifiers),
        entry(
          'POST',
          '/drafts',
          'drafts=%5B%7B%22type%22%3A%22%22%2C%22to%22%3A%5B%5D%2C%22topic%22%3A%22%22%2C%22content%22%3A%22a%22%7D%5D',
          success({ ids: [4, 5] }),
        ),
        entry('GET', 'https://cdn.example/app.js', null, 'let a'),
        entry('GET', '/messages', null, success()),
      ),
    )
    expect(status).toBe(1)
    expect(verdictIn(report(), 'messaging.drafts.one-id-each')).toMatchObject({ verdict: 'fail', actual: '[4,5]' })
    expect(verdictIn(report(), 'messaging.linkifiers.template-variables')?.verdict).toBe('pass')
    expect(verdictIn(report(), 'messaging.account.last-owner')).toMatchObject({
      verdict: 'unverified',
      reason: 'not-allowed',
    })
    expect(report().traffic).toMatchObject({ read: 4, placed: 2, bases: { messaging: [BASE], trading: [] } })
    expect(out).toContain('1 not placed: GET https://cdn.example/app.js')
  })

  test('never causes a secret to be printed', async () => {
    const { read, out } = await judged(
      har(
        entry('GET', '/realm/linkifiers', null, linkifiers),
        entry(
          'POST',
          '/fetch_api_key',
          'username=ada&password=open%20sesame',
          success({ api_key: KEY, email: 'ada@chat.example', user_id: 1 }),
        ),
        entry('POST', '/drafts', `drafts=${KEY}`, error('BAD_REQUEST')),
      ),
    )
    const all = [out, ...['report.json', 'exchanges.ndjson', 'claims.ndjson'].map(read)].join()
    for (const secret of [KEY, 'sesame', basic.slice(6)]) expect(all).not.toContain(secret)
  })

  test('is not judged in replies that did not come from the deployment', async () => {
    const { report, status } = await judged(
      har(
        entry('GET', '/realm/linkifiers', null, linkifiers),
        entry('GET', '/realm/linkifiers', null, '<html>502</html>', 502),
        entry('GET', '/realm/linkifiers', null, '', 304),
        entry('GET', '/realm/linkifiers', null, 'slow down', 429),
        entry('GET', '/realm/linkifiers', null, '<html>moved</html>', 302),
        entry('OPTIONS', '/realm/linkifiers', null, ''),
      ),
    )
    expect([status, report().summary.counts.fail, report().traffic?.unusable.length]).toEqual([0, 0, 4])
  })

  test('leads to a separate list of client mistakes', async () => {
    const { report, status } = await judged(
      har(
        entry(
          'GET',
          '/realm/linkifiers?verbose=1',
          null,
          success({ linkifiers: [], ignored_parameters_unsupported: ['verbose'] }),
        ),
        entry('POST', '/typing', 'type=nonsense&to=%5B1%5D', error('BAD_REQUEST')),
        entry('POST', '/typing?op=start&to=%5B1%5D', null, error('BAD_REQUEST')),
      ),
      '--feature-level',
      '417',
    )
    expect(status).toBe(0)
    expect(
      report()
        .client?.map(({ kind, operation, refused }) => [kind, operation, refused])
        .sort(),
    ).toEqual([
      ['encoding', 'setTypingStatus', 1],
      ['missing-parameter', 'setTypingStatus', 1],
      ['outside-values', 'setTypingStatus', 1],
      ['unknown-parameter', 'getLinkifiers', 0],
    ])
    expect(report().traffic?.refusals).toEqual([
      { operation: 'setTypingStatus', code: 'BAD_REQUEST', count: 2, client: 2 },
    ])
  })
})

describe('a feature level', () => {
  const plain = entry('GET', '/realm/linkifiers', null, linkifiers)
  test.each([
    ['claimed on the command line', [plain], ['--feature-level', '300'], { from: 300, to: 300, how: 'claimed' }],
    [
      'reported by the deployment',
      [plain, entry('GET', '/server_settings', null, success({ zulip_feature_level: 350 }))],
      [],
      { from: 350, to: 350, how: 'said' },
    ],
    [
      'inferred',
      [plain, entry('POST', '/channel_folders/create', 'name=a&description=b', success({ channel_folder_id: 3 }))],
      [],
      { from: 389, to: null, how: 'inferred' },
    ],
    ['unknown', [plain], [], { from: 1, to: null, how: 'inferred' }],
  ])('is %s', async (_what, entries, options, range) => {
    const { report } = await judged(har(...entries), ...options)
    expect(report().traffic?.levels['messaging']).toEqual(range)
    const supported = verdictIn(report(), 'messaging.history.empty-topic-supported')?.verdict
    expect(supported).toBe(range.to !== null && range.to < 334 ? 'not-applicable' : 'unverified')
  })
})

describe('input', () => {
  test('gzipped, with a byte order mark, or on the standard input', async () => {
    const text = `\uFEFF${har(entry('GET', '/realm/linkifiers', null, linkifiers))}`
    expect((await judged(gzipSync(text))).status).toBe(0)
    const input = () => Readable.from([Buffer.from(text.slice(1, 40)), Buffer.from(text.slice(40))])
    const ended = await assayWith(['judge', '-', '--out', join(freshFolder(), 'out')], { input })
    expect([ended.status, ended.err]).toEqual([0, ''])
  })

  test.each([
    ['something else', 'hello', 'is neither a HAR nor an exchanges.ndjson'],
    ['a HAR without entries', '{"log":{"version":"1.2"}}', 'is a HAR without log.entries'],
    ['a zip', Buffer.from('PK\u0003\u0004'), 'is a zip file: unpack it first'],
  ])('%s is refused in one sentence', async (_what, text, sentence) => {
    const { status, err } = await judged(text)
    expect([status, err.trim().split('\n').length]).toEqual([2, 1])
    expect(err).toContain(sentence)
  })

  test('that does not exist, or is of another service, is reported', async () => {
    expect((await assayWith(['judge', 'nowhere.har'])).status).toBe(2)
    const other = await judged(har(entry('GET', 'https://other.example/drafts', null, '[]')))
    expect([other.status, other.err]).toEqual([3, expect.stringContaining('--target')])
  })

  test('that ends early is judged up to its end, with a note', async () => {
    const text = har(
      entry('GET', '/realm/linkifiers', null, linkifiers),
      entry('GET', '/realm/linkifiers', null, linkifiers),
    )
    const { status, report } = await judged(text.slice(0, -200))
    expect(status).toBe(0)
    expect(report().traffic?.notes).toEqual([expect.stringContaining('ends early: entries up to number 1 were read')])
  })
})
