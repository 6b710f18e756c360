/** Faults of the envelope in one reply of many, and in replies to requests that were made for another purpose. */
import type { Fault } from '../behaviour.ts'
import { type WireRow, wireFault } from './wire-fault.ts'

const ENVELOPED = ['ping', 'getTime', 'getExchangeInfo', 'getCoinsInfo', 'getOrderbook']

const rows: readonly WireRow[] = [
  [
    'envelope.status.one-in-fifty',
    'one status in fifty is a boolean',
    'envelope.status',
    ENVELOPED,
    'status',
    { set: true },
    { every: 50 },
  ],
  [
    'envelope.status.one-in-forty',
    "one status in forty is 'ok'",
    'envelope.status',
    ENVELOPED,
    'status',
    { set: 'ok' },
    { every: 40 },
  ],
  [
    'envelope.status.one-in-thirty',
    'one status in thirty is missing',
    'envelope.status',
    ENVELOPED,
    'status',
    { drop: true },
    { every: 30 },
  ],
  [
    'envelope.status.markets-by-symbol',
    "exchange_info with symbol has the status 'TRUE'",
    'envelope.status',
    'getExchangeInfo',
    'status',
    { set: 'TRUE' },
    { facts: { given: true } },
  ],
  [
    'envelope.status.coins-by-symbol',
    'coins_info with symbol has no status',
    'envelope.status',
    'getCoinsInfo',
    'status',
    { drop: true },
    { facts: { given: true } },
  ],
  [
    'envelope.status.inactive-books',
    'books of inactive markets have a boolean as status',
    'envelope.status',
    'getOrderbook',
    'status',
    { set: true },
    { facts: { active: false } },
  ],
  [
    'envelope.server-time.one-in-fifty',
    'one serverTime in fifty is missing',
    'envelope.server-time',
    ENVELOPED,
    'serverTime',
    { drop: true },
    { every: 50 },
  ],
]

export const everyReplyFaults: readonly Fault[] = rows.map(wireFault)
