/** Framing: lengths, chunks, status lines, interim replies and headers. */
import { chunked, chunks, json, ofGroup, raw, sends, whole } from './reply-bytes.ts'

export const framing = ofGroup('framing', [
  ['legal', 'chunked', 'chunked transfer', sends(good => raw('200 OK', chunked, `${chunks(good.body, 30)}0\r\n\r\n`))],
  [
    'legal',
    'tiny-chunks',
    'one character in each chunk',
    sends(good => raw('200 OK', chunked, `${chunks(good.body, 1)}0\r\n\r\n`)),
  ],
  [
    'legal',
    'chunk-trailers',
    'chunk extensions and trailers',
    sends(good =>
      raw('200 OK', chunked, `${chunks(good.body, 30).replace('\r\n', ';a=b\r\n')}0\r\nX-After: 1\r\n\r\n`),
    ),
  ],
  [
    'unverified',
    'bad-chunk-size',
    'a chunk size that is not a number',
    sends(good => raw('200 OK', chunked, `zz\r\n${good.body}\r\n`), 'closes'),
  ],
  [
    'unverified',
    'no-last-chunk',
    'no last chunk',
    sends(good => raw('200 OK', chunked, chunks(good.body, 30)), 'closes'),
  ],
  [
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
  ],
  [
    'unverified',
    'length-and-chunks',
    'a length and chunks at once',
    sends(good => raw('200 OK', { ...chunked, 'Content-Length': '3' }, `${chunks(good.body, 30)}0\r\n\r\n`), 'closes'),
  ],
  [
    'any',
    'length-too-small',
    'a length that is too small',
    sends(good => raw('200 OK', { ...json, 'Content-Length': '10' }, good.body), 'closes'),
  ],
  [
    'legal',
    'until-closed',
    'no length: the body ends with the connection',
    sends(good => raw('200 OK', json, good.body), 'closes'),
  ],
  [
    'legal',
    'http-1.0',
    'HTTP/1.0',
    sends(good => whole(good.body).toString().replace('HTTP/1.1', 'HTTP/1.0'), 'closes'),
  ],
  ['legal', 'no-reason', 'no reason phrase', sends(good => whole(good.body, {}, '200 '))],
  ['legal', 'continue', '100 Continue first', sends(good => `HTTP/1.1 100 Continue\r\n\r\n${whole(good.body)}`)],
  [
    'legal',
    'early-hints',
    '103 Early Hints first',
    sends(good => `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${whole(good.body)}`),
  ],
  [
    'legal',
    'processing',
    '102 Processing, three times',
    sends(good => `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(3)}${whole(good.body)}`),
  ],
  [
    'unverified',
    'switches',
    '101 Switching Protocols',
    sends(() => raw('101 Switching Protocols', { Upgrade: 'x', Connection: 'Upgrade' }, '')),
  ],
  ['unverified', 'not-http', 'not HTTP at all', sends(() => 'SSH-2.0-OpenSSH_9.0\r\n', 'closes')],
  [
    'unverified',
    'large-header',
    'a header of 200 KB',
    sends(good => whole(good.body, { 'X-Large': 'x'.repeat(200_000) }), 'closes'),
  ],
  [
    'legal',
    'many-headers',
    '300 headers',
    sends(good => whole(good.body, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`X-${n}`, 'y'])))),
  ],
  [
    'unverified',
    'nul-in-header',
    'a null byte in a header',
    sends(good => whole(good.body, { 'X-Nul': 'a\u0000b' }), 'closes'),
  ],
  ['any', 'status-999', 'the status 999', sends(good => whole(good.body, {}, '999 What'))],
  [
    'any',
    'line-feeds',
    'line feeds without carriage returns',
    sends(good => whole(good.body).toString().replaceAll('\r\n', '\n'), 'closes'),
  ],
  ['legal', 'bare-status-line', 'a status line that ends after the status', sends(good => whole(good.body, {}, '200'))],
  [
    'unverified',
    'odd-header-name',
    'a header name with bytes that no name has',
    sends(good => Buffer.from(whole(good.body, { 'X-\u00ff\u0080': '1' }).toString(), 'latin1'), 'closes'),
  ],
  [
    'unverified',
    'switches-and-answers',
    '101 Switching Protocols, and then the reply',
    sends(good => `HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n${whole(good.body)}`),
  ],
  [
    'unverified',
    'overlong-chunk-size',
    'a chunk size of a thousand digits',
    sends(good => raw('200 OK', chunked, `${'1'.repeat(1000)}\r\n${good.body}\r\n0\r\n\r\n`), 'closes'),
  ],
  ['unverified', 'body-after-204', '204 with a body', sends(good => whole(good.body, {}, '204 No Content'))],
  ['unverified', 'body-after-304', '304 with a body', sends(good => whole(good.body, {}, '304 Not Modified'))],
])
