/** Unusual JSON, and texts that do harm if they are printed. */
import { body, extra, ofGroup } from './reply-bytes.ts'

export const texts = ofGroup('JSON and texts', [
  ['fail', 'not-a-number', 'NaN, which is not a JSON', body(text => extra(text, 'x', 'NaN'))],
  ['fail', 'comment', 'a comment, which is not a JSON', body(text => `/* hi */ ${text}`)],
  ['fail', 'torn', 'JSON that is cut off', body(text => text.slice(0, -3))],
  [
    'legal',
    'proto',
    'members called __proto__ and constructor',
    body(text => extra(extra(text, '__proto__', '{"a":"b"}'), 'constructor', '"c"')),
  ],
  ['legal', 'lone-surrogate', 'half of a surrogate pair', body(text => extra(text, 'x', '"\\ud800"'))],
  [
    'legal',
    'escapes',
    'terminal escapes and bidirectional marks',
    body(text => extra(text, 'x', '"\\u001b[2J\\u202eabc"')),
  ],
  [
    'legal',
    'markup',
    'markup that would run in a page',
    body(text => extra(text, '</script><script>alert(1)</script>', '"<img src=x onerror=alert(1)>"')),
  ],
  [
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
  ],
  ['any', 'twice', 'every member twice', body(text => `${text.slice(0, -1)},${text.slice(1)}`)],
  [
    'legal',
    'all-escaped',
    'every letter escaped',
    body(text => text.replaceAll(/[a-z]/g, letter => `\\u00${letter.charCodeAt(0).toString(16)}`)),
  ],
])
