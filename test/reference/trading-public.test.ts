/** The public endpoints of the reference's trading API, and its rate limit. */
import { describe, expect, test } from 'vitest'
import { tradingFaults } from '../../reference/trading/index.ts'
import { openVenue } from './trading-venue.ts'

interface Envelope {
  readonly status: unknown
  readonly serverTime: unknown
  readonly result: unknown
}

interface Book {
  readonly orderbook: Readonly<Record<'bids' | 'asks', readonly { readonly price: string }[]>>
}

const resultOf = async (path: string, options = {}) => {
  const venue = openVenue(options)
  const { json, text } = await venue.get(path)
  const envelope = json as Envelope
  expect(Object.keys(envelope)).toEqual(['status', 'serverTime', 'result'])
  expect(envelope).toMatchObject({ status: 'true', serverTime: String(venue.clock.now()) })
  JSON.parse(text, (_, value) => expect(value).not.toBeTypeOf('number') ?? value)
  return envelope.result
}

describe('public endpoints', () => {
  test('ping', async () => expect(await resultOf('/public/ping')).toBe('pong'))

  test('time', async () => expect(await resultOf('/public/time')).toBe('1750000000000'))

  test('exchange_info lists markets in the form of the contract', async () => {
    const markets = (await resultOf('/public/exchange_info')) as Record<string, unknown>[]
    expect(markets.length).toBeGreaterThanOrEqual(12)
    for (const market of markets) {
      expect(market).toEqual({
        symbol: `${market['base']}${market['quote']}`,
        base: expect.stringMatching(/^[a-z0-9]+$/),
        quote: expect.stringMatching(/^[a-z]+$/),
        basePrecision: expect.stringMatching(/^[0-9]+$/),
        quotePrecision: expect.stringMatching(/^[0-9]+$/),
        minimumQuoteSize: expect.stringMatching(/^[0-9.]+$/),
        maxMarketOrderAsk: expect.stringMatching(/^[0-9.]+$/),
        maxMarketOrderBid: expect.stringMatching(/^[0-9.]+$/),
        isActive: expect.any(Boolean),
      })
    }
    expect(markets.some(market => !market['isActive'])).toBe(true)
    expect(markets.some(market => /^[0-9]/.test(String(market['symbol'])))).toBe(true)
  })

  test('coins_info lists coins on several networks each', async () => {
    const coins = (await resultOf('/public/coins_info')) as { networks: Record<string, Record<string, unknown>> }[]
    expect(coins.length).toBeGreaterThanOrEqual(8)
    for (const coin of coins) {
      expect(coin).toEqual({
        symbol: expect.any(String),
        nameEn: expect.any(String),
        nameFa: expect.any(String),
        networks: expect.any(Object),
      })
      expect(Object.keys(coin.networks).length).toBeGreaterThan(1)
      for (const [key, network] of Object.entries(coin.networks)) {
        expect(Object.keys(network)).toHaveLength(22)
        expect(network['NetworkSymbol']).toBe(key)
        expect(network['memoRequired']).toBe(network['memoRegex'] !== '')
        if (network['contractAddress'])
          expect(network['contractAddress']).toMatch(new RegExp(String(network['addressRegex'])))
      }
    }
    const networks = coins.flatMap(coin => Object.values(coin.networks))
    expect(networks.some(network => network['memoRequired'])).toBe(true)
    expect(networks.some(network => network['tokenNameOnNetwork'] === '')).toBe(true)
  })

  test.each(['/public/exchange_info?symbol=1inchusdt', '/public/coins_info?symbol=1inch'])(
    '%s lists only one',
    async path => {
      expect(await resultOf(path)).toHaveLength(1)
    },
  )

  test.each(['btcusdt', '1inchirt', 'luna2usdt', 'shibusdt'])('orderbook of %s', async symbol => {
    const book = (await resultOf(`/public/orderbook?symbol=${symbol}`)) as Book
    const entries = Array(20).fill({
      price: expect.stringMatching(/^[0-9.]+$/),
      volume: expect.stringMatching(/^[0-9.]+$/),
    })
    expect(book).toEqual({ symbol, orderbook: { bids: entries, asks: entries } })
    const price = (side: 'bids' | 'asks', at: number) => Number(book.orderbook[side][at]?.price)
    expect(price('bids', 0)).toBeGreaterThan(price('bids', 19))
    expect(price('bids', 0)).toBeLessThan(price('asks', 0))
  })

  test('books move with time, repeatably', async () => {
    const [one, other] = [openVenue(), openVenue()]
    const first = await one.get('/public/orderbook?symbol=ethusdt')
    expect((await other.get('/public/orderbook?symbol=ethusdt')).text).toBe(first.text)
    one.clock.advance(5_000)
    const later = (await one.get('/public/orderbook?symbol=ethusdt')).json as Envelope
    expect(later.result).not.toEqual((first.json as Envelope).result)
  })

  test.each([
    ['/public/orderbook', 400],
    ['/public/orderbook?symbol=', 400],
    ['/public/orderbook?symbol=nothing', 404],
    ['/public/nothing', 404],
    ['/nothing', 404],
  ])('%s is refused', async (path, status) => {
    const reply = await openVenue().get(path)
    expect(reply).toMatchObject({ status, json: { error: { code: expect.any(Number), message: expect.any(String) } } })
  })

  test('other methods are refused, and replies to HEAD have no body', async () => {
    const venue = openVenue()
    expect(await venue.get('/public/ping', {}, 'POST')).toMatchObject({ status: 405 })
    expect(await venue.get('/public/ping', {}, 'HEAD')).toMatchObject({ status: 200, text: '' })
  })

  test('the log lists the requests', async () => {
    const { reference, get } = openVenue()
    await get('/public/ping')
    await get('/public/orderbook?symbol=btcusdt')
    expect(reference.log.map(({ path, changed }) => [path, changed])).toEqual([
      ['/trading/v1/public/ping', false],
      ['/trading/v1/public/orderbook', false],
    ])
  })
})

describe('the limit', () => {
  const burst = async (options: object) => {
    const venue = openVenue(options)
    const start = venue.clock.now()
    const statuses: number[] = []
    for (let at = 0; at < 12; at += 1) statuses.push((await venue.get('/public/ping')).status)
    venue.clock.advance(1_000)
    return {
      statuses,
      after: (await venue.get('/public/time')).status,
      took: venue.clock.now() - start,
      target: venue.target,
    }
  }
  const ten = Array(10).fill(200)

  test('is not enforced by default', async () => {
    expect(await burst({})).toMatchObject({ statuses: Array(12).fill(200), target: { requestsPerSecond: 0 } })
  })

  test.each([{ limit: 10 }, { variants: ['trading.limit.by-refusal'] }])('is enforced by refusal', async options => {
    expect(await burst(options)).toMatchObject({
      statuses: [...ten, 429, 429],
      after: 200,
      target: { requestsPerSecond: 10 },
    })
  })

  test('is enforced by delay', async () => {
    expect(await burst({ variants: ['trading.limit.by-delay'] })).toMatchObject({
      statuses: Array(12).fill(200),
      took: 2_000,
    })
  })

  test.each([
    ['trading.limit.by-refusal', 100],
    ['trading.limit.five-of-one', 200],
    ['trading.limit.spread-out', 100],
  ])('%s serves ten evenly spaced requests', async (variant, gap) => {
    const venue = openVenue({ variants: [variant] })
    for (let at = 0; at < 10; at += 1) {
      expect((await venue.get('/public/ping')).status).toBe(200)
      venue.clock.advance(gap)
    }
  })

  const repeated = ['ping', 'time', 'ping', 'time', 'ping', 'time']
  const paths = [...repeated, 'exchange_info', 'coins_info', 'swagger', 'orderbook?symbol=btcusdt']

  test.each(tradingFaults.filter(({ id }) => id.startsWith('trading.limit.')))('$id', async ({ id, breaches }) => {
    const venue = openVenue({ faults: [id] })
    const statuses: number[] = []
    await venue.get(`/public/${paths.at(-1)}`)
    venue.clock.advance(500)
    for (const path of paths) {
      statuses.push((await venue.get(`/public/${path}`)).status)
      venue.clock.advance(100)
    }
    const first = [...statuses.slice(0, 2), ...statuses.slice(6)].includes(429) ? ['trading.limit.ten-per-second'] : []
    const again = statuses.slice(2, 6).includes(429) ? ['trading.limit.repeats-within-ten'] : []
    expect([...first, ...again]).toEqual(expect.arrayContaining([...breaches]))
  })
})
