/** Reading entries of HAR files from different tools, and lines of exchanges.ndjson. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fromHar } from '../../harness/traffic/har-entry.ts'
import { fromRecord } from '../../harness/traffic/ndjson-line.ts'

const url = 'https://chat.example/api/v1/drafts'
const source = { file: 'a.har', entry: 1 }
const request = (more: object = {}): object => ({ method: 'post', url, headers: [], ...more })
const response = (more: object = {}): object => ({
  status: 200,
  headers: [],
  content: { text: '{"a":1}', size: 7 },
  ...more,
})
const read = (entry: object, folder: string | null = null) =>
  fromHar(
    {
      startedDateTime: '2026-01-01T00:00:00.000+02:00',
      time: 12.5,
      request: request(),
      response: response(),
      ...entry,
    },
    source,
    folder,
  )

describe('replies', () => {
  test.each([
    ['plain text', { content: { text: '{"a":1}' } }, '{"a":1}', null],
    [
      'Chrome, Firefox, mitmproxy and Charles: base64',
      { content: { text: 'eyJhIjoxfQ==', encoding: 'base64' } },
      '{"a":1}',
      null,
    ],
    ['Firefox: bodies left out', { content: { size: 7, comment: 'not included' } }, '', 'the body was not recorded'],
    [
      'Firefox: a long body cut off',
      { content: { text: '{"a":', size: 9000 } },
      '{"a":',
      'the body was cut off in the capture',
    ],
    ['mitmproxy: the size counts what travelled', { content: { text: '{"a":1}', size: 31 } }, '{"a":1}', null],
    ['no body at all', { headers: [{ name: 'Content-Length', value: '0' }], content: { size: 0 } }, '', null],
    ['Chrome: a body that was not kept', { content: { size: 0 } }, '', 'the body was not recorded'],
    ['not modified', { status: 304, content: {} }, '', 'not modified: the body came from a cache'],
  ])('%s', (_what, more, body, unusable) => {
    const captured = read({ response: response(more) })
    expect([captured?.response?.body, captured?.unusable]).toEqual([body, unusable])
  })

  test.each([
    ['Chrome: aborted or blocked', { status: 0 }],
    ['Charles: failed', { status: null }],
  ])('%s', (_what, more) => {
    expect(read({ response: response(more) })?.unusable).toBe('no reply was recorded')
  })

  test.each([
    ['Chrome', { _fromCache: 'disk' }],
    ['Playwright, answered by a route', { _wasFulfilled: true }],
    ['Firefox', { cache: { afterRequest: {} }, response: { ...response(), bodySize: 0 } }],
  ])('from a cache: %s', (_what, more) => {
    expect(read(more)?.unusable).toBe('answered from a cache')
  })

  test('Playwright: a body in a file is read only from the folder of the HAR', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-har-'))
    writeFileSync(join(folder, 'abc.json'), '{"a":2}')
    const from = (file: string) => read({ response: response({ content: { _file: file, size: 7 } }) }, folder)
    expect(from('abc.json')?.response?.body).toBe('{"a":2}')
    expect(from('../../etc/passwd')?.unusable).toBe('the body was not recorded')
  })
})

describe('requests', () => {
  test('pseudo headers of HTTP/2 are left out, names are in lower case, several of one name are joined', () => {
    const headers = [
      { name: ':authority', value: 'chat.example' },
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: '2' },
    ]
    expect(read({ request: request({ headers }) })?.request.headers).toEqual({ 'x-a': '1, 2' })
  })

  test.each([
    ['the text', { mimeType: 'application/x-www-form-urlencoded', text: 'a=%5B1%5D' }, 'a=%5B1%5D'],
    [
      'parameters alone, decoded',
      { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '[1]' }] },
      'a=%5B1%5D',
    ],
    [
      'parameters alone, as sent',
      { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '%5B1%5D' }] },
      'a=%5B1%5D',
    ],
  ])('the body is read from %s', (_what, postData, body) => {
    expect(read({ request: request({ postData }) })?.request).toMatchObject({ body, whole: true })
  })

  test.each([
    ['nothing says that it was empty', {}, false],
    ['its length is 0', { headers: [{ name: 'Content-Length', value: '0' }] }, true],
    ['its length is not 0', { headers: [{ name: 'Content-Length', value: '9' }] }, false],
    ['its size is 0', { bodySize: 0 }, true],
  ])('a request without a body, if %s', (_what, more, whole) => {
    expect(read({ request: request(more) })?.request.whole).toBe(whole)
  })

  test.each(['data:text/plain,x', 'wss://chat.example/', 'about:blank', 'http://['])('%s is not an exchange', odd => {
    expect(read({ request: request({ url: odd }) })).toBeNull()
  })

  test('times come from the start and the duration; a duration of -1 is none', () => {
    const begun = Date.parse('2025-12-31T22:00:00Z')
    expect(read({})).toMatchObject({ sentAt: begun, receivedAt: begun + 12.5 })
    expect(read({ time: -1 })?.receivedAt).toBe(begun)
  })
})

describe('lines of exchanges.ndjson', () => {
  const line = (cut: object): object => ({
    ...{ via: 'target', sentAt: '2026-01-01T00:00:00.000Z', receivedAt: '2026-01-01T00:00:01.000Z' },
    request: { method: 'GET', url: 'https://chat.example/api/v1/user_groups', headers: {}, body: null },
    response: { status: 200, headers: {}, body: '{"result":"succ', ...cut },
  })
  const source = { file: 'exchanges.ndjson', entry: 1 }

  test('a body that was cut short cannot be judged', () => {
    expect(fromRecord(line({ cut: { bytes: 2_000_000, sha256: 'a' } }), source)?.unusable).toMatch(/the beginning/)
    expect(fromRecord(line({}), source)?.unusable).toBeNull()
  })
})
