/** Redirects, wrong clocks, and cookies. */
import { body, ofGroup, sends, whole } from './reply-bytes.ts'

const cookies = (count: number): string => Array.from({ length: count }, (_, n) => `a${n}=b`).join('\r\nSet-Cookie: ')

export const redirectsAndClocks = ofGroup('redirects and clocks', [
  [
    'fail',
    'redirect',
    'a redirect to another address, which is not contacted',
    sends(() => whole('', { Location: 'http://127.0.0.1:1/elsewhere' }, '302 Found')),
  ],
  [
    'fail',
    'redirect-to-itself',
    'a redirect to itself',
    sends(() => whole('', { Location: '/' }, '307 Temporary Redirect')),
  ],
  [
    'legal',
    'odd-date',
    'a Date header of the year 1601',
    body(text => text, { Date: 'Mon, 01 Jan 1601 00:00:00 GMT' }),
  ],
  [
    'legal',
    'cookies',
    'two hundred cookies',
    body(text => text, { 'Set-Cookie': Array.from({ length: 200 }, (_, n) => `a${n}=b`).join('; ') }),
  ],
  [
    'fail',
    'redirect-to-same-address',
    'a redirect to the very address that was asked for',
    sends(() => whole('', { Location: '' }, '301 Moved Permanently')),
  ],
  [
    'legal',
    'date-far-ahead',
    'a Date header of the year 9999, and one that is no date',
    body(text => text, { Date: 'Fri, 31 Dec 9999 23:59:59 GMT', date: 'yesterday' }),
  ],
  ['legal', 'cookie-flood', 'two thousand Set-Cookie headers', body(text => text, { 'Set-Cookie': cookies(2000) })],
  [
    'unverified',
    'too-many-cookies',
    'Set-Cookie headers of a megabyte',
    sends(good => whole(good.body, { 'Set-Cookie': cookies(50_000) }), 'closes'),
  ],
])
