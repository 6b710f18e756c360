/** Finding out what is wrong with a signature. */
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Captured } from '../../harness/index.ts'
import { signatureFault } from '../../suites/trading/signing/signature-findings.ts'

const [apiKey, secretKey] = ['key-of-ada', '5ec2e7a1b0']
const target = { trading: { baseUrl: 'https://venue.example/v1', credentials: { apiKey, secretKey } } }
const NOW = 1_760_000_000_000
const query = `pair=btc%2Fusd&asset=btc&note=a%20b&timestamp=${NOW}`
const hmac = (text: string, secret: string | Buffer = secretKey, name = 'sha256'): string =>
  createHmac(name, secret).update(text).digest('hex')

interface Sent {
  readonly url?: string
  readonly key?: string | null
  readonly signature?: string | null
  readonly body?: string
  readonly status?: number
}

const captured = ({ url, key = apiKey, signature = hmac(query), body, status = 401 }: Sent): Captured => ({
  source: { file: 'a.har', entry: 1 },
  ...{ sentAt: NOW, receivedAt: NOW, unusable: null },
  request: {
    method: body === undefined ? 'GET' : 'POST',
    url: url ?? `https://venue.example/v1/account/balances?${query}`,
    headers: {
      ...(key !== null && { 'x-svc-apikey': key }),
      ...(signature !== null && { 'x-svc-signature': signature }),
    },
    ...{ body: body ?? null, whole: true },
  },
  response: { status, headers: {}, body: '{}' },
})

const said = (sent: Sent, known: object = target): string | null => signatureFault(captured(sent), known)
const signed = (text: string): Sent => ({
  url: `https://venue.example/v1/account/balances?${text}`,
  signature: hmac(text),
})

describe('a signature', () => {
  test('that is correct is no finding, and neither is a public request', () => {
    expect(said({})).toBeNull()
    expect(said({}, {})).toBeNull()
    expect(said({ url: 'https://venue.example/v1/public/ping', signature: null })).toBeNull()
    expect(said({ key: null, signature: null })).toBeNull()
    for (const replaced of ['{{secret:1}}', '[redacted]', '***', '<hidden>'])
      expect(said({ signature: replaced })).toBeNull()
    expect(said({ key: 'of somebody else', signature: hmac(query, 'their secret') })).toBeNull()
  })

  const swapped = `asset=btc&pair=btc%2Fusd&note=a%20b&timestamp=${NOW}`
  test.each<[string, Sent, RegExp]>([
    ['no key', { key: null }, /^key: .* no API key/],
    ['no signature', { signature: null }, /^signature: .* no signature/],
    ['no timestamp', signed('asset=btc'), /^timestamp: .* has no timestamp/],
    ['another key', { key: 'key-of-bob' }, /^key: .* names another API key/],
    ['the key as the secret', { signature: hmac(query, apiKey) }, /^key: .* the API key in place of the secret/],
    ['a line end after the secret', { signature: hmac(query, `${secretKey}\n`) }, /^key: .* line end/],
    ['a decoded secret', { signature: hmac(query, Buffer.from(secretKey, 'hex')) }, /^key: .* from hexadecimal/],
    ['key and text swapped', { signature: hmac(secretKey, query) }, /^key: .* the other way round/],
    ['another order', { signature: hmac(swapped) }, /^order: /],
    ['the decoded query', { signature: hmac(decodeURIComponent(query)) }, /^encoding: .* decoded query string/],
    ['plus for space', { signature: hmac(query.replace('%20', '+')) }, /^encoding: .* another percent-encoding/],
    ['small escapes', { signature: hmac(query.replace('%2F', '%2f')) }, /^encoding: .* another percent-encoding/],
    ['upper case', { signature: hmac(query).toUpperCase() }, /^encoding: .* upper case/],
    ['Base64', { signature: Buffer.from(hmac(query), 'hex').toString('base64') }, /^encoding: .* Base64/],
    ['cut short', { signature: hmac(query).slice(0, 32) }, /^encoding: .* cut short/],
    ['a prefix', { signature: `sha256=${hmac(query)}` }, /^encoding: .* prefix/],
    ['the body too', { signature: hmac(`${query}a=b`), body: 'a=b' }, /^body: .* takes in the body/],
    ['the body alone', { signature: hmac('a=b'), body: 'a=b' }, /^body: .* over the body, and not/],
    ['the path too', { signature: hmac(`/v1/account/balances?${query}`) }, /^signature: .* the address or the method/],
    ['a parameter more', { signature: hmac(query.replace('asset=btc&', '')) }, /^signature: .* added after signing/],
    ['without the timestamp', { signature: hmac(query.replace(/&timestamp=.*/, '')) }, /^timestamp: .* leaves out/],
    ['two different times', { signature: hmac(query.replace(`${NOW}`, `${NOW - 3}`)) }, /^timestamp: .* read twice/],
    ['another algorithm', { signature: hmac(query, secretKey, 'sha512') }, /^algorithm: .* HMAC-SHA512/],
    [
      'no HMAC',
      {
        signature: createHash('sha256')
          .update(query + secretKey)
          .digest('hex'),
      },
      /^algorithm: .* plain SHA-256/,
    ],
    ['seconds', signed(`timestamp=${NOW / 1000}`), /^timestamp: .* milliseconds are due/],
    ['a timestamp that is not a number', signed('timestamp=today'), /^timestamp: .* decimal integer/],
    ['an old timestamp', signed(`timestamp=${NOW - 3_600_000}`), /^timestamp: .* behind the clock/],
    ['another secret', { signature: hmac(query, 'another') }, /compare the secret/],
  ])('with %s is described as such', (_what, sent, words) => {
    expect(said(sent)).toMatch(words)
  })

  test('is judged by its form if the secret is not known', () => {
    expect(said({ signature: hmac(query).toUpperCase() }, {})).toMatch(/^encoding: /)
    expect(said({ signature: hmac(query, 'x', 'sha1') }, {})).toMatch(/^algorithm: .* 40 hexadecimal digits/)
    expect(said(signed(`timestamp=${NOW / 1000}`), {})).toMatch(/^timestamp: /)
  })

  test('with an old timestamp is no finding if the request was accepted', () => {
    expect(said({ ...signed(`timestamp=${NOW - 3_600_000}`), status: 200 })).toBeNull()
  })
})
