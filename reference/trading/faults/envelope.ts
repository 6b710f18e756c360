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
  fault('envelope.json.cut', 'time answers with JSON cut short', cut('getTime')),
  fault('envelope.json.cut-coins', 'coins_info answers with JSON cut short', cut('getCoinsInfo')),
  fault(
    'envelope.json.html',
    'ping answers with a page',
    alter(envelope, 'written', () => '<html><body>OK</body></html>', only('ping')),
  ),
  inPing('envelope.json.list', 'ping answers with an array', '', { as: 'array' }),
]

/** Some replies are the bare payload, without the envelope. */
const bare = (id: string, describes: string, when: When<Call, [result: unknown]>): Fault =>
  fault(
    `envelope.bare.${id}`,
    describes,
    alter(envelope, 'body', (_body, _call, result) => result, when),
    { breaches: 'envelope.json' },
  )

const ofBare: readonly Fault[] = [
  bare('second-ping', 'the second ping is answered without an envelope', { ...only('ping'), nth: 2 }),
  bare('by-symbol', 'exchange_info with symbol answers without an envelope', {
    where: ({ about, params }) => about.operation === 'getExchangeInfo' && params.has('symbol'),
  }),
]

const ofStatus: readonly Fault[] = [
  everywhere('envelope.status.boolean', 'status is the boolean true', 'status', flag, { breaches: status }),
  everywhere('envelope.status.upper-case', "status is 'TRUE'", 'status', { set: 'TRUE' }, { breaches: status }),
  inTime('envelope.status.ok', "status is 'ok' in the replies of time", 'status', { set: 'ok' }, { breaches: status }),
  inCoins('envelope.status.not-in-coins', 'coins_info has no status', 'status', absent, { breaches: status }),
  inBooks('envelope.status.one-in-three', 'status is a boolean in the books of every third market', 'status', flag, {
    ...ofEvery(3),
    breaches: status,
  }),
  everywhere(
    'envelope.status.one-in-fifty',
    'status is a boolean in the replies to one kind of request in fifty',
    'status',
    flag,
    { breaches: status, oneIn: 50 },
  ),
  everywhere(
    'envelope.status.one-in-forty',
    "the third reply to the same request has the status 'ok'",
    'status',
    { set: 'ok' },
    { breaches: status, nth: 3 },
  ),
  everywhere('envelope.status.one-in-thirty', 'the second reply to the same request has no status', 'status', absent, {
    breaches: status,
    nth: 2,
  }),
  inMarkets(
    'envelope.status.markets-by-symbol',
    "exchange_info with symbol has the status 'TRUE'",
    'status',
    { set: 'TRUE' },
    { ...bySymbol, breaches: status },
  ),
  inCoins('envelope.status.coins-by-symbol', 'coins_info with symbol has no status', 'status', absent, {
    ...bySymbol,
    breaches: status,
  }),
  inBooks('envelope.status.inactive-books', 'books of inactive markets have a boolean as status', 'status', flag, {
    ...ofInactive,
    breaches: status,
  }),
  inMarkets('occasion.filtered.status.boolean', 'status is a boolean in filtered markets', 'status', flag, {
    ...bySymbol,
    breaches: status,
  }),
  inCoins('occasion.filtered.status.absent', 'filtered coins have no status', 'status', absent, {
    ...bySymbol,
    breaches: status,
  }),
  inCoins(
    'occasion.filtered.status.ok',
    "status is 'ok' in filtered coins",
    'status',
    { set: 'ok' },
    { ...bySymbol, breaches: status },
  ),
  inMarkets(
    'occasion.asleep.status.boolean',
    'status is a boolean where an inactive market is asked for',
    'status',
    flag,
    { ...ofInactive, breaches: status },
  ),
  everywhere('occasion.client.status.boolean', 'status is a boolean for clients that name a language', 'status', flag, {
    ...namesLanguage,
    breaches: status,
  }),
  inPing('occasion.credentials.status.boolean', 'status is a boolean where credentials are sent', 'status', flag, {
    ...carriesKey,
    breaches: status,
  }),
  inPing('occasion.late.status.boolean', 'from the fourth ping on status is a boolean', 'status', flag, {
    breaches: status,
    from: 4,
  }),
]

const ofServerTime: readonly Fault[] = [
  inPing('envelope.server-time.not-in-ping', 'ping has no serverTime', 'serverTime', absent, { breaches: time }),
  everywhere(
    'envelope.server-time.date',
    'serverTime is written as a date',
    'serverTime',
    {
      set: '2031-01-01T00:00:00.000Z',
    },
    { breaches: time },
  ),
  inBooks(
    'envelope.server-time.fraction',
    'serverTime has a fraction in order books',
    'serverTime',
    {
      match: '$',
      with: '.25',
    },
    { breaches: time },
  ),
  everywhere(
    'envelope.server-time.one-in-fifty',
    'serverTime is missing in the replies to one kind of request in fifty',
    'serverTime',
    absent,
    { breaches: time, oneIn: 50 },
  ),
  inCoins(
    'occasion.filtered.server-time.number',
    'serverTime is a number in filtered coins',
    'serverTime',
    { as: 'number' },
    { ...bySymbol, breaches: [time, 'numbers.strings'] },
  ),
  inMarkets('occasion.filtered.server-time.absent', 'filtered markets have no serverTime', 'serverTime', absent, {
    ...bySymbol,
    breaches: time,
  }),
  inCoins('occasion.unlisted.server-time.absent', 'an unlisted coin has no serverTime', 'serverTime', absent, {
    ...unlisted,
    breaches: time,
  }),
  everywhere(
    'occasion.client.server-time.persian',
    'serverTime is in Persian digits for clients that name a language',
    'serverTime',
    { set: '۱۷۹۴۷۴۰۲۲۴۷۴۳' },
    { ...namesLanguage, breaches: time },
  ),
  inTime(
    'occasion.late.server-time.absent',
    'from the fourth reading of time on there is no serverTime',
    'serverTime',
    absent,
    { breaches: time, from: 4 },
  ),
  everywhere('envelope.server-time.seconds', 'serverTime counts seconds', 'serverTime', inSeconds, {
    breaches: milliseconds,
  }),
  inCoins(
    'envelope.server-time.microseconds',
    'serverTime counts microseconds in coins_info',
    'serverTime',
    { match: '$', with: '000' },
    { breaches: milliseconds },
  ),
  inMarkets(
    'envelope.server-time.stuck',
    'serverTime stands still',
    'serverTime',
    {
      set: '1400000000000',
    },
    { breaches: milliseconds },
  ),
  everywhere(
    'envelope.server-time.late-calls',
    'in the third reply to the same request and all after it serverTime counts seconds',
    'serverTime',
    inSeconds,
    { breaches: milliseconds, from: 3 },
  ),
  inMarkets(
    'occasion.asleep.server-time.seconds',
    'serverTime counts seconds where an inactive market is asked for',
    'serverTime',
    inSeconds,
    { ...ofInactive, breaches: milliseconds },
  ),
]

/** Each letter beyond ASCII as one byte, as older encodings write it. */
const inOneByte = (text: string): Buffer =>
  Buffer.from(
    [...text].map(letter => (letter < '\u0080' ? letter.charCodeAt(0) : 0xc0 | (letter.charCodeAt(0) & 0x3f))),
  )

const ofClockAndLetters: readonly Fault[] = [
  fault(
    'envelope.utf-8.coins',
    'coins_info writes Persian letters in one byte each',
    alter(
      framing,
      'framed',
      reply => (typeof reply.body === 'string' ? { ...reply, body: inOneByte(reply.body) } : reply),
      only('getCoinsInfo'),
    ),
  ),
  fault(
    'envelope.one-clock.local-time',
    'exchange_info tells the time of its time zone as if it were that of the epoch',
    alter(listing, 'time', now => now + 12_600_000, {
      where: ({ about }) => about.operation === 'getExchangeInfo',
    }),
  ),
]

const ofResult: readonly Fault[] = [
  inPing('envelope.result.dropped', 'ping has no result', 'result', absent),
  inTime('envelope.result.null', 'the result of time is null', 'result', { as: 'null' }),
  inPing('envelope.result.boolean', 'the result of ping is true', 'result', flag, {
    breaches: ['envelope.result', 'ping.pong'],
  }),
]

export const envelopeFaults: readonly Fault[] = [
  ...ofJson,
  ...ofBare,
  ...ofStatus,
  ...ofServerTime,
  ...ofClockAndLetters,
  ...ofResult,
]
