/** What one request has that another has not, in words: which of several values, callers or elements was tried. */
import type { Exchange } from '../evidence/exchange.ts'
import { isObject, parseJson } from '../evidence/exchange.ts'
import { shown } from './predicate.ts'

type Request = Pick<Exchange, 'operation' | 'actor' | 'request'>

interface Found {
  readonly text: string
  /** Ids, names and times differ between any two requests: they count only where nothing else differs. */
  readonly weak: boolean
}

const LONGEST = 90
const MOST = 4
/** Differ in every request, or are told by the caller's name. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['authorization', 'content-length', 'date', 'host'])

/** When it was sent, and the signature over that, say nothing of what was tried. */
const SIGNED = /^timestamp$|signature$/

/** `with drafts[0].to=[] instead of [12], as guest instead of admin`; null where nothing tells them apart. */
export function requestDifference(tried: Request, control: Request): string | null {
  const told = differences(tried, control).map(({ text }) => text)
  if (told.length === 0) return null
  return [...told.slice(0, MOST), ...(told.length > MOST ? [`${told.length - MOST} more`] : [])].join(', ')
}

/** Of several requests the one that differs least; the last of these. */
export function nearestTo<One extends Request>(tried: Request, others: readonly One[]): One | null {
  let [nearest, least] = [null as One | null, Number.POSITIVE_INFINITY]
  for (const other of others) {
    const count = differences(tried, other).filter(({ weak }) => !weak).length
    if (count <= least) [nearest, least] = [other, count]
  }
  return nearest
}

function differences(tried: Request, control: Request): Found[] {
  if (tried.operation !== control.operation) return []
  const found = [
    ...parameterDifferences(parametersOf(tried), parametersOf(control)),
    ...headerDifferences(tried.request.headers, control.request.headers),
    ...pathDifferences(tried, control),
    ...callerDifferences(tried, control),
  ]
  const strong = found.filter(({ weak }) => !weak)
  return strong.length > 0 ? strong : found
}

/** `with name="x", members=[]`: a request that has nothing to be compared with. */
export function requestInWords(request: Request): string | null {
  const told = [...parametersOf(request)].map(([name, value]) => `${name}=${shown(value, LONGEST)}`)
  if (told.length === 0) return null
  return `with ${[...told.slice(0, MOST), ...(told.length > MOST ? [`${told.length - MOST} more`] : [])].join(', ')}`
}

/** Decoded, and parsed where a value is a list or an object. A name sent twice has both values. */
function parametersOf({ request }: Request): Map<string, unknown> {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  const type = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const form = type.startsWith('application/x-www-form-urlencoded') ? (request.body ?? '') : ''
  const parameters = new Map<string, unknown>()
  for (const [name, text] of [...new URLSearchParams(query), ...new URLSearchParams(form)]) {
    const value = /^[[{]/.test(text) ? (parseJson(text) ?? text) : text
    parameters.set(name, parameters.has(name) ? `${parameters.get(name)} and ${text}` : value)
  }
  return parameters
}

function parameterDifferences(tried: ReadonlyMap<string, unknown>, control: ReadonlyMap<string, unknown>): Found[] {
  const names = new Set([...tried.keys(), ...control.keys()])
  return [...names].flatMap(name => {
    if (!control.has(name)) return [strong(`with ${name}=${shown(tried.get(name), LONGEST)}`)]
    if (!tried.has(name)) return [strong(`without ${name}`)]
    return valueDifferences(name, tried.get(name), control.get(name))
  })
}

function valueDifferences(place: string, tried: unknown, control: unknown): Found[] {
  if (JSON.stringify(tried) === JSON.stringify(control) || SIGNED.test(place)) return []
  if (isObject(tried) && isObject(control)) {
    const names = new Set([...Object.keys(tried), ...Object.keys(control)])
    return [...names].flatMap(name => {
      if (!Object.hasOwn(control, name)) return [strong(`with ${place}.${name}=${shown(tried[name], LONGEST)}`)]
      if (!Object.hasOwn(tried, name)) return [strong(`without ${place}.${name}`)]
      return valueDifferences(`${place}.${name}`, tried[name], control[name])
    })
  }
  if (Array.isArray(tried) && Array.isArray(control)) {
    if (tried.length === control.length && tried.some(element => typeof element === 'object'))
      return tried.flatMap((element, index) => valueDifferences(`${place}[${index}]`, element, control[index]))
    const known = new Set(control.map(alike))
    const other = tried.flatMap((element, index) => (isObject(element) && !known.has(alike(element)) ? [index] : []))
    if (other.length > 0 && other.length <= MOST)
      return other.map(index => strong(`with ${place}[${index}]=${shown(tried[index], LONGEST)}`))
    if (tried.length > MOST && tried.length !== control.length)
      return [strong(`with ${tried.length} ${place} instead of ${control.length}`)]
  }
  const text = `with ${place}=${shown(tried, LONGEST)} instead of ${shown(control, LONGEST)}`
  return [{ text, weak: isWeak(tried, control) }]
}

/** Ids, and names that the run made up. */
function isWeak(tried: unknown, control: unknown): boolean {
  const number = (value: unknown): boolean => /^[1-9]\d*$/.test(String(value)) && Number(value) < 2 ** 31 - 7
  if (number(tried) && number(control)) return true
  return typeof tried === 'string' && alike(tried) === alike(control)
}

/** What stays of a value when the names in it that the run made up are taken for one. */
const alike = (value: unknown): string => JSON.stringify(value).replaceAll(MADE_UP, 'assay')
const MADE_UP = /assay[ -]?\w+[ -]\w{6,9}[ -][^"\\@]*?(?: \d+)?(?=["\\@])/g

function headerDifferences(tried: Request['request']['headers'], control: Request['request']['headers']): Found[] {
  const lower = (headers: Readonly<Record<string, string>>): Map<string, string> =>
    new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const [mine, theirs] = [lower(tried), lower(control)]
  const isTold = (name: string): boolean => !IGNORED_HEADERS.has(name) && mine.get(name) !== theirs.get(name)
  // What is missing or another tells more than what came along.
  const [known, further] = [[...theirs.keys()], [...mine.keys()].filter(name => !theirs.has(name))]
  return [...known, ...further].filter(isTold).flatMap(name => {
    if (!mine.has(name)) return [strong(`without the header ${name}`)]
    return SIGNED.test(name) ? [] : [strong(`with the header ${name}: ${shown(mine.get(name), LONGEST)}`)]
  })
}

function pathDifferences(tried: Request, control: Request): Found[] {
  const [mine, theirs] = [pathOf(tried), pathOf(control)]
  const far = mine.split('/').some(part => /^\d+$/.test(part) && Number(part) >= 2 ** 31 - 7)
  return mine === theirs ? [] : [{ text: `at ${mine} instead of ${theirs}`, weak: !far }]
}

function callerDifferences(tried: Request, control: Request): Found[] {
  if (tried.actor === control.actor) return []
  return [strong(`as ${tried.actor ?? 'nobody'} instead of ${control.actor ?? 'nobody'}`)]
}

const pathOf = ({ request }: Request): string => request.url.replace(/[?#].*$/s, '').replace(/^\w+:\/\/[^/]*/, '')
const strong = (text: string): Found => ({ text, weak: false })
