/** The curl line of a failure: the request that was sent, without secrets, quoted for a shell. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import { curlFor } from '../../reports/curl.ts'
import { anEntry, anExchange } from './a-report.ts'

const target: Report['target'] = {
  name: 'acme',
  variables: {
    'messaging.actors.member.apiKey': 'MAX_KEY',
    'trading.credentials.apiKey': 'ACME_KEY',
    'trading.credentials.secretKey': 'ACME_SECRET',
  },
  actors: { member: 'max@acme.example' },
}
const failed = anEntry('messaging.drafts.one-channel', 'fail')
const sent = (more: Partial<ExchangeRecord['request']>, rest: Partial<ExchangeRecord> = {}): ExchangeRecord =>
  anExchange({ ...rest, request: { ...anExchange().request, headers: {}, body: null, method: 'GET', ...more } })
const line = (exchange: ExchangeRecord, entry = failed): string => curlFor(entry, exchange, target) ?? ''

describe('a curl line', () => {
  const basic = { authorization: 'Basic {{secret:7}}' }
  const url = 'https://chat.acme.example/api/v1/drafts'
  test.each([
    ['a plain GET', sent({ url }), `curl -sSg ${url}`],
    ['a query', sent({ url: `${url}?a=1&b=it's` }), `curl -sSg '${url}?a=1&b=it'\\''s'`],
    [
      'a reply that may be compressed',
      sent({ headers: { 'accept-encoding': 'gzip, br' } }),
      `curl -sSg ${url} --compressed`,
    ],
    ['a form', sent({ method: 'POST', body: 'a=1&b=2' }), `curl -sSg -X POST ${url} --data-binary 'a=1&b=2'`],
    ['an actor of the target file', sent({ headers: basic }), `curl -sSg ${url} -u max@acme.example:"$MAX_KEY"`],
    [
      'an actor made by the provisioner',
      sent({ headers: basic }, { actor: 'owner' }),
      `curl -sSg ${url} -u "$OWNER_EMAIL:$OWNER_KEY"`,
    ],
    [
      'a wrong key',
      sent({ headers: basic }, { actor: 'member with a wrong key' }),
      `curl -sSg ${url} -u max@acme.example:"$WRONG_KEY"`,
    ],
    [
      'a secret in a body',
      sent({ method: 'POST', body: 'password={{secret:3}}' }),
      /--data-binary password="\$SECRET_3"$/,
    ],
  ])('for %s', (_name, exchange, want) => {
    if (typeof want === 'string') expect(line(exchange)).toBe(want)
    else expect(line(exchange)).toMatch(want)
  })

  test('signs a request again only if it was correctly signed', () => {
    const headers = { 'x-svc-apikey': '{{secret:1}}', 'x-svc-signature': '{{secret:2}}' }
    const exchange = sent(
      { url: 'https://a.example/v1/x?asset=btc&timestamp=1700000000000', headers },
      { api: 'trading' },
    )
    const accepted = anEntry('trading.signing.plain', 'fail')
    expect(line(exchange, accepted)).toBe(
      `Q='asset=btc&timestamp='"$(date +%s000)"; curl -sSg 'https://a.example/v1/x?'"$Q" -H "X-SVC-APIKEY: $ACME_KEY" ` +
        `-H "X-SVC-SIGNATURE: $(npx --no-install assay sign --bare --secret-env ACME_SECRET "$Q")"`,
    )
    const refused = anEntry('trading.signing.other-secret', 'fail', {
      sentence: 'A signature of another secret is refused',
    })
    expect(line(exchange, refused)).toContain('-H "X-SVC-SIGNATURE: $SIGNATURE"')
  })

  test('passes any request to curl unchanged', () => {
    const body = 'it\'s $HOME `id` "x" \\ \r\n\t\u001b[31m {a,b} [1-9] ü \u202e'
    const command = line(sent({ method: 'POST', body })).replace(/^curl/, 'printf "%s\\0"')
    const words = execFileSync('bash', ['-c', command], { env: { LC_ALL: 'C.UTF-8' } })
      .toString()
      .split('\0')
    expect(words.at(-2)).toBe(body)
    expect(line(sent({ method: 'POST', body }))).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  test('is omitted if it would be too long, and for requests that were not sent to the target', () => {
    expect(curlFor(failed, sent({ body: 'x'.repeat(5_000) }), target)).toBeNull()
    expect(curlFor(failed, sent({}, { via: 'provisioner' }), target)).toBeNull()
  })
})
