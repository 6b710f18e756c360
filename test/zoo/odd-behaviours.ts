/** Unusual but often legal: header names, edge cases of framing, codings, delays, and JSON about which parsers disagree. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Behaviour, body, chunked, chunks, extra, onceAsked, one, raw, sends, whole } from './reply-bytes.ts'

type Row = readonly [Behaviour['kind'], string, string, Behaviour['does']]
const closing = { Connection: 'close' }

const headers = (
  [
    [
      'legal',
      'prototype-headers',
      'headers called __proto__, constructor and toString',
      body(text => text, { constructor: '1', toString: '2', hasOwnProperty: '3', valueOf: '4' }),
    ],
    [
      'legal',
      'proto-header',
      'a header called __proto__, twice',
      sends(good => whole(good.body, { X: '1\r\n__proto__: 2\r\n__proto__: 3\r\nconstructor: 4\r\nconstructor: 5' })),
    ],
    ['legal', 'latin-header', 'bytes beyond ASCII in a header', body(text => text, { 'X-Name': 'caf\u00e9 \u00ff' })],
    ['any', 'control-header', 'a control character in a header', body(text => text, { 'X-Name': 'a\u0001b' })],
    ['unverified', 'nameless-header', 'a header without a name', body(text => text, { '': 'x' })],
    [
      'unverified',
      'no-colon',
      'a header line without a colon',
      sends(good => whole(good.body).toString().replace('\r\n', '\r\nno colon here\r\n'), 'closes'),
    ],
    [
      'legal',
      'upgrade',
      'an offer to speak another protocol',
      body(text => text, { Connection: 'upgrade, keep-alive', Upgrade: 'h2c' }),
    ],
    ['legal', 'lying-close', 'says that it closes, and stays', body(text => text, closing)],
    ['legal', 'two-types', 'two content types', body(text => text, { 'content-type': 'text/html; charset=utf-16' })],
    ['legal', 'empty-headers', 'headers without values', body(text => text, { 'Content-Encoding': '', 'X-A': '' })],
    [
      'legal',
      'refresh',
      'a header that asks a browser to go elsewhere',
      body(text => text, { Refresh: '0; url=//x/' }),
    ],
    [
      'legal',
      'partial',
      '206 with a range',
      sends(good => whole(good.body, { 'Content-Range': 'bytes 0-1/2' }, '206 P')),
    ],
    ['legal', 'odd-success', 'the status 299', sends(good => whole(good.body, {}, '299 Fine'))],
    ['any', 'status-000', 'the status 000', sends(good => whole(good.body, {}, '000 Nothing'), 'closes')],
    ['any', 'status-600', 'the status 600', sends(good => whole(good.body, {}, '600 Beyond'))],
    ['any', 'reset-content', '205 with a body', sends(good => whole(good.body, {}, '205 Reset'))],
    [
      'legal',
      'long-reason',
      'a reason phrase of 10 KB',
      sends(good => whole(good.body, {}, `200 ${'x'.repeat(10_000)}`)),
    ],
    ['legal', 'umlaut-reason', 'a reason phrase beyond ASCII', sends(good => whole(good.body, {}, '200 Schön 好'))],
  ] as readonly Row[]
).map(([kind, id, about, does]) => one('framing', kind, id, about, does))

const framing = (
  [
    [
      'legal',
      'padded-chunks',
      'chunk sizes in capitals, with zeros before them',
      sends(({ body: text }) =>
        raw('200 OK', chunked, `000${Buffer.byteLength(text).toString(16).toUpperCase()}\r\n${text}\r\n000\r\n\r\n`),
      ),
    ],
    [
      'unverified',
      'prefixed-chunks',
      'chunk sizes that begin with 0x',
      sends(
        ({ body: text }) => raw('200 OK', chunked, `0x${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`),
        'closes',
      ),
    ],
    [
      'unverified',
      'huge-chunk',
      'a chunk that says to have 2^64 bytes',
      sends(({ body: text }) => raw('200 OK', chunked, `ffffffffffffffffff\r\n${text}\r\n0\r\n\r\n`), 'closes'),
    ],
    [
      'any',
      'lying-trailers',
      'trailers that contradict the headers',
      sends(({ body: text }) =>
        raw(
          '200 OK',
          chunked,
          `${chunks(text, 50)}0\r\nContent-Length: 3\r\nTransfer-Encoding: gzip\r\n__proto__: 1\r\n\r\n`,
        ),
      ),
    ],
    [
      'any',
      'long-trailers',
      'trailers of a megabyte',
      sends(({ body: text }) =>
        raw('200 OK', chunked, `${chunks(text, 50)}0\r\n${`X-T: ${'t'.repeat(1000)}\r\n`.repeat(1000)}\r\n`),
      ),
    ],
    [
      'any',
      'same-length-twice',
      'the same length twice',
      sends(({ body: text }) => whole(text, { 'content-length': String(Buffer.byteLength(text)) }), 'closes'),
    ],
    [
      'any',
      'listed-length',
      'a list of lengths',
      sends(({ body: text }) => raw('200 OK', { 'Content-Length': `${text.length}, ${text.length}` }, text), 'closes'),
    ],
    [
      'legal',
      'http-1.0-kept',
      'HTTP/1.0 that keeps its connection',
      sends(good => whole(good.body, { Connection: 'keep-alive' }).toString().replace('HTTP/1.1', 'HTTP/1.0')),
    ],
    [
      'any',
      'http-1.0-chunks',
      'HTTP/1.0 with chunks',
      sends(
        good =>
          raw('200 OK', chunked, `${chunks(good.body, 9)}0\r\n\r\n`)
            .toString()
            .replace('HTTP/1.1', 'HTTP/1.0'),
        'closes',
      ),
    ],
    ['any', 'blank-lines', 'empty lines before the reply', sends(good => `\r\n\r\n${whole(good.body)}`)],
    [
      'unverified',
      'noise-first',
      'noise before the reply',
      sends(good => `\u0000\u0001 ${whole(good.body)}`, 'closes'),
    ],
    [
      'unverified',
      'carriage-returns',
      'carriage returns without line feeds',
      sends(good => `HTTP/1.1 200 OK\rContent-Length: ${good.body.length}\r\r${good.body}`, 'closes'),
    ],
    [
      'legal',
      'hints',
      '103 Early Hints, a thousand times',
      sends(good => `${'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(1000)}${whole(good.body)}`),
    ],
    [
      'unverified',
      'interim-only',
      '100 Continue, and then the connection closes',
      sends(() => 'HTTP/1.1 100 Continue\r\n\r\n', 'closes'),
    ],
  ] as readonly Row[]
).map(([kind, id, about, does]) => one('framing', kind, id, about, does))

const codings = (
  [
    ['legal', 'capital-gzip', 'GZIP in capitals', body(text => gzipSync(text), { 'Content-Encoding': 'GZIP' })],
    ['legal', 'two-members', 'gzip in two members', sends(good => twoMembers(good.body))],
    [
      'any',
      'trailing-noise',
      'gzip with noise behind it',
      body(text => Buffer.concat([gzipSync(text), Buffer.from('noise')]), { 'Content-Encoding': 'gzip' }),
    ],
    [
      'unverified',
      'zstd',
      'zstd, which nobody asked for',
      body(() => Buffer.from('28b52ffd', 'hex'), { 'Content-Encoding': 'zstd' }),
    ],
    [
      'unverified',
      'bomb-in-bomb',
      'a gigabyte in gzip in gzip',
      body(() => bomb(), { 'Content-Encoding': 'gzip, gzip' }),
    ],
    ['unverified', 'brotli-bomb', '256 MB in brotli', body(() => brotli(), { 'Content-Encoding': 'br' })],
    [
      'unverified',
      'prototype-coding',
      'a coding called constructor',
      body(text => text, { 'Content-Encoding': 'constructor' }),
    ],
  ] as readonly Row[]
).map(([kind, id, about, does]) => one('codings', kind, id, about, does))

function twoMembers(text: string): Buffer {
  const half = Math.floor(text.length / 2)
  return whole(Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))]), {
    'Content-Encoding': 'gzip',
  })
}
const bomb = onceAsked(() => gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024))))
const brotli = onceAsked(() => brotliCompressSync(Buffer.alloc(64 * 1024 * 1024)))

const texts = (
  [
    ['fail', 'trailing-comma', 'a comma too many', body(text => text.replace(/\}$/, ',}'))],
    ['fail', 'single-quotes', 'single quotes', body(text => text.replaceAll('"', "'"))],
    ['fail', 'raw-line-break', 'a line break inside a text', body(text => extra(text, 'more', '"a\nb"'))],
    ['fail', 'null-behind', 'a null byte behind the JSON', body(text => `${text}\u0000`)],
    ['fail', 'form-feed', 'white space that JSON does not have', body(text => `\f${text}\u00a0`)],
    ['fail', 'leading-zero', 'a number with a zero before it', body(text => extra(text, 'more', '007'))],
    ['fail', 'huge-number', '1e400', body(text => extra(text, 'more', '1e400'))],
    ['fail', 'minus-zero', '-0', body(text => extra(text, 'more', '-0'))],
    ['fail', 'long-number', 'a number of 10,000 digits', body(text => extra(text, 'more', '7'.repeat(10_000)))],
    ['fail', 'two-marks', 'two byte order marks', body(text => `\uFEFF\uFEFF${text}`)],
    ['fail', 'utf-16-marked', 'UTF-16 with a mark', body(text => Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    [
      'fail',
      'utf-32',
      'UTF-32',
      body(text => Buffer.from([...text].flatMap(character => [0, 0, 0, character.charCodeAt(0)]))),
    ],
    ['legal', 'separators', 'line separators inside a text', body(text => extra(text, 'more', '"a\u2028b\u2029"'))],
    [
      'legal',
      'to-json',
      'members called toJSON, $ref and inspect',
      body(text => named(text, ['toJSON', '$ref', 'inspect'])),
    ],
    [
      'legal',
      'getters',
      'members that define others',
      body(text => named(text, ['__defineGetter__', '__lookupSetter__'])),
    ],
    ['fail', 'proto-envelope', 'the envelope as __proto__', body(text => `{"__proto__":${text}}`)],
    ['legal', 'hidden-link', 'a link for terminals', body(text => extra(text, 'm', '"\\u001b]8;;http://x/\\u0007y"'))],
    [
      'legal',
      'lines-inside',
      'what looks like a line of evidence',
      body(text => extra(text, 'm', '"\\n{\\"n\\":1}\\n"')),
    ],
  ] as readonly Row[]
).map(([kind, id, about, does]) => ({
  ...one('JSON and texts', kind, id, about, does),
  ...(/number|zero/.test(id) && { only: ['trading.ping.*', 'trading.numbers.strings'] }),
}))

function named(text: string, names: readonly string[]): string {
  return names.reduce((sofar, name) => extra(sofar, name, '"x"'), text)
}

const busy = (wait: string, status = '429 Too Many Requests', text = '{}'): Behaviour['does'] =>
  sends(() => whole(text, { 'Retry-After': wait }, status))
const waits = (
  [
    ['unverified', 'wait-fraction', '429, to come back in half a second', busy('0.5')],
    ['unverified', 'wait-minus', '429, to come back in minus five seconds', busy('-5')],
    ['unverified', 'wait-nan', '429, to come back in NaN seconds', busy('NaN')],
    ['unverified', 'wait-nothing', '429 with an empty Retry-After', busy('')],
    ['unverified', 'wait-list', '429 with two times to come back', busy('1\r\nRetry-After: 7200')],
    ['unverified', 'wait-nonsense', '429, to come back on the 32nd', busy('Thu, 32 Foo 2026 99:99:99 GMT')],
    ['unverified', 'wait-unavailable', '503 with Retry-After and JSON', busy('1', '503 Unavailable')],
    ['unverified', 'wait-huge-body', '429 with a body of 3 MB', busy('0', '429 No', `"${'x'.repeat(3e6)}"`)],
  ] as readonly Row[]
).map(([kind, id, about, does]) => one('throttling', kind, id, about, does))

const elsewhere = (status: string, location?: string): Behaviour['does'] =>
  sends(() => whole('', location === undefined ? {} : { Location: location }, status))
const redirects = (
  [
    ['any', 'script-redirect', 'a redirect to a script', elsewhere('301 Moved', 'javascript:alert(1)')],
    ['any', 'no-location', '308 without a location', elsewhere('308 Permanent')],
    ['any', 'file-redirect', 'a redirect to a file', elsewhere('307 Temporary', 'file:///etc/passwd')],
    ['any', 'choices', '300 with ten locations', elsewhere('300 Choices', `/a${'\r\nLocation: /b'.repeat(9)}`)],
    ['any', 'use-proxy', '305, through another host', elsewhere('305 Use Proxy', 'http://127.0.0.1:1/')],
  ] as readonly Row[]
).map(([kind, id, about, does]) => one('redirects and clocks', kind, id, about, does))

export const oddBehaviours: readonly Behaviour[] = [
  ...headers,
  ...framing,
  ...codings,
  ...texts,
  ...waits,
  ...redirects,
]
