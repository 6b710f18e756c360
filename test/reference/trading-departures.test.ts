import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { faults } from '../../reference/index.ts'
import { tradingVariants } from '../../reference/trading/index.ts'
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

const sources = new URL('../../reference/trading/', import.meta.url)
const code = readdirSync(sources)
  .filter(name => !/-(faults?|variants)\.ts$/.test(name))
  .map(name => readFileSync(new URL(name, sources), 'utf8'))
  .join('\n')

describe('faults', () => {
  test('have names of their own', () => {
    expect(new Set(tradingFaults.map(fault => fault.id)).size).toBe(tradingFaults.length)
    expect(tradingFaults.length).toBeGreaterThanOrEqual(150)
  })

  test.each(tradingFaults)('$id breaches what the catalogue has', ({ breaches, mayAlso = [], weight = 'must' }) => {
    expect(breaches.length).toBeGreaterThan(0)
    expect(breaches.filter(id => requirements.get(id) !== weight)).toEqual([])
    for (const id of mayAlso) {
      const area = id.endsWith('*') ? id.slice(0, -1) : undefined
      expect(
        [...requirements.keys()].some(one => (area ? one.startsWith(area) : one === id)),
        id,
      ).toBe(true)
    }
  })

  test('leave no requirement without one', () => {
    const breached = new Set(tradingFaults.flatMap(fault => fault.breaches))
    expect([...requirements.keys()].filter(id => !breached.has(id))).toEqual([])
  })

  test('break two rules or more of each signing sentence', () => {
    const counted = (id: string) => tradingFaults.filter(fault => fault.breaches.includes(id)).length
    const signing = [...requirements.keys()].filter(id => id.startsWith('trading.signing.'))
    expect(signing.filter(id => counted(id) < 2)).toEqual([])
  })

  test('break every rule that the venue reads, and no other', () => {
    const read = new Set(
      [...code.matchAll(/keeps\('([a-z0-9.-]+)'/g), ...code.matchAll(/\[\s*'(signing\.[a-z0-9-]+)'/g)].map(
        ([, rule]) => rule,
      ),
    )
    const broken = new Set(tradingFaults.flatMap(fault => fault.breaks ?? []))
    expect([...broken].filter(rule => !read.has(rule))).toEqual([])
    expect([...read].filter(rule => rule && !broken.has(rule))).toEqual([])
  })

  const asked = [
    ...['swagger', 'ping', 'time', 'exchange_info', 'coins_info'],
    ...['exchange_info?symbol=1inchusdt', 'coins_info?symbol=1inch', 'orderbook'],
    ...['exchange_info?symbol=luna2usdt', 'exchange_info?symbol=none', 'coins_info?symbol=none'],
    ...['btcusdt', '1inchusdt', 'luna2usdt', 'ethusdt', 'xlmusdt', 'btcirt'].map(
      symbol => `orderbook?symbol=${symbol}`,
    ),
  ]
  const seen = async (faults: string[]) => {
    const venue = openVenue({ faults })
    const texts: string[] = []
    for (const headers of [{}, { 'accept-language': 'fa' }, { 'x-svc-apikey': 'none' }])
      for (const path of asked) texts.push((await venue.get(`/public/${path}`, headers)).text)
    return texts
  }
  const plain = seen([])
  /** One request after the other, each once, shows all but what needs more of them. */
  const onPublic = tradingFaults.filter(
    ({ id, when = {} }) => !/^trading\.(signing|limit|overlapping)\./.test(id) && !when.every && !when.after,
  )

  test.each(onPublic)('$id shows in what the public endpoints answer', async ({ id }) => {
    expect(await seen([id])).not.toEqual(await plain)
  })
})

describe('variants', () => {
  test('have names of their own, that the venue reads', () => {
    expect(new Set(tradingVariants.map(variant => variant.id)).size).toBe(tradingVariants.length)
    expect(tradingVariants.filter(({ id }) => !code.includes(`'${id}'`))).toEqual([])
    const read = [...code.matchAll(/'(trading\.[a-z0-9-]+\.[a-z0-9-]+)'/g)].map(([, id]) => id)
    const known = new Set(tradingVariants.map(variant => variant.id))
    expect(read.filter(id => id && !known.has(id))).toEqual([])
  })

  test('use open points of the catalogue, and leave none unused', () => {
    const used = tradingVariants.map(variant => variant.uses)
    expect(used.filter(one => !openPoints.has(one) && !/^principle \d+: ./.test(one))).toEqual([])
    expect([...openPoints].filter(id => !used.includes(id))).toEqual([])
  })

  test('are none of them faults', () => {
    const faults = new Set(tradingFaults.map(fault => fault.id))
    expect(tradingVariants.filter(variant => faults.has(variant.id))).toEqual([])
  })
})
