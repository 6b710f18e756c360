/** Finds what is wrong with how a client signed a request: its headers, its timestamp, or the text that it signed. */
import { createHash, createHmac } from 'node:crypto'
import type { Captured } from '../../../harness/index.ts'
import { sign } from './signer.ts'

interface Keys {
  readonly trading?: { readonly credentials?: { readonly apiKey: string; readonly secretKey: string } }
}

/** What tools write in place of a secret. */
const PLACEHOLDER = /\{\{secret|redacted|removed|hidden|masked|\*{3}|\.{3}|…|<[^<>]*>/i

const HEX = /^[0-9a-f]{64}$/

/** The mistake in words, the same words for all requests with the same mistake; null if none is found. */
export function signatureFault(captured: Captured, target: object): string | null {
  const { request } = captured
  const { 'x-svc-apikey': key, 'x-svc-signature': signature } = request.headers
  const isPublic = /\/public\/[^/]*$/.test(new URL(request.url).pathname)
  if (isPublic || (key === undefined && signature === undefined)) return null
  if (PLACEHOLDER.test(`${key} ${signature}`)) return null
  if (!key) return 'key: it sends a signature and no API key'
  if (!signature) return 'signature: it sends an API key and no signature'
  const query = queryOf(request.url)
  const timestamp = new URLSearchParams(query).get('timestamp')
  if (timestamp === null) return 'timestamp: it is signed and has no timestamp'
  const credentials = (target as Keys).trading?.credentials
  const isOwn = credentials !== undefined && key === credentials.apiKey
  if (isOwn && signature === sign(query, credentials.secretKey)) return timestampFault(timestamp, captured)
  const form = formFault(signature)
  if (!credentials) return form ?? timestampFault(timestamp, captured)
  if (!isOwn)
    return signature === sign(query, credentials.secretKey)
      ? 'key: it is signed with the secret of the target file, and names another API key'
      : (form ?? timestampFault(timestamp, captured))
  return contentFault(captured, signature, query, credentials) ?? form ?? UNKNOWN
}

const UNKNOWN =
  'signature: it is not the HMAC-SHA256 of the query string as sent, nor of any usual variation of it: compare the secret'

const queryOf = (url: string): string => url.split('#')[0]?.split('?').slice(1).join('?') ?? ''

/** Mistakes in how a signature is written, regardless of what was signed. */
function formFault(signature: string): string | null {
  if (HEX.test(signature)) return null
  if (signature !== signature.trim() || /^["'].*["']$/.test(signature))
    return 'encoding: its signature has spaces or quotation marks around it'
  if (/^(0x|sha-?256[=:])/i.test(signature)) return 'encoding: its signature has a prefix before the hexadecimal digits'
  if (HEX.test(signature.toLowerCase()))
    return 'encoding: its signature is in upper case; the contract shows lower case'
  if (/^[0-9a-f]+$/i.test(signature))
    return `algorithm: its signature has ${signature.length} hexadecimal digits; an HMAC-SHA256 has 64`
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(signature)
    ? 'encoding: its signature is in Base64; hexadecimal is due'
    : 'encoding: its signature is not written in hexadecimal digits'
}

/** In milliseconds: a timestamp further from the clock of the capture is outside any usual tolerance. */
const TOLERANCE_MS = 60_000

function timestampFault(timestamp: string, { sentAt, response }: Captured): string | null {
  if (!/^\d+$/.test(timestamp)) return 'timestamp: it is not a decimal integer'
  if (timestamp.length === 10) return 'timestamp: it has ten digits, as seconds have; milliseconds are due'
  if (timestamp.length >= 16) return 'timestamp: it has as many digits as microseconds have; milliseconds are due'
  const isRefused = (response?.status ?? 0) >= 400
  const away = Number(timestamp) - sentAt
  if (!isRefused || sentAt === 0 || Math.abs(away) <= TOLERANCE_MS) return null
  return `timestamp: the request is refused, and its timestamp is more than a minute ${away < 0 ? 'behind' : 'ahead of'} the clock of the capture`
}

interface Signed {
  readonly words: string
  readonly text: string
}

/** Tries the usual mistakes of clients until one of them results in the signature that was sent. */
function contentFault(
  { request }: Captured,
  sent: string,
  query: string,
  { apiKey, secretKey }: { readonly apiKey: string; readonly secretKey: string },
): string | null {
  const signature = sent.trim().toLowerCase()
  const right = sign(query, secretKey)
  if (right === signature) return formFault(sent)
  if (sent.length >= 16 && right.startsWith(signature)) return 'encoding: its signature is cut short'
  if (signature.startsWith(right)) return 'encoding: there is something after the 64 digits of its signature'
  const isBase64 = (digest: Buffer): boolean =>
    [digest.toString('base64'), digest.toString('base64url')].includes(sent.trim())
  if (isBase64(Buffer.from(right, 'hex'))) return 'encoding: its signature is in Base64; hexadecimal is due'
  const text = textsOf(request, query).find(one => sign(one.text, secretKey) === signature)
  if (text) return text.words
  const secret = secretsOf(apiKey, secretKey).find(
    one => createHmac('sha256', one.key).update(query).digest('hex') === signature,
  )
  if (secret) return secret.words
  return otherAlgorithm(query, secretKey, signature) ?? otherTimestamp(query, secretKey, signature)
}

function textsOf({ url, method, body }: Captured['request'], query: string): Signed[] {
  const { pathname } = new URL(url)
  const pairs = query.split('&')
  const decoded = [...new URLSearchParams(query)]
  const reordered = pairs.length <= 5 ? permutations(pairs) : [pairs.toSorted(), pairs.toReversed()]
  const plain = pairs.map(pair => decodedText(pair)).join('&')
  const order = 'order: its signature is over the same parameters in another order than they are sent in'
  const coded = 'encoding: its signature is over the query string in another percent-encoding than it is sent in'
  const around = 'signature: it is over more than the query string'
  return [
    ...reordered.map(list => ({ words: order, text: list.join('&') })),
    { words: 'encoding: its signature is over the decoded query string, not the one that is sent', text: plain },
    ...[
      new URLSearchParams(decoded).toString(),
      decoded.map(pair => pair.map(encodeURIComponent).join('=')).join('&'),
      query.replaceAll('%20', '+'),
      query.replaceAll('+', '%20'),
      query.replaceAll(/%[0-9a-f]{2}/gi, code => code.toLowerCase()),
      query.replaceAll(/%[0-9a-f]{2}/gi, code => code.toUpperCase()),
    ].map(text => ({ words: coded, text })),
    ...[
      `?${query}`,
      `${pathname}?${query}`,
      url,
      `${method}${pathname}?${query}`,
      `${method}\n${pathname}\n${query}`,
    ].map(text => ({ words: `${around}: it takes in the address or the method`, text })),
    ...(body ? [query + body, `${query}&${body}`, `${body}${query}`] : []).map(text => ({
      words: `body: ${around.slice(11)}: it takes in the body`,
      text,
    })),
    ...(body ? [{ words: 'body: its signature is over the body, and not over the query string', text: body }] : []),
    { words: 'signature: it is over nothing', text: '' },
    ...pairs.map((pair, at) => ({
      words: pair.startsWith('timestamp=')
        ? 'timestamp: its signature leaves out the timestamp'
        : 'signature: a parameter was added after signing',
      text: pairs.toSpliced(at, 1).join('&'),
    })),
    { words: 'signature: it is over the JSON of the parameters', text: JSON.stringify(Object.fromEntries(decoded)) },
  ]
}

function secretsOf(apiKey: string, secret: string): { readonly words: string; readonly key: string | Buffer }[] {
  return [
    { words: 'key: it is signed with the API key in place of the secret', key: apiKey },
    ...[`${secret}\n`, ` ${secret}`, `${secret} `, `${secret}\r\n`, `"${secret}"`].map(key => ({
      words: 'key: it is signed with the secret and a space, line end or quotation mark around it',
      key,
    })),
    { words: 'key: it is signed with the secret decoded from hexadecimal', key: Buffer.from(secret, 'hex') },
    { words: 'key: it is signed with the secret decoded from Base64', key: Buffer.from(secret, 'base64') },
    { words: 'key: it is signed with the secret in other letter case', key: secret.toLowerCase() },
    { words: 'key: it is signed with the secret in other letter case', key: secret.toUpperCase() },
  ]
}

function otherAlgorithm(query: string, secret: string, signature: string): string | null {
  for (const name of ['md5', 'sha1', 'sha224', 'sha384', 'sha512'])
    if (createHmac(name, secret).update(query).digest('hex') === signature)
      return `algorithm: its signature is an HMAC-${name.toUpperCase()}; HMAC-SHA256 is due`
  if (createHmac('sha256', query).update(secret).digest('hex') === signature)
    return 'key: the secret is signed with the query string as the key; it is the other way round'
  const plain = [query, query + secret, secret + query].map(text => createHash('sha256').update(text).digest('hex'))
  return plain.includes(signature) ? 'algorithm: its signature is a plain SHA-256; an HMAC-SHA256 is due' : null
}

/** In milliseconds: how far around the timestamp sent the signed one is searched, since some clients read the clock twice. */
const SEARCH_RANGE_MS = 1500
let searches = 0
const MOST_SEARCHES = 200

function otherTimestamp(query: string, secret: string, signature: string): string | null {
  const [, before = '', digits = '', after = ''] = /^(.*?\btimestamp=)(\d{13})(&.*|)$/.exec(query) ?? []
  if (digits === '' || ++searches > MOST_SEARCHES) return null
  for (let away = 1; away <= SEARCH_RANGE_MS; away++)
    for (const time of [Number(digits) - away, Number(digits) + away])
      if (sign(before + time + after, secret) === signature)
        return 'timestamp: another timestamp was signed than the one that is sent: the clock was read twice'
  return null
}

const permutations = (list: readonly string[]): string[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, at) => permutations(list.toSpliced(at, 1)).map(rest => [one, ...rest]))

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
