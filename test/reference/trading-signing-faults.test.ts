import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { tradingFaults, tradingVariants } from '../../reference/trading/index.ts'
import { openVenue, sign } from './trading-venue.ts'

interface Attempt {
  readonly query: string
  readonly signature?: string
  readonly key?: string
}

/** What is made of a request that was accepted, to show a sentence kept or breached. */
type Deed = (query: string, right: string, secret: string, key: string) => Attempt[]

const many = Array.from({ length: 24 }, (_, at) => `field_${24 - at}=${at}`).join('&')
const flipped = (signature: string, at: number) =>
  signature.slice(0, at) + (signature[at] === '0' ? '1' : '0') + signature.slice(at + 1)
const asIs = (query: string) => [{ query }]

const accepted: Record<string, Deed> = {
  plain: query => [{ query }, { query }, { query }],
  'timestamp-milliseconds': query => [{ query }, { query: query.replace(/\d$/, '1') }],
  'any-order': query => [{ query: query.split('&').reverse().join('&') }, { query: `z=1&${query}&a=2` }],
  'many-parameters': query => asIs(`${many}&${query}`),
  'plain-names': query => asIs(`page2=x&first_name=y&sortBy=z&${query}`),
  'reserved-characters': query => asIs(`x=a%26b%3Dc%2F%3F%25&${query}`),
  'any-script': query => asIs(`x=%D8%A8%DB%8C%D8%AA&y=%F0%90%90%80&${query}`),
  'empty-values': query => asIs(`note=&${query}`),
  generated: query => asIs(`zz=1&${query}&Aa_1=%26`),
}

const refused: Record<string, Deed> = {
  'no-credentials': query => [{ query, key: '', signature: '' }],
  'no-key': (query, right) => [{ query, key: '', signature: right }],
  'no-signature': query => [{ query, signature: '' }],
  'unknown-key': (query, right, _, key) => [{ query, signature: right, key: [...key].reverse().join('') }],
  'other-digit': (query, right) => [0, 63].map(at => ({ query, signature: flipped(right, at) })),
  'other-string': (query, _, secret) =>
    ['', '/account/balance', query.replace('btc', 'eth')].map(text => ({ query, signature: sign(text, secret) })),
  truncated: (query, right) => [63, 32, 8].map(length => ({ query, signature: right.slice(0, length) })),
  lengthened: (query, right) => [right + right, `${right}0`].map(signature => ({ query, signature })),
  'other-secret': (query, _, secret, key) =>
    [`${secret}x`, key, ''].map(other => ({ query, signature: sign(query, other) })),
  'other-algorithm': (query, _, secret) => [
    ...['sha1', 'sha384', 'sha512', 'md5'].map(digest => ({ query, signature: sign(query, secret, digest) })),
    { query, signature: createHash('sha256').update(query).digest('hex') },
  ],
  'parameter-changed': (query, right) =>
    ['eth', 'BTC'].map(asset => ({ query: query.replace('btc', asset), signature: right })),
  'parameter-added': (query, right, secret) => [
    ...[`${query}&more=1`, `more=1&${query}`].map(one => ({ query: one, signature: right })),
    ...query.split('&').map(part => ({ query, signature: sign(part, secret) })),
  ],
  'parameter-removed': (query, right) => [{ query: query.replace('asset=btc&', ''), signature: right }],
  'no-timestamp': (query, _, secret) =>
    [query.replace(/&timestamp.*/, '')].map(one => ({ query: one, signature: sign(one, secret) })),
}

/** The sentences that a venue with this fault is seen to breach, each told from a control that it accepted. */
async function breachedWith(options: { faults?: string[]; variants?: string[] }): Promise<string[]> {
  const breached: string[] = []
  for (const [deeds, want] of [
    [accepted, true],
    [refused, false],
  ] as const) {
    for (const [sentence, deed] of Object.entries(deeds)) {
      const { signed, target, clock } = openVenue(options)
      const { secretKey, apiKey } = target.credentials
      const query = `asset=btc&timestamp=${clock.now()}`
      const isAccepted = async (attempt: Attempt) => {
        const { json } = await signed(attempt.query, { signature: sign(attempt.query, secretKey), ...attempt })
        return (json as { status?: unknown } | undefined)?.status === 'true'
      }
      expect(await isAccepted({ query }), `the control of ${sentence}`).toBe(true)
      const outcomes: boolean[] = []
      for (const attempt of deed(query, sign(query, secretKey), secretKey, apiKey))
        outcomes.push(await isAccepted(attempt))
      if (outcomes.includes(!want)) breached.push(`trading.signing.${sentence}`)
    }
  }
  return breached
}

const faults = tradingFaults.filter(fault => fault.breaks?.startsWith('signing.'))

test('a venue without faults breaches nothing', async () => expect(await breachedWith({})).toEqual([]))

test.each(faults)('$id is seen to breach what it says, and nothing else', async ({ id, breaches, mayAlso = [] }) => {
  const seen = await breachedWith({ faults: [id] })
  expect(breaches.filter(one => !seen.includes(one))).toEqual([])
  const allowed = [...breaches, ...mayAlso]
  expect(seen.filter(one => !allowed.includes(one) && !allowed.includes('trading.signing.*'))).toEqual([])
})

/** The deeds above send one timestamp again and again, which these two may refuse. */
const apart = ['trading.signing.replay-refused', 'trading.signing.timestamp-once']
const variants = tradingVariants.filter(({ id }) => /^trading\.(signing|errors)\./.test(id) && !apart.includes(id))

test.each(variants)('$id breaches nothing', async ({ id }) => {
  expect(await breachedWith({ variants: [id] })).toEqual([])
})
