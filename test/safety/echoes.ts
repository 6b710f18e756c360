/** Encodings in which a deployment may echo a secret; written independently of the code that searches for secrets. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const isPlain = (text: string): boolean => /^[ -~]+$/.test(text)

export function echoes(secret: string): string[] {
  const html = secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')
  return [
    secret,
    secret.replace(/=+$/, ''),
    secret.toUpperCase(),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    JSON.stringify(secret).slice(1, -1),
    [...secret].map(one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    base64(secret),
    base64(secret).replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    base64(`user@example.org:${secret}`),
    html,
    ...rareEchoes(secret),
  ]
}

const codes = (secret: string, form: (code: number) => string): string =>
  [...secret].map(one => form(one.codePointAt(0) ?? 0)).join('')

/** Rare encodings: encoded twice, character by character, as bytes, backwards. */
function rareEchoes(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex')
  return [
    base64(base64(secret)),
    base64(base64(base64(secret))),
    base64(`{"key":"${base64(`user:${secret}`)}"}`),
    Buffer.from(base64(secret)).toString('base64url'),
    encodeURIComponent(base64(base64(secret))),
    hex,
    hex.toUpperCase(),
    base64(hex),
    Buffer.from(base64(secret)).toString('hex'),
    Buffer.from(secret, 'utf16le').toString('base64'),
    base64(encodeURIComponent(secret)),
    codes(secret, code => `\\${code.toString(8).padStart(3, '0')}`),
    codes(secret, code => `\\u{${code.toString(16)}}`),
    codes(secret, code => `\\x${code.toString(16)}`),
    codes(secret, code => `%${code.toString(16)}`),
    codes(secret, code => `%25${code.toString(16)}`),
    codes(secret, code => `&#${code};`),
    codes(secret, code => `&#x${code.toString(16)};`),
    secret.replaceAll('=', '&equals;').replaceAll('+', '&plus;').replaceAll('/', '&sol;'),
    [...secret].reverse().join(''),
  ]
}

/** Puts echoes into a reply: as a member, or in a page, in broken JSON, or in JSON inside JSON. */
export function withEcho(body: string, echo: readonly string[], count: number): string {
  if (count % 5 === 1) return `<html><body>${echo.join('</p><p>')}</body></html>`
  if (count % 7 === 2) return `{"result": oops ${echo.join(' ')}`
  if (count % 11 === 3) return JSON.stringify({ result: 'success', msg: JSON.stringify({ echo }), [echo[0] ?? '']: 1 })
  return body.startsWith('{') ? `{"echo":${JSON.stringify(echo)},${body.slice(1)}` : body
}

/** Whether it is an Authorization header with an empty key: it then contains no secret. */
const isWithoutKey = (header: string): boolean =>
  header.startsWith('Basic ') && Buffer.from(header.slice(6), 'base64').toString().endsWith(':')

/** The key of an Authorization header. Wrong keys count as secrets too, because they are nearly the same as real ones. */
const keyIn = (header: string): string =>
  Buffer.from(/^Basic (.*)/.exec(header)?.[1] ?? '', 'base64')
    .toString()
    .replace(/^[^:]*:/, '')

const isSecret = (value: string | undefined): value is string =>
  value !== undefined && value.length >= 12 && /\d/.test(value)

/** The secrets in a request. */
export function secretsSent(headers: Readonly<Record<string, unknown>>, body: unknown): string[] {
  const found: string[] = []
  for (const [name, value] of Object.entries(headers))
    if (/authorization|svc-/i.test(name) && typeof value === 'string' && !isWithoutKey(value))
      found.push(value.replace(/^Basic /, ''), keyIn(value))
  if (typeof body === 'string')
    for (const [name, value] of new URLSearchParams(body)) if (/^(password|token)$/.test(name)) found.push(value)
  return found.filter(isSecret)
}

/** The secrets in a reply: only members whose name marks them as secret. */
export const secretsAnswered = (body: string): string[] =>
  [/"(?:api_key|token)":"([^"]+)"/g, /"invite_link":"[^"]*\/([^"/]{8,})\/?"/g]
    .flatMap(pattern => [...body.matchAll(pattern)].map(([, value]) => value))
    .filter(isSecret)
