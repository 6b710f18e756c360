/** What a deployment, or what stands before it, may do to a reply: each with the kind of verdict that is right for it. */
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

/** The reply as it should be. */
export interface Good {
  readonly status: number
  readonly body: string
}

export interface Behaviour {
  readonly id: string
  readonly group: string
  readonly about: string
  /** Legal: nothing fails. Unverified: nothing fails or passes. Fail: something fails. Any: only that the run goes on. */
  readonly kind: 'legal' | 'unverified' | 'fail' | 'any'
  readonly does: (socket: Socket, good: Good) => void
  /** What the run judges, where it is more than two endpoints. */
  readonly only?: readonly string[]
}

type Headers = Readonly<Record<string, string>>

export function raw(status: string, headers: Headers, body: string | Buffer): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}
const length = (body: string | Buffer): Headers => ({ 'Content-Length': String(Buffer.byteLength(body)) })
export const json = { 'Content-Type': 'application/json' }
export const whole = (body: string | Buffer, headers: Headers = {}, status = '200 OK'): Buffer =>
  raw(status, { ...json, ...length(body), ...headers }, body)

export const one = (
  group: string,
  kind: Behaviour['kind'],
  id: string,
  about: string,
  does: Behaviour['does'],
): Behaviour => ({
  ...{ group, kind, id, about, does },
})
export const sends =
  (make: (good: Good) => string | Buffer, then: 'stays' | 'closes' = 'stays'): Behaviour['does'] =>
  (socket, good) =>
    void (then === 'closes' ? socket.end(make(good)) : socket.write(make(good)))
export const body = (make: (text: string) => string | Buffer, headers: Headers = {}): Behaviour['does'] =>
  sends(good => whole(make(good.body), headers))
export const chunks = (text: string, size: number): string =>
  (text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
    .map(part => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
    .join('')
export const chunked = { ...json, 'Transfer-Encoding': 'chunked' }
/** One more member in the envelope, which is legal. */
export const extra = (text: string, name: string, value: string): string =>
  text.replace(/^\{/, `{${JSON.stringify(name)}:${value},`)

function drips(socket: Socket, pieces: Buffer, from: number): void {
  let at = from
  socket.write(pieces.subarray(0, from))
  const timer = setInterval(() => void (at < pieces.length && socket.write(pieces.subarray(at, ++at))), 40)
  socket.once('close', () => clearInterval(timer))
}

const connections = [
  one('connections', 'unverified', 'closes', 'closes the connection without a reply', socket => void socket.destroy()),
  one('connections', 'unverified', 'resets', 'resets the connection', socket => void socket.resetAndDestroy()),
  one('connections', 'unverified', 'half-closes', 'ends its side without a reply', socket => void socket.end()),
  one('connections', 'unverified', 'silent', 'never answers', () => {}),
  one(
    'connections',
    'unverified',
    'cut-in-headers',
    'closes in the middle of the headers',
    sends(() => 'HTTP/1.1 200 OK\r\nContent-Ty', 'closes'),
  ),
  one(
    'connections',
    'unverified',
    'cut-in-body',
    'closes in the middle of the body',
    sends(good => raw('200 OK', { ...json, 'Content-Length': '9999' }, good.body), 'closes'),
  ),
  one(
    'connections',
    'legal',
    'closes-after',
    'closes after each reply and says so',
    sends(good => whole(good.body, { Connection: 'close' }), 'closes'),
  ),
  one(
    'connections',
    'legal',
    'closes-unsaid',
    'closes after each reply without a word',
    sends(good => whole(good.body), 'closes'),
  ),
  one('connections', 'unverified', 'drips-headers', 'sends the headers one byte at a time, for ever', (socket, good) =>
    drips(socket, whole(good.body, { 'X-Pad': 'x'.repeat(5000) }), 1),
  ),
  one('connections', 'unverified', 'drips-body', 'sends the body one byte at a time, for ever', (socket, good) =>
    drips(socket, whole(`${good.body}${' '.repeat(5000)}`), 120),
  ),
  one('connections', 'legal', 'in-two-packets', 'sends the body in a second packet', (socket, good) => {
    const bytes = whole(good.body)
    socket.write(bytes.subarray(0, bytes.length - 9))
    setTimeout(() => socket.write(bytes.subarray(bytes.length - 9)), 30)
  }),
]

const framing = [
  one(
    'framing',
    'legal',
    'chunked',
    'chunked transfer',
    sends(good => raw('200 OK', chunked, `${chunks(good.body, 30)}0\r\n\r\n`)),
  ),
  one(
    'framing',
    'legal',
    'tiny-chunks',
    'one character in each chunk',
    sends(good => raw('200 OK', chunked, `${chunks(good.body, 1)}0\r\n\r\n`)),
  ),
  one(
    'framing',
    'legal',
    'chunk-trailers',
    'chunk extensions and trailers',
    sends(good =>
      raw('200 OK', chunked, `${chunks(good.body, 30).replace('\r\n', ';a=b\r\n')}0\r\nX-After: 1\r\n\r\n`),
    ),
  ),
  one(
    'framing',
    'unverified',
    'bad-chunk-size',
    'a chunk size that is not a number',
    sends(good => raw('200 OK', chunked, `zz\r\n${good.body}\r\n`), 'closes'),
  ),
  one(
    'framing',
    'unverified',
    'no-last-chunk',
    'no last chunk',
    sends(good => raw('200 OK', chunked, chunks(good.body, 30)), 'closes'),
  ),
  one(
    'framing',
    'unverified',
    'two-lengths',
    'two lengths that differ',
    sends(
      good =>
        raw('200 OK', json, '')
          .toString()
          .replace('\r\n\r\n', `\r\nContent-Length: 5\r\nContent-Length: 500\r\n\r\n${good.body}`),
      'closes',
    ),
  ),
  one(
    'framing',
    'unverified',
    'length-and-chunks',
    'a length and chunks at once',
    sends(good => raw('200 OK', { ...chunked, 'Content-Length': '3' }, `${chunks(good.body, 30)}0\r\n\r\n`), 'closes'),
  ),
  one(
    'framing',
    'any',
    'length-too-small',
    'a length that is too small',
    sends(good => raw('200 OK', { ...json, 'Content-Length': '10' }, good.body), 'closes'),
  ),
  one(
    'framing',
    'legal',
    'until-closed',
    'no length: the body ends with the connection',
    sends(good => raw('200 OK', json, good.body), 'closes'),
  ),
  one(
    'framing',
    'legal',
    'http-1.0',
    'HTTP/1.0',
    sends(good => whole(good.body).toString().replace('HTTP/1.1', 'HTTP/1.0'), 'closes'),
  ),
  one(
    'framing',
    'legal',
    'no-reason',
    'no reason phrase',
    sends(good => whole(good.body, {}, '200 ')),
  ),
  one(
    'framing',
    'legal',
    'continue',
    '100 Continue first',
    sends(good => `HTTP/1.1 100 Continue\r\n\r\n${whole(good.body)}`),
  ),
  one(
    'framing',
    'legal',
    'early-hints',
    '103 Early Hints first',
    sends(good => `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${whole(good.body)}`),
  ),
  one(
    'framing',
    'legal',
    'processing',
    '102 Processing, three times',
    sends(good => `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(3)}${whole(good.body)}`),
  ),
  one(
    'framing',
    'unverified',
    'switches',
    '101 Switching Protocols',
    sends(() => raw('101 Switching Protocols', { Upgrade: 'x', Connection: 'Upgrade' }, '')),
  ),
  one(
    'framing',
    'unverified',
    'not-http',
    'not HTTP at all',
    sends(() => 'SSH-2.0-OpenSSH_9.0\r\n', 'closes'),
  ),
  one(
    'framing',
    'unverified',
    'large-header',
    'a header of 200 KB',
    sends(good => whole(good.body, { 'X-Large': 'x'.repeat(200_000) }), 'closes'),
  ),
  one(
    'framing',
    'legal',
    'many-headers',
    '300 headers',
    sends(good => whole(good.body, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`X-${n}`, 'y'])))),
  ),
  one(
    'framing',
    'unverified',
    'nul-in-header',
    'a null byte in a header',
    sends(good => whole(good.body, { 'X-Nul': 'a\u0000b' }), 'closes'),
  ),
  one(
    'framing',
    'any',
    'status-999',
    'the status 999',
    sends(good => whole(good.body, {}, '999 What')),
  ),
  one(
    'framing',
    'any',
    'line-feeds',
    'line feeds without carriage returns',
    sends(good => whole(good.body).toString().replaceAll('\r\n', '\n'), 'closes'),
  ),
]

const codings = [
  one(
    'codings',
    'legal',
    'gzip',
    'gzip',
    body(text => gzipSync(text), { 'Content-Encoding': 'gzip' }),
  ),
  one(
    'codings',
    'legal',
    'deflate',
    'deflate',
    body(text => deflateSync(text), { 'Content-Encoding': 'deflate' }),
  ),
  one(
    'codings',
    'legal',
    'raw-deflate',
    'deflate without its header',
    body(text => deflateRawSync(text), { 'Content-Encoding': 'deflate' }),
  ),
  one(
    'codings',
    'legal',
    'brotli',
    'brotli',
    body(text => brotliCompressSync(text), { 'Content-Encoding': 'br' }),
  ),
  one(
    'codings',
    'legal',
    'gzip-twice',
    'gzip in gzip',
    body(text => gzipSync(gzipSync(text)), { 'Content-Encoding': 'gzip, gzip' }),
  ),
  one(
    'codings',
    'legal',
    'identity',
    'identity',
    body(text => text, { 'Content-Encoding': 'identity' }),
  ),
  one(
    'codings',
    'unverified',
    'unknown-coding',
    'a coding that nobody asked for',
    body(text => text, { 'Content-Encoding': 'zstd' }),
  ),
  one(
    'codings',
    'unverified',
    'not-gzip',
    'says gzip and is not',
    body(text => text, { 'Content-Encoding': 'gzip' }),
  ),
  one(
    'codings',
    'unverified',
    'torn-gzip',
    'gzip that is cut off',
    body(text => gzipSync(text).subarray(0, 20), { 'Content-Encoding': 'gzip' }),
  ),
  one(
    'codings',
    'unverified',
    'gzip-bomb',
    '64 MB in 64 KB of gzip',
    body(() => BOMB, { 'Content-Encoding': 'gzip' }),
  ),
  one(
    'codings',
    'unverified',
    'ten-codings',
    'ten codings, one over the other',
    body(text => text, { 'Content-Encoding': Array(10).fill('gzip').join(', ') }),
  ),
]
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024))

const bodies = [
  one(
    'bodies',
    'fail',
    'empty',
    'an empty body',
    body(() => ''),
  ),
  one(
    'bodies',
    'unverified',
    'nine-megabytes',
    'a member of 9 MB',
    body(text => extra(text, 'pad', `"${'x'.repeat(9_000_000)}"`)),
  ),
  one(
    'bodies',
    'legal',
    'long-name',
    'a member name of a megabyte',
    body(text => extra(text, 'n'.repeat(1_000_000), '"1"')),
  ),
  one(
    'bodies',
    'unverified',
    'deep',
    'a million levels',
    body(text => extra(text, 'deep', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)),
  ),
  one(
    'bodies',
    'unverified',
    'five-million',
    'a list of five million',
    body(text => extra(text, 'list', `[${'"",'.repeat(1_999_999)}""]`)),
  ),
  one(
    'bodies',
    'legal',
    'byte-order-mark',
    'a byte order mark',
    body(text => `\ufeff${text}`),
  ),
  one(
    'bodies',
    'legal',
    'white-space',
    'white space around it',
    body(text => `\n\t ${text}\r\n `),
  ),
  one(
    'bodies',
    'fail',
    'page',
    'a page with status 200',
    body(() => '<html><body>Log in</body></html>', { 'Content-Type': 'text/html' }),
  ),
  one(
    'bodies',
    'unverified',
    'bad-gateway',
    'a page with status 502',
    sends(() => whole('<html>Bad Gateway</html>', {}, '502 Bad Gateway')),
  ),
  one(
    'bodies',
    'unverified',
    'unavailable',
    'a bare 503',
    sends(() => whole('upstream connect error', {}, '503 Service Unavailable')),
  ),
  one(
    'bodies',
    'unverified',
    'gateway-timeout',
    'an empty 504',
    sends(() => whole('', {}, '504 Gateway Timeout')),
  ),
  one(
    'bodies',
    'legal',
    'text-plain',
    'another content type',
    body(text => text, { 'Content-Type': 'text/plain; charset=iso-8859-1' }),
  ),
  one(
    'bodies',
    'legal',
    'no-type',
    'no content type',
    sends(good => raw('200 OK', length(good.body), good.body)),
  ),
]

const texts = [
  one(
    'JSON and texts',
    'fail',
    'not-a-number',
    'NaN, which is not a JSON',
    body(text => extra(text, 'x', 'NaN')),
  ),
  one(
    'JSON and texts',
    'fail',
    'comment',
    'a comment, which is not a JSON',
    body(text => `/* hi */ ${text}`),
  ),
  one(
    'JSON and texts',
    'fail',
    'torn',
    'JSON that is cut off',
    body(text => text.slice(0, -3)),
  ),
  one(
    'JSON and texts',
    'legal',
    'proto',
    'members called __proto__ and constructor',
    body(text => extra(extra(text, '__proto__', '{"a":"b"}'), 'constructor', '"c"')),
  ),
  one(
    'JSON and texts',
    'legal',
    'lone-surrogate',
    'half of a surrogate pair',
    body(text => extra(text, 'x', '"\\ud800"')),
  ),
  one(
    'JSON and texts',
    'legal',
    'escapes',
    'terminal escapes and bidirectional marks',
    body(text => extra(text, 'x', '"\\u001b[2J\\u202eabc"')),
  ),
  one(
    'JSON and texts',
    'legal',
    'markup',
    'markup that would run in a page',
    body(text => extra(text, '</script><script>alert(1)</script>', '"<img src=x onerror=alert(1)>"')),
  ),
  one(
    'JSON and texts',
    'any',
    'invalid-utf8',
    'bytes that are no UTF-8',
    body(text =>
      Buffer.concat([
        Buffer.from(extra(text, 'x', '"').slice(0, 7)),
        Buffer.from([0xff, 0xfe, 0x22]),
        Buffer.from(`,${text.slice(1)}`),
      ]),
    ),
  ),
  one(
    'JSON and texts',
    'any',
    'twice',
    'every member twice',
    body(text => `${text.slice(0, -1)},${text.slice(1)}`),
  ),
  one(
    'JSON and texts',
    'legal',
    'all-escaped',
    'every letter escaped',
    body(text => text.replaceAll(/[a-z]/g, letter => `\\u00${letter.charCodeAt(0).toString(16)}`)),
  ),
]

const throttling = [
  one(
    'throttling',
    'unverified',
    'always-429',
    '429 for ever',
    sends(() => whole('{}', { 'Retry-After': '0' }, '429 Too Many Requests')),
  ),
  one(
    'throttling',
    'unverified',
    'a-day',
    '429, to come back in a day',
    sends(() => whole('{}', { 'Retry-After': '86400' }, '429 Too Many Requests')),
  ),
  one(
    'throttling',
    'unverified',
    'long-ago',
    '429, to come back in the past',
    sends(() => whole('{}', { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT' }, '429 Too Many Requests')),
  ),
  one(
    'throttling',
    'unverified',
    'unreadable-wait',
    '429, to come back "soon"',
    sends(() => whole('', { 'Retry-After': 'soon' }, '429 Too Many Requests')),
  ),
  one(
    'throttling',
    'unverified',
    'busy',
    '503 with Retry-After',
    sends(() => whole('', { 'Retry-After': '1' }, '503 Service Unavailable')),
  ),
]

const elsewhere = [
  one(
    'redirects and clocks',
    'fail',
    'redirect',
    'a redirect to another address, which is not contacted',
    sends(() => whole('', { Location: 'http://127.0.0.1:1/elsewhere' }, '302 Found')),
  ),
  one(
    'redirects and clocks',
    'fail',
    'redirect-to-itself',
    'a redirect to itself',
    sends(() => whole('', { Location: '/' }, '307 Temporary Redirect')),
  ),
  one(
    'redirects and clocks',
    'legal',
    'odd-date',
    'a Date header of the year 1601',
    body(text => text, { Date: 'Mon, 01 Jan 1601 00:00:00 GMT' }),
  ),
  one(
    'redirects and clocks',
    'legal',
    'cookies',
    'two hundred cookies',
    body(text => text, { 'Set-Cookie': Array.from({ length: 200 }, (_, n) => `a${n}=b`).join('; ') }),
  ),
]

export const behaviours: readonly Behaviour[] = [
  ...connections,
  ...framing,
  ...codings,
  ...bodies,
  ...texts,
  ...throttling,
  ...elsewhere,
]
