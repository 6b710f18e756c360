/** Which exchanges count for requirements about every reply, and whether a reply with an invalid member counts as a success. */

import { describe, expect, test } from 'vitest'
import type { ExchangeRecord } from '../../generated/formats.ts'
import { type Exchange, exchange } from '../../harness/evidence/exchange.ts'
import { isDescribed } from '../../harness/judging/every-exchange.ts'
import { apis } from '../../suites/index.ts'
import { intentionOf, outcomeOf } from '../../suites/messaging/outcome.ts'
import { isTradingSuccess } from '../../suites/trading/success.ts'

const described = (one: Exchange): boolean =>
  isDescribed(one, apis.find(({ name }) => name === one.api) ?? { operations: {} }, 400)

type Given = Partial<Omit<ExchangeRecord, 'request' | 'response'>> & {
  readonly request?: Partial<ExchangeRecord['request']>
  readonly reply?: unknown
  readonly status?: number
}

const made = ({ request, reply = {}, status = 200, ...rest }: Given) =>
  exchange({
    n: 1,
    via: 'target',
    api: 'messaging',
    operation: 'createDrafts',
    actor: 'member',
    check: 'a',
    attempt: 1,
    purpose: 'judged',
    expects: 'any',
    sentAt: '2026-01-01T00:00:00.000Z',
    receivedAt: '2026-01-01T00:00:00.000Z',
    request: { method: 'POST', url: 'https://chat.example/api/v1/drafts', headers: {}, body: '', sent: [], ...request },
    response: { status, headers: {}, body: typeof reply === 'string' ? reply : JSON.stringify(reply) },
    ...rest,
  } as ExchangeRecord)

describe('judged', () => {
  const cases: readonly (readonly [string, Given, boolean])[] = [
    ['a plain request', {}, true],
    ['one that was only observed', { purpose: 'observed' }, true],
    ['one of a provisioner that calls the contract', { via: 'provisioner', purpose: 'observed' }, true],
    ['a reply that only says slow down', { purpose: 'throttled' }, false],
    ['a request that the contract does not describe', { purpose: 'outside' }, false],
    ['parameters in the query of a POST', { request: { url: 'https://chat.example/api/v1/drafts?drafts=[]' } }, false],
    ['a multipart body of ordinary fields', { request: { headers: { 'content-type': 'multipart/form-data' } } }, false],
    ['another method', { request: { method: 'PUT' } }, false],
    ['an endpoint of a later level', { operation: 'createChannel' }, false],
    ['an address outside the descriptions', { operation: null, purpose: 'observed' }, false],
  ]
  for (const [what, given, expected] of cases) test(what, () => expect(described(made(given))).toBe(expected))

  test('an exchange without a reply is not judged', () => {
    const { response: _, ...record } = made({}) as unknown as ExchangeRecord
    expect(described(exchange(record))).toBe(false)
  })
})

describe('a messaging reply', () => {
  const cases: readonly (readonly [unknown, ReturnType<typeof outcomeOf>, ReturnType<typeof intentionOf>])[] = [
    [{ result: 'success', msg: '' }, 'success', 'success'],
    [{ result: 'success' }, 'success', 'success'],
    [{ result: 'ok', msg: '', ids: [1] }, 'success', 'success'],
    [{ msg: '' }, 'success', 'success'],
    [{ ids: [1] }, 'neither', 'success'],
    [{ result: 'error', msg: '' }, 'error', 'error'],
    [{ msg: '', code: 'BAD_REQUEST' }, 'neither', 'error'],
    ['fine', 'neither', 'neither'],
    ['[]', 'neither', 'neither'],
  ]
  for (const [reply, outcome, intention] of cases)
    test(JSON.stringify(reply), () =>
      expect([outcomeOf(made({ reply })), intentionOf(made({ reply }))]).toEqual([outcome, intention]),
    )
})

describe('a trading reply to a request that may fail is a success', () => {
  const [serverTime, result] = ['1700000000000', 'pong']
  const cases: readonly (readonly [unknown, number, boolean])[] = [
    [{ status: 'true', result, serverTime }, 200, true],
    [{ status: true, result, serverTime }, 200, true],
    [{ result, serverTime }, 200, true],
    [{ status: 'ok', result, serverTime }, 200, true],
    [{ status: 'false', result, serverTime }, 200, true],
    [{ status: 'false', result: null, serverTime }, 200, false],
    [{ status: 'error', result: { code: 3 }, serverTime }, 200, false],
    [{ status: 'error', result: null, serverTime }, 200, false],
    [{ result, serverTime }, 500, false],
  ]
  for (const [reply, status, expected] of cases)
    test(`${status} ${JSON.stringify(reply)}`, () =>
      expect(
        isTradingSuccess(made({ api: 'trading', operation: 'ping', reply, status, request: { method: 'GET' } })),
      ).toBe(expected))
})

describe('a payload without an envelope is a success', () => {
  const market = { symbol: 'btcusdt', base: 'btc', quote: 'usdt' }
  const cases: readonly (readonly [operation: string, unknown, boolean])[] = [
    ['ping', '"pong"', true],
    ['getTime', '"1700000000000"', true],
    ['getExchangeInfo', [market], true],
    ['getOrderbook', { symbol: 'btcusdt', orderbook: { bids: [{ price: '1', volume: '2' }], asks: [] } }, true],
    ['ping', '"slow down"', false],
    ['getExchangeInfo', [{ symbol: 'is not known' }], false],
    ['getExchangeInfo', [], false],
  ]
  for (const [operation, reply, expected] of cases)
    test(`${operation} ${JSON.stringify(reply)}`, () => {
      const request = { method: 'GET', url: 'http://venue.invalid/v1/public?symbol=btcusdt' }
      expect(isTradingSuccess(made({ api: 'trading', operation, reply, status: 200, request }))).toBe(expected)
    })
})
