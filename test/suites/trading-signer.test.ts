/** The signer reproduces the published vectors, and two independent implementations agree with it. */
import { createHash, createHmac, webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeQuery, type Parameter } from '../../harness/http/encode-query.ts'
import published from '../../specs/vectors/signing.json' with { type: 'json' }
import { sign } from '../../suites/trading/signing/signer.ts'

const { vectors, refusals } = published
const pairsOf = (parameters: readonly string[][]): Parameter[] =>
  parameters.map(([name = '', value = '']) => [name, value])

async function signByWebCrypto(query: string, secret: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign'])
  const signature = await webcrypto.subtle.sign('HMAC', key, bytes.encode(query))
  return [...new Uint8Array(signature)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

const namesAreDistinct = (pairs: readonly Parameter[]): boolean =>
  new Set(pairs.map(([name]) => name)).size === pairs.length
const formEncoded = (pairs: readonly Parameter[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString()

describe('correct signatures', () => {
  test.each(vectors)('$name: $describes', async ({ secret, parameters, query, signature }) => {
    expect(encodeQuery(pairsOf(parameters))).toBe(query)
    expect(sign(query, secret)).toBe(signature)
    expect(await signByWebCrypto(query, secret)).toBe(signature)
  })

  test('acceptance is required only if form encoding agrees and plain names are distinct', () => {
    for (const { parameters, query } of vectors.filter(({ judged }) => judged === 'must')) {
      const pairs = pairsOf(parameters)
      expect(formEncoded(pairs)).toBe(query)
      expect(namesAreDistinct(pairs)).toBe(true)
      for (const [name] of pairs) expect(name).toMatch(/^\w+$/)
    }
  })

  test('names are unique, and no two vectors are equal', () => {
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
    expect(new Set(vectors.map(({ signature }) => signature)).size).toBe(vectors.length)
  })
})

/** How the wrong signature of each refusal is made from the correct one of `plain`, its query and its secret. */
const wrongly: Record<string, (right: string, query: string, secret: string) => string> = {
  'first-digit': right => (Number.parseInt(right.slice(0, 1), 16) ^ 1).toString(16) + right.slice(1),
  'last-digit': right => right.slice(0, -1) + (Number.parseInt(right.slice(-1), 16) ^ 1).toString(16),
  truncated: right => right.slice(0, -1),
  half: right => right.slice(0, 32),
  lengthened: right => `${right}0`,
  doubled: right => right + right,
  'other-string': (_right, _query, secret) => sign('', secret),
  'other-secret': (_right, query) => sign(query, 'assay-second-test-secret'),
  'hmac-sha-512': (_right, query, secret) => createHmac('sha512', secret).update(query).digest('hex'),
  'hmac-sha-1': (_right, query, secret) => createHmac('sha1', secret).update(query).digest('hex'),
  'hmac-md5': (_right, query, secret) => createHmac('md5', secret).update(query).digest('hex'),
  'sha-256-of-query': (_right, query) => createHash('sha256').update(query).digest('hex'),
  'sha-256-of-secret-and-query': (_right, query, secret) =>
    createHash('sha256')
      .update(secret + query)
      .digest('hex'),
  'parameter-changed': right => right,
  'timestamp-changed': right => right,
  'parameter-added': right => right,
  'parameter-removed': right => right,
  'no-timestamp': (_right, _query, secret) => sign('asset=btc', secret),
}

describe('refusals', () => {
  const plain = vectors.find(({ name }) => name === 'plain')

  test.each(refusals)('$name: $describes', async ({ name, secret, parameters, query, signature, right }) => {
    expect(plain?.secret).toBe(secret)
    expect(encodeQuery(pairsOf(parameters))).toBe(query)
    expect(await signByWebCrypto(query, secret)).toBe(right)
    expect(wrongly[name]?.(plain?.signature ?? '', plain?.query ?? '', secret)).toBe(signature)
    expect(signature === right).toBe(name === 'no-timestamp')
  })

  test('every refusal has another signature', () => {
    expect(refusals.map(({ name }) => name).sort()).toEqual(Object.keys(wrongly).sort())
    expect(new Set(refusals.map(({ query, signature }) => `${query} ${signature}`)).size).toBe(refusals.length)
  })
})

describe('encodeQuery', () => {
  const anyText = fc.string({
    unit: fc.oneof(fc.constantFrom(...' +%&=~*;#/?'), fc.string({ unit: 'binary', maxLength: 1 })),
  })
  const pairs = fc.array(fc.tuple(anyText, anyText))

  test('uses only unreserved characters and upper-case escapes', () => {
    fc.assert(fc.property(pairs, given => /^(?:[\w.~&=-]|%[0-9A-F]{2})*$/.test(encodeQuery(given))))
  })

  test('decodes back to the same pairs in the same order', () => {
    fc.assert(
      fc.property(pairs, given => {
        expect([...new URLSearchParams(encodeQuery(given))]).toEqual(given)
      }),
    )
  })

  test.each([
    ['no pairs', [], ''],
    ['an empty name and value', [['', '']], '='],
    ['a space', [['a b', 'c d']], 'a%20b=c%20d'],
    ['what encodeURIComponent leaves', [['a', "!'()*"]], 'a=%21%27%28%29%2A'],
    ['a byte order mark', [['a', '\uFEFFb']], 'a=%EF%BB%BFb'],
    ['a lone high surrogate', [['a', 'x\uD83D']], 'a=x%EF%BF%BD'],
    ['a lone low surrogate', [['\uDE80', 'x']], '%EF%BF%BD=x'],
  ] satisfies [string, Parameter[], string][])('%s', (_what, given, wanted) => {
    expect(encodeQuery(given)).toBe(wanted)
  })
})

test('a signature is 64 lowercase hexadecimal digits, whatever is signed', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (query, secret) => /^[0-9a-f]{64}$/.test(sign(query, secret))))
})

test('the signer reproduces the HMAC-SHA256 example of RFC 4231, case 2', () => {
  expect(sign('what do ya want for nothing?', 'Jefe')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})
