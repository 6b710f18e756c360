/** Reads a request: its parameters as the contract describes them, and how it differs from the description. */
import { existsAt, type Operation } from '../contract.ts'
import { addressOf } from '../evidence/address.ts'
import { type Exchange, parseJson } from '../evidence/exchange.ts'
import { partNames } from '../http/part-names.ts'
import { madeOnce } from '../memory/made-once.ts'
import { percentDecoded } from '../text/percent-decoded.ts'
import { regexEscaped } from '../text/regex-escaped.ts'

export interface ReadRequest {
  /** Whether all that was sent is known and encoded as the contract says. */
  readonly isKnown: boolean
  /** Parameters by name, each as the described kind; as text if it cannot be read so. */
  readonly params: Readonly<Record<string, unknown>>
  /** Parameters as text, decoded. */
  readonly texts: ReadonlyMap<string, string>
  /** Names of parameters that the operation has at no level. */
  readonly unknown: readonly string[]
  readonly breaches: readonly Breach[]
  /** What is wrong with the encoding of the parameters; null if nothing is. */
  readonly encoding: string | null
}

export type BreachKind = 'missing' | 'kind' | 'outside' | 'dropped'

export interface Breach {
  readonly parameter: string
  readonly how: BreachKind
}

type Parameter = Operation['parameters'][number]

export function readRequest(exchange: Exchange, data: Operation, level: number, whole: boolean): ReadRequest {
  const { request } = exchange
  const encoding = encodingFault(exchange, data)
  const texts = new Map<string, string>([...inPath(request.url, data.path), ...queryOf(request.url)])
  const type = request.headers['content-type'] ?? ''
  if (data.method !== 'GET' && /urlencoded/i.test(type))
    for (const [name, value] of formOf(request.body)) texts.set(name, value)
  const multipart = /^multipart\//i.test(type)
  const named = new Set([...texts.keys(), ...(multipart ? partNames(request.body ?? '') : []), ...(request.sent ?? [])])
  named.delete(UNKNOWN)
  const isKnown = whole && encoding === null && !multipart && !(request.sent ?? []).includes(UNKNOWN)
  const here = data.parameters.filter(one => existsAt(one, level))
  const params: Record<string, unknown> = {}
  const breaches: Breach[] = []
  for (const parameter of here) {
    const { name, required } = parameter
    const text = texts.get(name)
    if (text === undefined) {
      if (required && isKnown && !named.has(name) && parameter.in !== 'path')
        breaches.push({ parameter: name, how: 'missing' })
      continue
    }
    const read = readValue(text, parameter)
    params[name] = read.value
    if (read.isWrong) breaches.push({ parameter: name, how: 'kind' })
    const outside = isKnown ? outsideOf(read.value, parameter, level) : null
    if (outside) breaches.push({ parameter: name, how: outside })
  }
  const isFile = data.parameters.some(one => one.in === 'file')
  const isKnownName = (name: string): boolean =>
    data.parameters.some(one => one.name === name || one.renamedFrom?.name === name)
  const unknown = isFile ? [] : [...named].filter(name => !isKnownName(name))
  return { isKnown, params, texts, unknown, breaches: isKnown ? breaches : [], encoding }
}

/** Added to the names sent if the capture does not record all of them. */
export const UNKNOWN = '(not recorded)'

function encodingFault({ request }: Exchange, data: Operation): string | null {
  const type = request.headers['content-type'] ?? ''
  const has = (place: string): boolean => data.parameters.some(parameter => parameter.in === place)
  if (data.method === 'GET')
    return request.body ? 'it sends a body; parameters of a GET travel in the query string' : null
  if (has('file')) return /^multipart\//i.test(type) ? null : 'files travel as a multipart form'
  if (/json/i.test(type)) return 'it sends JSON; parameters travel as an urlencoded form'
  if (/^multipart\//i.test(type)) return 'it sends a multipart form; parameters travel as an urlencoded form'
  if (request.body && !/urlencoded/i.test(type))
    return `it sends ${type || 'a body of no type'}; parameters travel as an urlencoded form`
  const query = addressOf(request.url).search
  if (query !== '' && !has('query') && has('form'))
    return `parameters stand in the query string; those of a ${data.method} travel in the body`
  return null
}

const SECRET = /\{\{secret:\d+\}\}/

interface ReadValue {
  readonly value: unknown
  /** Certainly of another kind; a form that some implementations accept and others do not is not wrong. */
  readonly isWrong: boolean
}

function readValue(text: string, { kind, json }: Parameter): ReadValue {
  const open = { value: text, isWrong: false }
  if (SECRET.test(text) || text === '' || text === 'null') return open
  if (kind === 'string') return open
  if (kind === 'integer') {
    if (/^[+-]?\d+$/.test(text)) return { value: Number(text), isWrong: false }
    return { value: text, isWrong: !/^["']?\s*[+-]?\d[\d_.eE]*\s*["']?$/.test(text) }
  }
  if (kind === 'boolean') {
    if (text === 'true' || text === 'false') return { value: text === 'true', isWrong: false }
    return { value: text, isWrong: !/^["']?(true|false|yes|no|on|off|[01tfyn])["']?$/i.test(text.trim()) }
  }
  const parsed = parseJson(text)
  if (kind === 'array') return { value: parsed ?? text, isWrong: !Array.isArray(parsed) }
  if (kind === 'object')
    return { value: parsed ?? text, isWrong: typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) }
  return { value: json || kind === 'union' ? (parsed ?? text) : text, isWrong: false }
}

function outsideOf(value: unknown, { values, valueLevels }: Parameter, level: number): BreachKind | null {
  if (!values || value === '' || value === 'null' || (typeof value === 'string' && SECRET.test(value))) return null
  if (typeof value !== typeof values[0]) return null
  if (!values.includes(value as string)) return 'outside'
  const levels = valueLevels?.[String(value)]
  return levels?.until !== undefined && levels.until < level ? 'dropped' : null
}

interface Template {
  readonly names: readonly string[]
  readonly pattern: RegExp
}

const templates = new Map<string, Template>()

function templateOf(path: string): Template {
  const parts = path.split(/\{[^}]*\}/).map(regexEscaped)
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '')
  return { names, pattern: new RegExp(`${parts.join('([^/]+)')}/?$`) }
}

function inPath(url: string, path: string): [string, string][] {
  const { names, pattern } = madeOnce(templates, path, () => templateOf(path))
  const found = names.length > 0 && pattern.exec(addressOf(url).pathname)
  return found ? names.map((name, at) => [name, percentDecoded(found[at + 1] ?? '')]) : []
}

const queryOf = (url: string): [string, string][] => [...addressOf(url).searchParams]
const formOf = (body: string | null): [string, string][] => [...new URLSearchParams(body ?? '')]
