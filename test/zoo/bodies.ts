/** Bodies: empty, huge, deep, HTML pages, and messages of gateways. */
import { body, extra, length, ofGroup, raw, sends, whole } from './reply-bytes.ts'

export const bodies = ofGroup('bodies', [
  ['fail', 'empty', 'an empty body', body(() => '')],
  ['unverified', 'nine-megabytes', 'a member of 9 MB', body(text => extra(text, 'pad', `"${'x'.repeat(9_000_000)}"`))],
  ['legal', 'long-name', 'a member name of a megabyte', body(text => extra(text, 'n'.repeat(1_000_000), '"1"'))],
  [
    'unverified',
    'deep',
    'a million levels',
    body(text => extra(text, 'deep', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)),
  ],
  [
    'unverified',
    'five-million',
    'a list of five million',
    body(text => extra(text, 'list', `[${'"",'.repeat(1_999_999)}""]`)),
  ],
  ['legal', 'byte-order-mark', 'a byte order mark', body(text => `\ufeff${text}`)],
  ['legal', 'white-space', 'white space around it', body(text => `\n\t ${text}\r\n `)],
  [
    'fail',
    'page',
    'a page with status 200',
    body(() => '<html><body>Log in</body></html>', { 'Content-Type': 'text/html' }),
  ],
  [
    'unverified',
    'bad-gateway',
    'a page with status 502',
    sends(() => whole('<html>Bad Gateway</html>', {}, '502 Bad Gateway')),
  ],
  [
    'unverified',
    'unavailable',
    'a bare 503',
    sends(() => whole('upstream connect error', {}, '503 Service Unavailable')),
  ],
  ['unverified', 'gateway-timeout', 'an empty 504', sends(() => whole('', {}, '504 Gateway Timeout'))],
  [
    'legal',
    'text-plain',
    'another content type',
    body(text => text, { 'Content-Type': 'text/plain; charset=iso-8859-1' }),
  ],
  ['legal', 'no-type', 'no content type', sends(good => raw('200 OK', length(good.body), good.body))],
])
