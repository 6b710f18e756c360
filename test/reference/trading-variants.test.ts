/** Variants of the trading API, single and combined, keep the basic rules of the contract. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createReference } from '../../reference/index.ts'
import { seeded } from '../../reference/make-behaviour.ts'
import { tradingVariants } from '../../reference/trading/index.ts'
import { bytesOf, origin, sign, tradingOf, virtualClock } from './trading-venue.ts'

/** Lower case, with one form for sigma, which has a different lower case at the end of a word. */
const caseless = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

const holdsNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && Object.values(value).some(holdsNumber))

/** Milliseconds between requests: enough that no rate limit of an endpoint applies. */
const APART = 2_000

/** Asserts the basic rules of the contract that hold with every mix of variants. */
async function keepsBasicRules(variants: string[]) {
  const clock = virtualClock()
  const reference = createReference({ clock, variants })
  const { baseUrl, credentials, signedProbe } = tradingOf(reference)
  const get = async (path: string, headers: Record<string, string> = {}) => {
    clock.advance(APART)
    const { status, ...reply } = await reference.answer({
      ...{ method: 'GET', url: new URL(baseUrl + path).href, body: null },
      headers: { 'accept-encoding': 'gzip, br', ...headers },
    })
    const bytes = bytesOf(reply.body)
    const coding = new Headers(reply.headers).get('content-encoding')
    const text = (
      coding === 'gzip' ? gunzipSync(bytes) : coding === 'br' ? brotliDecompressSync(bytes) : bytes
    ).toString()
    return { status, text }
  }
  const result = async (path: string) => {
    const { text } = await get(path)
    const body = JSON.parse(text)
    expect(holdsNumber(body), `${path} has a number`).toBe(false)
    expect(body).toMatchObject({ status: 'true', serverTime: expect.stringMatching(/^[0-9]+$/) })
    return body.result
  }
  expect(await result('/public/ping')).toBe('pong')
  const document = (await get('/public/swagger')).text
  expect(variants.includes('trading.swagger.yaml') ? parse(document) : JSON.parse(document)).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0' },
  })
  const markets: { symbol: string; base: string; quote: string; isActive: boolean }[] =
    await result('/public/exchange_info')
  const misnamed = markets.filter(({ symbol, base, quote }) => caseless(symbol) !== caseless(base + quote))
  expect(misnamed).toEqual([])
  const isLower = (part: string): boolean => [part.toLowerCase(), caseless(part)].includes(part)
  expect(markets.filter(({ symbol, base }) => !isLower(symbol.slice(0, base.length)))).toEqual([])
  const coins: { symbol: string; networks: Record<string, { NetworkSymbol: string; withdrawFee: string }> }[] =
    await result('/public/coins_info')
  const networks = coins.flatMap(coin => Object.entries(coin.networks))
  expect(networks.filter(([key, network]) => network.NetworkSymbol !== key)).toEqual([])
  expect(networks.filter(([, { withdrawFee }]) => withdrawFee === '' || !Number.isFinite(Number(withdrawFee)))).toEqual(
    [],
  )
  // A market that was active in the list may be halted when its book is requested.
  const isHalted = variants.includes('trading.orderbook.refused-in-turn')
  for (const market of [markets[0], markets.at(-1)].filter(one => one?.isActive && !isHalted)) {
    const book = await result(`/public/orderbook?symbol=${market?.symbol}`)
    expect(caseless(book.symbol)).toBe(caseless(market?.symbol ?? ''))
    expect([Array.isArray(book.orderbook.bids), Array.isArray(book.orderbook.asks)]).toEqual([true, true])
  }
  expect((await get('/public/orderbook')).text).not.toMatch(/"bids":\s*[[{]/)
  const signed = (query: string, signature: string) =>
    get(`${signedProbe.path}?${query}`, { 'x-svc-apikey': credentials.apiKey, 'x-svc-signature': signature })
  const isAccepted = ({ status, text }: { status: number; text: string }) =>
    status >= 200 && status < 300 && /"btc"|"data":\s*[[{]/.test(text)
  const query = () => `asset=btc&x=%2F%D8%A8&e=&timestamp=${clock.now() + APART}`
  const right = query()
  expect(isAccepted(await signed(right, sign(right, credentials.secretKey)))).toBe(true)
  const wrong = query()
  expect(isAccepted(await signed(`${wrong}&more=1`, sign(wrong, credentials.secretKey)))).toBe(false)
}

test.each(tradingVariants)('$id keeps the basic rules', ({ id }) => keepsBasicRules([id]))

const random = seeded(11)
const mixes = Array.from({ length: 60 }, () => {
  const drawn = tradingVariants.filter(() => random() < 0.15)
  const excluded = new Set(drawn.flatMap(({ excludes = [] }) => excludes))
  return drawn.map(({ id }) => id).filter(id => !excluded.has(id))
})

test.each(mixes.map(mix => [mix]))('%s together keep the basic rules', mix => keepsBasicRules(mix))

test('the target file follows the variants', () => {
  const target = (variants: string[]) => createReference({ variants }).targetFile(origin)['trading']
  expect(target([])).not.toHaveProperty('throttled')
  expect(target(['trading.limit.by-403'])).toMatchObject({ requestsPerSecond: 10, throttled: { status: 403 } })
  expect(target(['trading.access.bare-private-replies'])).not.toHaveProperty('signedProbe.accepted')
  expect(target(['trading.access.bare-private-replies', 'trading.errors.always-200'])).toMatchObject({
    signedProbe: { accepted: { pointer: '/code', equals: 0 } },
  })
})
