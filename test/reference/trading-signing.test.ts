/** Signed requests and orders in the reference's trading API. */
import { describe, expect, test } from 'vitest'
import { openVenue, sign } from './trading-venue.ts'

const open = (options = {}) => {
  const venue = openVenue(options)
  const stamp = `timestamp=${venue.clock.now()}`
  return { ...venue, stamp, query: `asset=btc&${stamp}`, secret: venue.target.credentials.secretKey }
}

describe('accepted', () => {
  test.each([
    ['the probe', (stamp: string) => `asset=btc&${stamp}`],
    ['timestamp first', (stamp: string) => `${stamp}&asset=btc`],
    ['timestamp between', (stamp: string) => `z=1&${stamp}&a=2`],
    ['reserved characters', (stamp: string) => `asset=btc&x=a%26b%3Dc%2Fd%3F%25&${stamp}`],
    ['letters of any script', (stamp: string) => `x=%D8%A8%DB%8C%D8%AA&y=%E6%AF%94&${stamp}`],
    ['empty values', (stamp: string) => `asset=&x=&${stamp}`],
    ['spaces either way', (stamp: string) => `x=a+b&y=a%20b&${stamp}`],
    ['many', (stamp: string) => `${Array.from({ length: 40 }, (_, at) => `p_${at}=${at}`).join('&')}&${stamp}`],
  ])('%s', async (_, query) => {
    const { signed, stamp } = open()
    expect(await signed(query(stamp))).toMatchObject({
      status: 200,
      json: { status: 'true', result: expect.any(Array) },
    })
  })

  test.each([-29_000, 29_000])('a timestamp %i ms away', async away => {
    const { signed, clock } = open()
    expect((await signed(`timestamp=${clock.now() + away}`)).status).toBe(200)
  })
})

describe('refused', () => {
  test.each([-31_000, 31_000])('a timestamp %i ms away', async away => {
    const { signed, clock } = open()
    expect((await signed(`timestamp=${clock.now() + away}`)).status).toBe(401)
  })

  test('credentials left out, in part or whole', async () => {
    const { get, target, query, secret } = open()
    const path = `/account/balance?${query}`
    const signature = sign(query, secret)
    for (const headers of [{}, { 'x-svc-apikey': target.credentials.apiKey }, { 'x-svc-signature': signature }]) {
      expect((await get(path, headers as Record<string, string>)).status).toBe(401)
    }
  })

  test('other keys, secrets, algorithms, digits, lengths', async () => {
    const { signed, query, secret } = open()
    const right = sign(query, secret)
    expect((await signed(query)).status).toBe(200)
    expect((await signed(query, { key: 'nobody' })).status).toBe(401)
    const wrong = [
      sign(query, 'another'),
      sign(query, secret, 'sha512'),
      sign('asset=eth', secret),
      right.slice(0, -1),
      right + right,
      `${right}0`,
      right.replace(/^./, digit => (digit === '0' ? '1' : '0')),
      right.replace(/.$/, digit => (digit === '0' ? '1' : '0')),
      right.toUpperCase(),
    ]
    for (const signature of wrong) expect((await signed(query, { signature })).status).toBe(401)
  })

  test('parameters changed, added, removed, decoded or in another order', async () => {
    const { signed, stamp, secret } = open()
    const signature = sign(`asset=btc&x=%2F&${stamp}`, secret)
    for (const query of [
      `asset=eth&x=%2F&${stamp}`,
      `asset=btc&x=%2F&${stamp}&y=1`,
      `asset=btc&${stamp}`,
      `asset=btc&x=/&${stamp}`,
      `x=%2F&asset=btc&${stamp}`,
    ]) {
      expect((await signed(query, { signature })).status).toBe(401)
    }
  })

  test.each(['asset=btc', 'asset=btc&timestamp=', 'asset=btc&timestamp=now'])('%s', async query => {
    expect((await open().signed(query)).status).toBe(400)
  })
})

describe('placing and cancelling orders', () => {
  const place = (venue: ReturnType<typeof open>, more = 'side=buy&price=60000&quantity=0.1') =>
    venue.signed(`symbol=btcusdt&${more}&${venue.stamp}`, { path: '/order', method: 'POST' })

  test('placing locks the balance, cancelling frees it', async () => {
    const venue = open()
    const placed = await place(venue)
    expect(placed.json).toMatchObject({ status: 'true', result: { symbol: 'btcusdt', state: 'open' } })
    const { orderId } = (placed.json as { result: { orderId: string } }).result
    const balance = () => venue.signed(`asset=usdt&${venue.stamp}`)
    expect((await balance()).json).toMatchObject({ result: [{ asset: 'usdt', free: '19000', locked: '6000' }] })
    expect((await venue.signed(venue.stamp, { path: '/order/open' })).json).toMatchObject({ result: [{ orderId }] })
    const cancel = { path: '/order', method: 'DELETE' }
    expect((await venue.signed(`orderId=${orderId}&${venue.stamp}`, cancel)).json).toMatchObject({
      result: { state: 'cancelled' },
    })
    expect((await venue.signed(`orderId=${orderId}&${venue.stamp}`, cancel)).status).toBe(404)
    expect((await balance()).json).toMatchObject({ result: [{ free: '25000', locked: '0' }] })
    expect(venue.reference.log.filter(entry => entry.changed)).toHaveLength(2)
  })

  test.each([
    ['side=buy&price=60000&quantity=5', 409],
    ['side=hold&price=60000&quantity=0.1', 400],
    ['side=sell&price=0&quantity=0.1', 400],
  ])('%s is refused', async (more, status) => expect((await place(open(), more)).status).toBe(status))
})

describe('variants', () => {
  type Case = [variant: string, accepted: boolean, query: (stamp: string) => string, over?: (query: string) => string]
  const cases: Case[] = [
    ['upper-case-accepted', true, stamp => `asset=btc&${stamp}`],
    ['sorted-accepted', true, stamp => `${stamp}&asset=btc`, query => query.split('&').sort().join('&')],
    ['decoded-accepted', true, stamp => `x=%2F&${stamp}`, query => decodeURIComponent(query)],
    ['plus-is-space', true, stamp => `x=a+b&${stamp}`, query => query.replace('+', '%20')],
    ['form-re-encoded', true, stamp => `x=a%2Fb&y=%D8%A8&z=&${stamp}`],
    ['form-re-encoded', false, stamp => `x=a%20b&${stamp}`],
    ['rfc-3986-re-encoded', true, stamp => `x=a%2Fb%2B&y=%D8%A8&z=&${stamp}`],
    ['rfc-3986-re-encoded', false, stamp => `x=a+b&${stamp}`],
    ['repeated-names-refused', false, stamp => `x=1&x=2&${stamp}`],
    ['long-values-refused', false, stamp => `x=${'v'.repeat(2_000)}&${stamp}`],
    ['odd-timestamp-accepted', true, () => 'timestamp=today'],
    ['any-age-accepted', true, () => 'timestamp=1'],
  ]
  test.each(cases)('%s: %s', async (...[variant, accepted, queryOf, over = query => query]: Case) => {
    const { signed, stamp, secret } = open({ variants: [`trading.signing.${variant}`] })
    const right = sign(over(queryOf(stamp)), secret)
    const signature = variant === 'upper-case-accepted' ? right.toUpperCase() : right
    expect((await signed(queryOf(stamp), { signature })).status === 200).toBe(accepted)
  })

  test.each(['replay-refused', 'timestamp-once'])('%s', async variant => {
    const { signed, query, clock } = open({ variants: [`trading.signing.${variant}`] })
    expect((await signed(query)).status).toBe(200)
    expect((await signed(query)).status).toBe(409)
    clock.advance(1)
    expect((await signed(`asset=btc&timestamp=${clock.now()}`)).status).toBe(200)
  })
})
