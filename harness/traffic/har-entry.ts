/** An entry of a HAR as an exchange, whichever browser or proxy wrote it. */
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isObject, parseJson } from '../evidence/exchange.ts'
import type { Captured, CapturedRequest, CapturedResponse, Source } from './captured.ts'

type Json = Readonly<Record<string, unknown>>

/** `folder` contains the bodies that the HAR names as files beside it. */
export function fromHar(entry: unknown, source: Source, folder: string | null): Captured | null {
  if (!isObject(entry) || !isObject(entry['request'])) return null
  const request = requestOf(entry['request'])
  if (!request) return null
  const sentAt = Date.parse(String(entry['startedDateTime']))
  const durationMs = Number(entry['time'])
  const startedAt = Number.isFinite(sentAt) ? sentAt : 0
  const read = responseOf(objectIn(entry, 'response'), folder)
  return {
    source,
    sentAt: startedAt,
    receivedAt: startedAt + (Number.isFinite(durationMs) && durationMs > 0 ? durationMs : 0),
    request,
    response: read.response,
    unusable: cached(entry) ? 'answered from a cache' : (incomplete(entry) ?? read.unusable),
  }
}

/** A member that is an object; an empty object if it is none. */
const objectIn = (parent: Json, name: string): Json => (isObject(parent[name]) ? parent[name] : {})

/** Charles says how each exchange ended; Chrome names the error if a reply was broken off. */
function incomplete(entry: Json): string | null {
  const response = objectIn(entry, 'response')
  const said = entry['_charlesStatus'] ?? response['_charlesStatus']
  if (typeof said === 'string' && said !== 'COMPLETE') return 'the capture says that it did not complete'
  const error = response['_error']
  return typeof error === 'string' && error !== '' ? 'the capture says that it failed' : null
}

function requestOf(request: Json): CapturedRequest | null {
  const [method, url] = [request['method'], request['url']]
  if (typeof method !== 'string' || typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    return null
  const headers = headersOf(request['headers'])
  const said = isObject(request['postData']) ? request['postData'] : null
  const type = headers['content-type'] ?? (typeof said?.['mimeType'] === 'string' ? said['mimeType'] : '')
  const withType = type === '' ? headers : { ...headers, 'content-type': type }
  const body = said && postedText(said, type)
  const names = said && Array.isArray(said['params']) ? said['params'].flatMap(nameOf) : undefined
  return {
    method: method.toUpperCase(),
    url,
    headers: withType,
    body,
    whole: body !== null || saysEmpty(request, headers),
    ...(names && names.length > 0 && { names }),
  }
}

const nameOf = (param: unknown): string[] =>
  isObject(param) && typeof param['name'] === 'string' ? [param['name']] : []

/** The body as text, or made from its listed parameters if there are only those; null if there is neither. */
function postedText(posted: Json, type: string): string | null {
  const text = posted['text']
  if (typeof text === 'string' && text !== '')
    return posted['encoding'] === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text
  const params = Array.isArray(posted['params']) ? posted['params'] : []
  if (params.length === 0 || !/urlencoded/i.test(type)) return null
  return params
    .filter(isObject)
    .map(({ name, value }) => `${escaped(String(name))}=${escaped(String(value ?? ''))}`)
    .join('&')
}

/** Some captures list parameters as they were sent, others decoded: a value without reserved characters is left as it is. */
const escaped = (text: string): string =>
  /^[A-Za-z0-9_.~*+-]*$|%[0-9A-Fa-f]{2}/.test(text) ? text : encodeURIComponent(text)

/** Whether a request without a recorded body certainly had none. */
function saysEmpty(request: Json, headers: Readonly<Record<string, string>>): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(String(request['method']).toUpperCase())) return true
  if (headers['content-length'] !== undefined) return headers['content-length'].trim() === '0'
  return request['bodySize'] === 0 && headers['content-type'] === undefined
}

interface ReadResponse {
  readonly response: CapturedResponse | null
  readonly unusable: string | null
}

function responseOf(said: Json, folder: string | null): ReadResponse {
  const status = Number(said['status'])
  if (!Number.isInteger(status) || status < 100) return { response: null, unusable: 'no reply was recorded' }
  const headers = headersOf(said['headers'])
  const content = objectIn(said, 'content')
  const body = bodyIn(content, folder)
  const response = { status, headers, body: body ?? '' }
  if (status === 304) return { response, unusable: 'not modified: the body came from a cache' }
  if (body === null && !saysNoContent(status, headers)) return { response, unusable: 'the body was not recorded' }
  const size = Number(content['size'])
  const isCut = body !== null && Buffer.byteLength(body) < size && parseJson(body) === undefined
  return { response, unusable: isCut ? 'the body was cut off in the capture' : null }
}

function bodyIn(content: Json, folder: string | null): string | null {
  const { text, encoding, _file: file } = content as { text?: unknown; encoding?: unknown; _file?: unknown }
  if (typeof text === 'string') return encoding === 'base64' ? textIn(Buffer.from(text, 'base64')) : text
  if (typeof file !== 'string' || folder === null) return null
  try {
    const path = join(folder, basename(file))
    return statSync(path).isFile() ? textIn(readFileSync(path)) : null
  } catch {
    return null
  }
}

/** Some captures keep the bytes as they were sent, which may be compressed. */
function textIn(bytes: Buffer): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST_BODY }).toString('utf8')
  } catch {
    return bytes.toString('utf8')
  }
}

const LARGEST_BODY = 48 * 1024 * 1024

/** Some captures write a size of 0 for a body that they did not keep: only the reply itself can prove that it is empty. */
const saysNoContent = (status: number, headers: Readonly<Record<string, string>>): boolean =>
  headers['content-length']?.trim() === '0' || status === 204 || status === 205 || (status >= 300 && status <= 399)

/** Pseudo headers of HTTP/2 are left out; several of one name are joined. */
function headersOf(list: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const one of Array.isArray(list) ? list : []) {
    if (!isObject(one) || typeof one['name'] !== 'string' || one['name'].startsWith(':')) continue
    const name = one['name'].toLowerCase()
    const value = String(one['value'] ?? '')
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return headers
}

/** Chrome and Playwright mark a reply from a cache; in Firefox it has no size on the wire and a cache entry. */
function cached(entry: Json): boolean {
  if ((entry['_fromCache'] ?? false) !== false) return true
  const response = objectIn(entry, 'response')
  if (response['_fetchedViaServiceWorker'] === true || entry['_wasFulfilled'] === true) return true
  const isInCache = isObject(objectIn(entry, 'cache')['afterRequest'])
  return isInCache && response['bodySize'] === 0 && Number(objectIn(response, 'content')['size']) > 0
}
