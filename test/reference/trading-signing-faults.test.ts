/** Each signing fault violates the requirements that it names. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { tradingFaults, tradingVariants } from '../../reference/trading/index.ts'
import { openVenue, sign } from './trading-venue.ts'

interface Attempt {
  readonly query: string
  readonly signature?: string
  readonly key?: string
  readonly headers?: Record<string, string>
}

/** Attempts derived from an accepted request, to find out whether a requirement holds. */
type AttemptsOf = (query: string, right: string, secret: string, key: string) => Attempt[]

const many = Array.from({ length: 24 }, (_, at) => `field_${24 - at}=${at}`).join('&')
const flipped = (signature: string, at: number) =>
  signature.slice(0, at) + (signature[at] === '0' ? '1' : '0') + signature.slice(at + 1)
const anHourAgo = (query: string) => query.replace(/\d{13}$/, time => String(Number(time) - 3_600_000))
const inOtherCase = (word: string): string =>
  word.replace(/[a-z]/gi, letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))

const asIs = (query: string) => [{ query }]

const accepted: Record<string, AttemptsOf> = {
  plain: (query, _right, secret) => [
    ...Array.from({ length: 5 }, () => ({ query })),
    { query: query.split('&').reverse().join('&') },
    ...Array.from({ length: 4096 }, (_, at) => ({ query: `note=${at}&${query}` }))
      .filter(one => sign(one.query, secret).startsWith('00'))
      .slice(0, 1),
  ],
  'timestamp-milliseconds': query => [{ query }, { query: query.replace(/\d$/, '1') }],
  'any-order': query => [{ query: query.split('&').reverse().join('&') }, { query: `z=1&${query}&a=2` }],
  'many-parameters': query => asIs(`${many}&price=1.50&${query}`),
  'plain-names': query =>
    asIs(`receiveWindowInMilliseconds=1&page2=x&first_name=y&sortBy=z&my_timestamp=6&42=7&valueOf=8&${query}`),
  'reserved-characters': query => asIs(`x=a%26b%3Dc%2F%3F%25&${query}`),
  'any-script': query => asIs(`x=%D8%A8%DB%8C%D8%AA&y=%F0%90%90%80&z=e%CC%81&${query}`),
  'empty-values': query => asIs(`note=&${query}`),
  generated: query => asIs(`zz=1&${query}&Aa_1=%26&is=null&words=${'word'.repeat(9)}`),
}

const refused: Record<string, AttemptsOf> = {
  'no-credentials': query => [
    { query, key: '', signature: '' },
    { query, key: '', signature: '', headers: { authorization: 'Bearer x' } },
  ],
  'no-key': (query, right, secret, key) => {
    const named = `${query}&X-SVC-APIKEY=${key}`
    return [
      { query, key: '', signature: right },
      { query: named, key: '', signature: sign(named, secret) },
    ]
  },
  'no-signature': (query, right) => [
    ...[query, `${query}&signature=${right}`].map(one => ({ query: one, signature: '' })),
    { query, signature: 'null' },
  ],
  'unknown-key': (query, right, _, key) => [
    ...[
      [...key].reverse().join(''),
      ...[key.slice(0, -1), key.slice(1), `${key}0`, key.toUpperCase(), `${key}, other`],
    ].map(other => ({ query, signature: right, key: other })),
    { query, signature: sign(query, ''), key: 'nobody' },
  ],
  'key-to-the-letter': (query, right, _, key) => [{ query, signature: right, key: inOtherCase(key) }],
  'other-digit': (query, right) => [0, 32, 40, 61, 63].map(at => ({ query, signature: flipped(right, at) })),
  'other-string': (query, right, secret, key) => [
    ...[
      ...['', '/account/balance', query.replace('btc', 'eth'), key + query, query.replace(/.*timestamp=/, '')],
      ...[`/trading/v1/account/balance?${query}`, `/account/balance?${query}`, query.replaceAll('&', ''), `${query}&`],
      ...['', '$1'].map(between => query.replace(/(^|&)[^=]*=/g, between)),
      ...[query.replace(/[=&]/g, ''), query.replace(/=[^&]*/g, '')],
      JSON.stringify(Object.fromEntries(new URLSearchParams(query))),
    ].map(text => ({ query, signature: sign(text, secret) })),
    ...['0', 'f', 'deadbeef'].map(text => ({ query, signature: text.repeat(right.length / text.length) })),
  ],
  truncated: (query, right, secret) => [
    ...[...[63, 32, 8, 7].map(length => right.slice(0, length)), right.slice(32)].map(signature => ({
      query,
      signature,
    })),
    ...Array.from({ length: 256 }, (_, at) => `note=${at}&${query}`)
      .filter(one => sign(one, secret).startsWith('0'))
      .slice(0, 1)
      .map(one => ({ query: one, signature: sign(one, secret).slice(1) })),
  ],
  lengthened: (query, right) =>
    [
      ...[right + right, `${right}0`, `${right}zz`, `0${right}`, `${right}, 00`],
      ...[`sha256=${right}`, `0x${right}`, `"${right}"`],
    ].map(signature => ({ query, signature })),
  'other-encoding': (query, right) =>
    [
      ...(['base64', 'base64url'] as const).map(encoding => Buffer.from(right, 'hex').toString(encoding)),
      Buffer.from(right).toString('base64'),
    ].map(signature => ({ query, signature })),
  'other-secret': (query, _, secret, key) =>
    [
      ...[`${secret}x`, key, '', secret.slice(0, -1), secret.toUpperCase(), `${secret} `],
      Buffer.from(secret, 'hex'),
    ].map(other => ({ query, signature: sign(query, other) })),
  'other-algorithm': (query, _, secret) => [
    ...['sha1', 'sha224', 'sha384', 'sha512', 'sha3-256', 'md5'].map(digest => ({
      query,
      signature: sign(query, secret, digest),
    })),
    ...[query, secret + query, query + secret].map(text => ({
      query,
      signature: createHash('sha256').update(text).digest('hex'),
    })),
    { query, signature: sign(secret, query) },
    { query, signature: sign(query, secret, 'sha512').slice(0, 64) },
  ],
  'parameter-changed': (query, right, secret) => [
    ...['eth', 'BTC'].map(asset => ({ query: query.replace('btc', asset), signature: right })),
    { query: anHourAgo(query), signature: right },
    ...(
      [
        ['x=کی', 'x=كي'],
        ['x=é', 'x=e\u0301'],
        ['x=بیت', 'x=ب\u200cیت'],
        ['x=би', 'x=БИ'],
        ['x=a', 'x=a '],
        ['x=a', 'X=a'],
        ['x=1.50', 'x=1.500'],
        ['x=15', 'x=15.0'],
        ['x=true', 'x=TRUE'],
        ['x=a', 'x=a\0b'],
        ['x=a', 'x[]=a'],
        ['x=a', 'x=aی'],
      ] as const
    ).map(([before, after]) => ({
      query: `${encodeURI(after)}&${query}`,
      signature: sign(`${encodeURI(before)}&${query}`, secret),
    })),
  ],
  'parameter-added': (query, right, secret) => [
    ...[
      ...[`${query}&more=1`, `more=1&${query}`, `${query}&more=`, `${query}&more=%zz`],
      ...['signature=1', 'assay=1', 'recvWindow=1', 'nonce=1'].map(more => `${query}&${more}`),
    ].map(one => ({ query: one, signature: right })),
    ...query.split('&').map(part => ({ query, signature: sign(part, secret) })),
  ],
  'parameter-removed': (query, right) => [{ query: query.replace('asset=btc&', ''), signature: right }],
  'no-timestamp': (query, _, secret) =>
    [query.replace(/&timestamp.*/, ''), '', query.replace('timestamp=', 'time=')].map(one => ({
      query: one,
      signature: sign(one, secret),
    })),
}

/** Attempts for requirements that are only recommended. */
const recommended: Record<string, AttemptsOf> = {
  'parameter-doubled': (query, right) =>
    [`${query}&asset=btc`, `asset=btc&${query}`, `asset=eth&${query}`, `${query}&asset=eth`].map(one => ({
      query: one,
      signature: right,
    })),
}

const client = {
  'accept-encoding': 'identity',
  'user-agent': 'Mozilla/5.0',
  origin: 'https://venue.example',
  cookie: 'session=1',
  'content-type': 'application/json',
}

const idOf = (sentence: string): string => `trading.signing.${sentence}`

/** The requirements that a venue with these faults or variants violates, each compared with an accepted control. */
async function breachedWith(
  options: { faults?: string[]; variants?: string[] },
  among: readonly string[] = Object.keys({ ...accepted, ...refused, ...recommended }).map(idOf),
): Promise<string[]> {
  const breached: string[] = []
  for (const [actions, want] of [
    [accepted, true],
    [{ ...refused, ...recommended }, false],
  ] as const) {
    for (const [sentence, action] of Object.entries(actions)) {
      if (!among.includes(idOf(sentence))) continue
      const { signed, target, clock } = openVenue(options)
      const { secretKey, apiKey } = target.credentials
      const query = `asset=btc&timestamp=${clock.now()}`
      const isAccepted = async (attempt: Attempt) => {
        const { json } = await signed(attempt.query, { signature: sign(attempt.query, secretKey), ...attempt })
        return (json as { status?: unknown } | undefined)?.status === 'true'
      }
      expect(await isAccepted({ query }), `the control of ${sentence}`).toBe(true)
      // Some faults and variants depend on an earlier refusal.
      await isAccepted({ query, key: '', signature: '' })
      const outcomes: boolean[] = []
      const attempts = action(query, sign(query, secretKey), secretKey, apiKey)
      const fromClient = attempts.slice(0, 1).map(first => ({ ...first, headers: client }))
      for (const attempt of [...attempts, ...fromClient]) outcomes.push(await isAccepted(attempt))
      if (outcomes.includes(!want)) breached.push(idOf(sentence))
    }
  }
  return breached
}

/** Faults that refuse every correctly signed request, so that there is no control. */
const refusesAll = ({ id }: { readonly id: string }): boolean => id.startsWith('trading.signing.otherwise.')
const signingFaults = tradingFaults.filter(({ id }) => id.startsWith('trading.signing.'))
const givesAway = ({ id }: { readonly id: string }): boolean => id.startsWith('trading.signing.given-away.')
const isSpelt = ({ id }: { readonly id: string }): boolean => id.startsWith('trading.signing.headers.')
const faults = signingFaults.filter(fault => !refusesAll(fault) && !givesAway(fault) && !isSpelt(fault))

test('a venue without faults violates nothing', async () => expect(await breachedWith({})).toEqual([]))

test.each(faults)('$id violates the requirements that it names', async ({ id, breaches }) => {
  const seen = await breachedWith({ faults: [id] }, breaches)
  expect(breaches.filter(one => !seen.includes(one))).toEqual([])
})

test.each(signingFaults.filter(refusesAll))('$id refuses correctly signed requests', async ({ id }) => {
  const { signed, target, clock } = openVenue({ faults: [id] })
  const query = `asset=btc&timestamp=${clock.now()}`
  const { json } = await signed(query, { signature: sign(query, target.credentials.secretKey) })
  expect(json).not.toHaveProperty('result')
})

test.each(signingFaults.filter(givesAway))('$id refuses, but still returns the data', async ({ id }) => {
  const { signed, clock } = openVenue({ faults: [id] })
  const query = `asset=btc&timestamp=${clock.now()}`
  const replies = [await signed(query, { signature: 'wrong' }), await signed(query, { key: '', signature: '' })]
  const carries = ({ json }: { json?: unknown }) => Object.values(json as object).some(value => Array.isArray(value))
  expect(replies.some(reply => reply.status === 401 && carries(reply))).toBe(true)
})

test.each(signingFaults.filter(isSpelt))(
  '$id refuses headers because of the letter case of their names',
  async ({ id }) => {
    const { reference, target, clock } = openVenue({ faults: [id] })
    const query = `asset=btc&timestamp=${clock.now()}`
    const { apiKey, secretKey } = target.credentials
    const answered = async (spelt: (name: string) => string) => {
      const headers = { [spelt('x-svc-apikey')]: apiKey, [spelt('x-svc-signature')]: sign(query, secretKey) }
      const url = `${target.baseUrl}${target.signedProbe.path}?${query}`
      return (await reference.answer({ method: 'GET', url, headers, body: null })).status
    }
    expect([await answered(name => name), await answered(name => name.toUpperCase())]).toEqual([200, 401])
  },
)

/** Variants that may refuse a repeated timestamp; the attempts above repeat it. */
const apart = ['replay-refused', 'timestamp-once', 'timestamps-increase', 'timestamps-increase-and-locked-out'].map(
  idOf,
)
const variants = tradingVariants.filter(({ id }) => /^trading\.(signing|errors)\./.test(id) && !apart.includes(id))

/** What repeated names mean is an open point, so a variant may violate what is only recommended about them. */
const notAsRecommended: Readonly<Record<string, readonly string[]>> = {
  'trading.signing.one-of-a-name': [idOf('parameter-doubled')],
}

test.each(variants)('$id violates nothing that is required', async ({ id }) => {
  expect(await breachedWith({ variants: [id] })).toEqual(notAsRecommended[id] ?? [])
})
