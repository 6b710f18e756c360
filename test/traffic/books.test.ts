/** Order books in captured traffic that come before any list of markets. */
import { expect, test } from 'vitest'
import { judgeTraffic } from '../../cli/judge/judge-records.ts'
import type { Captured, Target } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'

const BASE = 'https://venue.example/v1'
const target = { name: 't', folder: '.', file: null, trading: { baseUrl: BASE } } as unknown as Target

const captured = (symbol: string, result: unknown): Captured => ({
  source: { file: 'x', entry: 1 },
  sentAt: 1_700_000_000_000,
  receivedAt: 1_700_000_000_010,
  request: { method: 'GET', url: `${BASE}/public/orderbook?symbol=${symbol}`, headers: {}, body: null, whole: true },
  response: {
    status: 200,
    headers: {},
    body: JSON.stringify({ status: 'true', serverTime: '1700000000005', result }),
  },
  unusable: null,
})

const verdictOf = (requirement: string, symbol: string, result: unknown): string | undefined =>
  judgeTraffic([captured(symbol, result)], target, suites).requirements.find(({ id }) => id === requirement)?.verdict

test.each([
  ['a book with entries and the requested symbol', 'BTCUSDT', { bids: [['1', '2']], asks: [] }, 'fail'],
  ['the book of another market', 'ethusdt', { bids: [['1', '2']], asks: [] }, 'unverified'],
  ['a book without entries', 'btcusdt', { bids: {}, asks: [] }, 'unverified'],
])('before a list of markets came, %s gets the right verdict', (_what, symbol, orderbook, verdict) => {
  expect(verdictOf('trading.orderbook.bids', symbol, { symbol: 'btcusdt', orderbook })).toBe(verdict)
})
