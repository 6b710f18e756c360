/** Faults of the envelope. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import type { When } from '../../operations/condition.ts'
import { envelope } from '../envelope.ts'
import { framing } from '../framing.ts'
import { listing } from '../listing.ts'
import type { Call } from '../operation.ts'
import { bySymbol, enveloped, fault, namesLanguage, ofEvery, ofInactive, onReplies, unlisted } from './fault.ts'

const everywhere = onReplies(enveloped)
const inPing = onReplies('ping')
const inTime = onReplies('getTime')
const inMarkets = onReplies('getExchangeInfo')
const inCoins = onReplies('getCoinsInfo')
const inBooks = onReplies('getOrderbook')

const only = (operation: string) => ({ where: ({ about }: Call) => about.operation === operation })
const cut = (operation: string) => alter(envelope, 'written', text => text.slice(0, -7), only(operation))
const carriesKey = { where: ({ request }: Call) => request.header('x-svc-apikey') !== undefined }

const flag = { set: true }
const absent = { drop: true } as const
const inSeconds = { match: '\\d{3}$', with: '' }
const status = 'envelope.status'
const time = 'envelope.server-time'
const milliseconds = 'envelope.server-time-milliseconds'

const ofJson: readonly Fault[] = [
  fault('envelope.json.cut', 'time answers with JSON cut short', 'envelope.json', cut('getTime')),
  fault('envelope.json.cut-coins', 'coins_info answers with JSON cut short', 'envelope.json', cut('getCoinsInfo')),
  fault(
    'envelope.json.html',
    'ping answers with a page',
    'envelope.json',
    alter(envelope, 'written', () => '<html><body>OK</body></html>', only('ping')),
  ),
  inPing('envelope.json.list', 'ping answers with an array', 'envelope.json', '', { as: 'array' }),
]

/** Some replies are the bare payload, without the envelope. */
const bare = (id: string, describes: string, when: When<Call, [result: unknown]>): Fault =>
  fault(
    `envelope.bare.${id}`,
    describes,
    'envelope.json',
    alter(envelope, 'body', (_body, _call, result) => result, when),
  )

const ofBare: readonly Fault[] = [
  bare('second-ping', 'the second ping is answered without an envelope', { ...only('ping'), nth: 2 }),
  bare('by-symbol', 'exchange_info with symbol answers without an envelope', {
    where: ({ about, params }) => about.operation === 'getExchangeInfo' && params.has('symbol'),
  }),
]

const ofStatus: readonly Fault[] = [
  everywhere('envelope.status.boolean', 'status is the boolean true', status, 'status', flag),
  everywhere('envelope.status.upper-case', "status is 'TRUE'", status, 'status', { set: 'TRUE' }),
  inTime('envelope.status.ok', "status is 'ok' in the replies of time", status, 'status', { set: 'ok' }),
  inCoins('envelope.status.not-in-coins', 'coins_info has no status', status, 'status', absent),
  inBooks(
    'envelope.status.one-in-three',
    'status is a boolean in the books of every third market',
    status,
    'status',
    flag,
    ofEvery(3),
  ),
  everywhere(
    'envelope.status.one-in-fifty',
    'status is a boolean in the replies to one kind of request in fifty',
    status,
    'status',
    flag,
    { oneIn: 50 },
  ),
  everywhere(
    'envelope.status.one-in-forty',
    "the third reply to the same request has the status 'ok'",
    status,
    'status',
    { set: 'ok' },
    { nth: 3 },
  ),
  everywhere(
    'envelope.status.one-in-thirty',
    'the second reply to the same request has no status',
    status,
    'status',
    absent,
    { nth: 2 },
  ),
  inMarkets(
    'envelope.status.markets-by-symbol',
    "exchange_info with symbol has the status 'TRUE'",
    status,
    'status',
    { set: 'TRUE' },
    bySymbol,
  ),
  inCoins(
    'envelope.status.coins-by-symbol',
    'coins_info with symbol has no status',
    status,
    'status',
    absent,
    bySymbol,
  ),
  inBooks(
    'envelope.status.inactive-books',
    'books of inactive markets have a boolean as status',
    status,
    'status',
    flag,
    ofInactive,
  ),
  inMarkets(
    'occasion.filtered.status.boolean',
    'status is a boolean in filtered markets',
    status,
    'status',
    flag,
    bySymbol,
  ),
  inCoins('occasion.filtered.status.absent', 'filtered coins have no status', status, 'status', absent, bySymbol),
  inCoins('occasion.filtered.status.ok', "status is 'ok' in filtered coins", status, 'status', { set: 'ok' }, bySymbol),
  inMarkets(
    'occasion.asleep.status.boolean',
    'status is a boolean where an inactive market is asked for',
    status,
    'status',
    flag,
    ofInactive,
  ),
  everywhere(
    'occasion.client.status.boolean',
    'status is a boolean for clients that name a language',
    status,
    'status',
    flag,
    namesLanguage,
  ),
  inPing(
    'occasion.credentials.status.boolean',
    'status is a boolean where credentials are sent',
    status,
    'status',
    flag,
    carriesKey,
  ),
  inPing('occasion.late.status.boolean', 'from the fourth ping on status is a boolean', status, 'status', flag, {
    from: 4,
  }),
]

const ofServerTime: readonly Fault[] = [
  inPing('envelope.server-time.not-in-ping', 'ping has no serverTime', time, 'serverTime', absent),
  everywhere('envelope.server-time.date', 'serverTime is written as a date', time, 'serverTime', {
    set: '2031-01-01T00:00:00.000Z',
  }),
  inBooks('envelope.server-time.fraction', 'serverTime has a fraction in order books', time, 'serverTime', {
    match: '$',
    with: '.25',
  }),
  everywhere(
    'envelope.server-time.one-in-fifty',
    'serverTime is missing in the replies to one kind of request in fifty',
    time,
    'serverTime',
    absent,
    { oneIn: 50 },
  ),
  inCoins(
    'occasion.filtered.server-time.number',
    'serverTime is a number in filtered coins',
    [time, 'numbers.strings'],
    'serverTime',
    { as: 'number' },
    bySymbol,
  ),
  inMarkets(
    'occasion.filtered.server-time.absent',
    'filtered markets have no serverTime',
    time,
    'serverTime',
    absent,
    bySymbol,
  ),
  inCoins(
    'occasion.unlisted.server-time.absent',
    'an unlisted coin has no serverTime',
    time,
    'serverTime',
    absent,
    unlisted,
  ),
  everywhere(
    'occasion.client.server-time.persian',
    'serverTime is in Persian digits for clients that name a language',
    time,
    'serverTime',
    { set: '۱۷۹۴۷۴۰۲۲۴۷۴۳' },
    namesLanguage,
  ),
  inTime(
    'occasion.late.server-time.absent',
    'from the fourth reading of time on there is no serverTime',
    time,
    'serverTime',
    absent,
    { from: 4 },
  ),
  everywhere('envelope.server-time.seconds', 'serverTime counts seconds', milliseconds, 'serverTime', inSeconds),
  inCoins(
    'envelope.server-time.microseconds',
    'serverTime counts microseconds in coins_info',
    milliseconds,
    'serverTime',
    { match: '$', with: '000' },
  ),
  inMarkets('envelope.server-time.stuck', 'serverTime stands still', milliseconds, 'serverTime', {
    set: '1400000000000',
  }),
  everywhere(
    'envelope.server-time.late-calls',
    'in the third reply to the same request and all after it serverTime counts seconds',
    milliseconds,
    'serverTime',
    inSeconds,
    { from: 3 },
  ),
  inMarkets(
    'occasion.asleep.server-time.seconds',
    'serverTime counts seconds where an inactive market is asked for',
    milliseconds,
    'serverTime',
    inSeconds,
    ofInactive,
  ),
]

/** Each letter beyond ASCII as one byte, as older encodings write it. */
const inOneByte = (text: string): Buffer =>
  Buffer.from(
    [...text].map(letter => (letter < '\u0080' ? letter.charCodeAt(0) : 0xc0 | (letter.charCodeAt(0) & 0x3f))),
  )

const recommended = { weight: 'should' } as const
const ofClockAndLetters: readonly Fault[] = [
  fault(
    'envelope.utf-8.coins',
    'coins_info writes Persian letters in one byte each',
    'envelope.utf-8',
    alter(
      framing,
      'framed',
      reply => (typeof reply.body === 'string' ? { ...reply, body: inOneByte(reply.body) } : reply),
      only('getCoinsInfo'),
    ),
    recommended,
  ),
  fault(
    'envelope.one-clock.local-time',
    'exchange_info tells the time of its time zone as if it were that of the epoch',
    'envelope.one-clock',
    alter(listing, 'time', now => now + 12_600_000, {
      where: ({ about }) => about.operation === 'getExchangeInfo',
    }),
    recommended,
  ),
]

const ofResult: readonly Fault[] = [
  inPing('envelope.result.dropped', 'ping has no result', 'envelope.result', 'result', absent),
  inTime('envelope.result.null', 'the result of time is null', 'envelope.result', 'result', { as: 'null' }),
  inPing('envelope.result.boolean', 'the result of ping is true', ['envelope.result', 'ping.pong'], 'result', flag),
]

export const envelopeFaults: readonly Fault[] = [
  ...ofJson,
  ...ofBare,
  ...ofStatus,
  ...ofServerTime,
  ...ofClockAndLetters,
  ...ofResult,
]
