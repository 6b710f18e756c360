/** Faults and variants of the reference's trading API agree with the catalogue. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { faults } from '../../reference/index.ts'
import { looksBack } from '../../reference/operations/condition.ts'
import { tradingVariants } from '../../reference/trading/index.ts'
import { signing } from '../../reference/trading/verify-signature.ts'
import { openVenue } from './trading-venue.ts'

const tradingFaults = faults.filter(({ api }) => api === 'trading')

interface Entry {
  readonly id: string
  readonly level?: string
}

const folder = new URL('../../specs/catalogue/trading/', import.meta.url)
const areas = readdirSync(folder).map(
  name => parse(readFileSync(new URL(name, folder), 'utf8')) as { requirements: Entry[]; openPoints: Entry[] },
)
const requirements = new Map(areas.flatMap(area => area.requirements).map(({ id, level }) => [id, level]))
const openPoints = new Set(areas.flatMap(area => area.openPoints).map(({ id }) => id))

describe('faults', () => {
  test('have names of their own', () => {
    expect(new Set(tradingFaults.map(fault => fault.id)).size).toBe(tradingFaults.length)
    expect(tradingFaults.length).toBeGreaterThanOrEqual(150)
  })

  test.each(tradingFaults)('$id violates requirements of the catalogue', ({ breaches, weight = 'must' }) => {
    expect(breaches.length).toBeGreaterThan(0)
    expect(breaches.filter(id => requirements.get(id) !== weight)).toEqual([])
  })

  test('exist for every requirement', () => {
    const breached = new Set(tradingFaults.flatMap(fault => fault.breaches))
    expect([...requirements.keys()].filter(id => !breached.has(id))).toEqual([])
  })

  test('are two or more for each signing requirement', () => {
    const counted = (id: string) => tradingFaults.filter(fault => fault.breaches.includes(id)).length
    const signing = [...requirements.keys()].filter(id => id.startsWith('trading.signing.'))
    expect(signing.filter(id => counted(id) < 2)).toEqual([])
  })

  test('and variants change every rule of signing', () => {
    const changed = [...tradingFaults, ...tradingVariants].flatMap(one => one.changes ?? [])
    const parts = new Set(changed.filter(({ stage }) => stage === signing.id).map(({ part }) => part))
    expect(Object.keys(signing.rules).filter(name => !parts.has(name))).toEqual([])
  })

  const asked = [
    ...['swagger', 'ping', 'time', 'exchange_info', 'coins_info'],
    ...['exchange_info?symbol=1inchusdt', 'coins_info?symbol=1inch', 'orderbook'],
    ...['exchange_info?symbol=luna2usdt', 'exchange_info?symbol=none', 'coins_info?symbol=none'],
    ...['btcusdt', '1inchusdt', 'luna2usdt', 'ethusdt', 'xlmusdt', 'btcirt', 'solusdt', 'dogeusdt'].map(
      symbol => `orderbook?symbol=${symbol}`,
    ),
  ]
  const requests = [{}, { 'accept-language': 'fa' }, { 'x-svc-apikey': 'none' }].flatMap(headers =>
    asked.map(path => ({ path: `/public/${path}`, headers })),
  )
  const answers = (faults: string[]): ((at: number) => Promise<string>) => {
    const venue = openVenue({ faults })
    return async at => {
      const { path = '', headers } = requests[at] ?? {}
      return (await venue.get(path, headers)).text
    }
  }
  const answerWithoutFault = answers([])
  const plain: Promise<string>[] = []
  /** The path of the first request whose reply differs because of the fault; null if there is none. */
  const differsAt = async (fault: string): Promise<string | null> => {
    const answer = answers([fault])
    for (const [at, { path }] of requests.entries()) {
      plain[at] ??= answerWithoutFault(at)
      if ((await answer(at)) !== (await plain[at])) return path
    }
    return null
  }
  /** The faults that sending each request once must reveal: all except those that depend on earlier requests. */
  const onPublic = tradingFaults.filter(
    ({ id, changes = [] }) =>
      !/^trading\.(signing|limit|overlapping)\./.test(id) && !changes.some(({ when }) => looksBack(when)),
  )

  test.each(onPublic)('$id changes a reply of a public endpoint', async ({ id }) => {
    expect(await differsAt(id)).not.toBeNull()
  })
})

describe('variants', () => {
  test('have unique ids, and each changes something', () => {
    expect(new Set(tradingVariants.map(variant => variant.id)).size).toBe(tradingVariants.length)
    expect(tradingVariants.filter(({ changes = [] }) => changes.length === 0)).toEqual([])
  })

  test('use all open points of the catalogue', () => {
    const used = tradingVariants.map(variant => variant.uses)
    expect(used.filter(one => !openPoints.has(one) && !/^principle \d+: ./.test(one))).toEqual([])
    expect([...openPoints].filter(id => !used.includes(id))).toEqual([])
  })

  test('are not faults', () => {
    const faults = new Set(tradingFaults.map(fault => fault.id))
    expect(tradingVariants.filter(variant => faults.has(variant.id))).toEqual([])
  })
})
