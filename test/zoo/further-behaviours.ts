/** Rarer misbehaviour: other protocols, limits, and texts made to be misread. */
import { gzipSync } from 'node:zlib'
import { type Behaviour, body, chunked, chunks, extra, json, onceAsked, one, raw, sends, whole } from './reply-bytes.ts'

type Row = readonly [Behaviour['kind'], string, string, Behaviour['does']]

const spaces = onceAsked(() => gzipSync(Buffer.alloc(7 * 1024 * 1024, 0x20)))

const protocols = (
  [
    ['unverified', 'http-2', 'the preface of HTTP/2', sends(() => Buffer.from('000012040000000000', 'hex'), 'closes')],
    ['unverified', 'http-0.9', 'a body without any header', sends(good => good.body, 'closes')],
    [
      'unverified',
      'http-9',
      'a version of HTTP that does not exist',
      sends(good => whole(good.body).toString().replace('1.1', '9.9'), 'closes'),
    ],
    [
      'unverified',
      'negative-length',
      'a negative length',
      sends(good => raw('200 OK', { ...json, 'Content-Length': '-5' }, good.body), 'closes'),
    ],
    [
      'unverified',
      'signed-length',
      'a length with a sign',
      sends(good => raw('200 OK', { ...json, 'Content-Length': `+${good.body.length}` }, good.body), 'closes'),
    ],
    [
      'unverified',
      'endless-length',
      'a length of thirty digits',
      sends(good => raw('200 OK', { ...json, 'Content-Length': '9'.repeat(30) }, good.body), 'closes'),
    ],
    [
      'unverified',
      'body-never-comes',
      'a length, and then nothing',
      sends(() => raw('200 OK', { ...json, 'Content-Length': '500' }, '')),
    ],
    [
      'any',
      'unknown-transfer',
      'a transfer coding that nobody asked for',
      sends(
        good => raw('200 OK', { ...json, 'Transfer-Encoding': 'gzip, chunked' }, `${chunks(good.body, 30)}0\r\n\r\n`),
        'closes',
      ),
    ],
    [
      'unverified',
      'space-in-name',
      'a header name with a space',
      sends(good => whole(good.body, { 'X Odd': '1' }), 'closes'),
    ],
    [
      'any',
      'folded-header',
      'a header over two lines',
      sends(good => whole(good.body, { 'X-Folded': 'a\r\n b' }), 'closes'),
    ],
    [
      'unverified',
      'five-thousand-headers',
      '5000 headers',
      sends(
        good =>
          whole(
            good.body,
            Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`X-Long-Name-${n}`, 'y'.repeat(20)])),
          ),
        'closes',
      ),
    ],
    [
      'any',
      'long-extension',
      'a chunk extension of a megabyte',
      sends(
        good =>
          raw('200 OK', chunked, `${chunks(good.body, 30).replace('\r\n', `;${'a'.repeat(1_000_000)}\r\n`)}0\r\n\r\n`),
        'closes',
      ),
    ],
    [
      'any',
      'two-replies',
      'two replies to one request',
      sends(good => Buffer.concat([whole(good.body), whole('{"status":"false"}')])),
    ],
    [
      'any',
      'late-reply',
      'a second reply a moment later',
      (socket, good) => {
        socket.write(whole(good.body))
        setTimeout(() => socket.write(whole('{"status":"false"}')), 20)
      },
    ],
    [
      'legal',
      'half-closes-after',
      'ends its side after each reply',
      (socket, good) => void socket.end(whole(good.body)),
    ],
    [
      'legal',
      'short-keep-alive',
      'says that it keeps connections for no time',
      sends(good => whole(good.body, { 'Keep-Alive': 'timeout=0, max=1' })),
    ],
    [
      'legal',
      'slow',
      'answers after a third of a second',
      (socket, good) => void setTimeout(() => socket.write(whole(good.body)), 300),
    ],
    ['any', 'no-content', '204, and no body', sends(() => raw('204 No Content', {}, ''))],
    ['any', 'not-modified', '304, though nothing was conditional', sends(() => raw('304 Not Modified', {}, ''))],
    ['any', 'status-1000', 'a status of four digits', sends(good => whole(good.body, {}, '1000 What'), 'closes')],
    [
      'unverified',
      'many-interim',
      'interim replies without end',
      sends(() => 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50_000)),
    ],
    [
      'unverified',
      'long-interim',
      'an interim reply that does not end',
      sends(() => `HTTP/1.1 103 Early Hints\r\nLink: ${'x'.repeat(9_000_000)}`),
    ],
  ] satisfies Row[]
).map(([kind, id, about, does]) => one('framing', kind, id, about, does))

const sizes = (
  [
    [
      'any',
      'million-chunks',
      'two megabytes in chunks of one byte',
      sends(good => raw('200 OK', chunked, `${'1\r\n \r\n'.repeat(2_000_000)}${chunks(good.body, 30)}0\r\n\r\n`)),
    ],
    [
      'legal',
      'seven-megabytes',
      '7 MB of white space in 7 KB of gzip',
      body(text => Buffer.concat([spaces(), gzipSync(text)]), { 'Content-Encoding': 'gzip' }),
    ],
    [
      'legal',
      'many-members',
      'a hundred thousand members',
      body(text => extra(text, 'x', `{${Array.from({ length: 100_000 }, (_, n) => `"m${n}":""`).join(',')}}`)),
    ],
    [
      'legal',
      'many-objects',
      'a list of 200,000 objects',
      body(text => extra(text, 'x', `[${'{"a":""},'.repeat(199_999)}{}]`)),
    ],
    [
      'legal',
      'quite-deep',
      'four hundred levels',
      body(text => extra(text, 'x', `${'['.repeat(400)}${']'.repeat(400)}`)),
    ],
    [
      'legal',
      'null-escapes',
      '200,000 escaped null characters',
      body(text => extra(text, 'x', `"${'\\u0000'.repeat(200_000)}"`)),
    ],
    [
      'legal',
      'backslashes',
      'a megabyte of backslashes',
      body(text => extra(text, 'x', `"${'\\\\'.repeat(500_000)}"`)),
    ],
    [
      'fail',
      'unclosed-string',
      'a string of a megabyte that is not closed',
      body(text => `${text.slice(0, -1)},"x":"${'y'.repeat(1_000_000)}`),
    ],
    // Not JSON, so it fails in spite of its depth.
    ['fail', 'brackets', 'a hundred thousand brackets that are not closed', body(() => '['.repeat(100_000))],
  ] satisfies Row[]
).map(([kind, id, about, does]) => one('bodies', kind, id, about, does))

const texts = (
  [
    [
      'legal',
      'then',
      'members called then, toString and length',
      body(text => extra(extra(extra(text, 'then', '"x"'), 'toString', '"y"'), 'length', '"z"')),
    ],
    ['legal', 'empty-name', 'a member without a name', body(text => extra(text, '', '""'))],
    [
      'legal',
      'placeholder',
      'what looks like a hidden secret',
      body(text => extra(text, '{{secret:1}}', '"{{secret:99999}}"')),
    ],
    [
      'legal',
      'template',
      'what looks like a template or a path',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text looks like a placeholder
      body(text => extra(text, '${HOME}', '"%s %n ../../../etc/passwd $(id) `id`"')),
    ],
    ['legal', 'formula', 'what a spreadsheet would run', body(text => extra(text, '=cmd()', '"@SUM(1)|-2+3"'))],
    [
      'legal',
      'xml',
      'the end of a CDATA section and entities',
      body(text => extra(text, ']]>', '"&#0; ]]> <!DOCTYPE x [<!ENTITY a \\"b\\">]>"')),
    ],
    ['fail', 'utf-16', 'UTF-16', body(text => Buffer.from(`\ufeff${text}`, 'utf16le'))],
    ['fail', 'two-values', 'two JSON values, one after the other', body(text => `${text}${text}`)],
    ['fail', 'lines', 'JSON lines', body(text => `${text}\n{"a":"b"}`)],
    ['fail', 'jsonp', 'a call around the JSON', body(text => `callback(${text})`)],
    ['fail', 'guarded', 'a guard before the JSON', body(text => `)]}',\n${text}`)],
    ['fail', 'string', 'the JSON as a text', body(text => JSON.stringify(text))],
    ['fail', 'null', 'null', body(() => 'null')],
  ] satisfies Row[]
).map(([kind, id, about, does]) => one('JSON and texts', kind, id, about, does))

const slowDown = (wait: string): Behaviour['does'] =>
  sends(() => whole('{}', { 'Retry-After': wait }, '429 Too Many Requests'))

const throttling = (
  [
    ['unverified', 'negative-wait', '429, to come back before now', slowDown('-5')],
    ['unverified', 'endless-wait', '429, to come back in 1e308 seconds', slowDown('1e308')],
    ['unverified', 'infinite-wait', '429, to come back in Infinity seconds', slowDown('Infinity')],
    ['unverified', 'wait-in-hex', '429, to come back in 0x7fffffff seconds', slowDown('0x7fffffff')],
    ['unverified', 'empty-wait', '429, to come back at an unnamed time', slowDown('')],
    ['unverified', 'far-date', '429, to come back in the year 9999', slowDown('Fri, 31 Dec 9999 23:59:59 GMT')],
    ['legal', 'wait-with-success', '200 with Retry-After', body(text => text, { 'Retry-After': '3600' })],
  ] satisfies Row[]
).map(([kind, id, about, does]) => one('throttling', kind, id, about, does))

const addresses = (
  [
    [
      'legal',
      'other-addresses',
      'headers that name other addresses',
      body(text => text, {
        Refresh: '0; url=http://127.0.0.1:1/',
        Link: '<http://127.0.0.1:1/x>; rel=preload',
        'Alt-Svc': 'h2="127.0.0.1:1"',
        'Content-Location': 'http://127.0.0.1:1/',
      }),
    ],
    [
      'any',
      'redirect-loop',
      'a redirect to a broken address',
      sends(() => whole('', { Location: 'http://[::1' }, '301 Moved')),
    ],
    [
      'any',
      'asks-for-password',
      '401 that asks for a password',
      sends(() => whole('{}', { 'WWW-Authenticate': 'Basic realm="x"' }, '401 Unauthorized')),
    ],
    [
      'any',
      'asks-for-proxy',
      '407 that asks for a password',
      sends(() => whole('{}', { 'Proxy-Authenticate': 'Basic' }, '407 Proxy')),
    ],
  ] satisfies Row[]
).map(([kind, id, about, does]) => one('redirects and clocks', kind, id, about, does))

export const furtherBehaviours: readonly Behaviour[] = [...protocols, ...sizes, ...texts, ...throttling, ...addresses]
