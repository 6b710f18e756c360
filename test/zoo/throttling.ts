/** Replies that throttle requests, in all usual forms. */
import { ofGroup, sends, whole } from './reply-bytes.ts'

export const throttling = ofGroup('throttling', [
  [
    'unverified',
    'always-429',
    '429 for ever',
    sends(() => whole('{}', { 'Retry-After': '0' }, '429 Too Many Requests')),
  ],
  [
    'unverified',
    'a-day',
    '429, to come back in a day',
    sends(() => whole('{}', { 'Retry-After': '86400' }, '429 Too Many Requests')),
  ],
  [
    'unverified',
    'long-ago',
    '429, to come back in the past',
    sends(() => whole('{}', { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT' }, '429 Too Many Requests')),
  ],
  [
    'unverified',
    'unreadable-wait',
    '429, to come back "soon"',
    sends(() => whole('', { 'Retry-After': 'soon' }, '429 Too Many Requests')),
  ],
  [
    'unverified',
    'busy',
    '503 with Retry-After',
    sends(() => whole('', { 'Retry-After': '1' }, '503 Service Unavailable')),
  ],
])
