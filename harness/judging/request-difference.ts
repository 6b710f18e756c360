/** Describes how one request differs from another: which of several values, actors or elements was tried. */
import type { Exchange } from '../evidence/exchange.ts'
import { isObject, parseJson } from '../evidence/exchange.ts'
import { shown } from './predicate.ts'

type Request = Pick<Exchange, 'operation' | 'actor' | 'request'>

/** Ids differ between any two requests, and so do names that the run made up: they count only if nothing else differs. */
type Strength = 'strong' | 'id' | 'name'

interface Found {
  readonly text: string
  readonly strength: Strength
}

const LONGEST = 90
const MOST = 4
/** Headers that differ in every request, or that the actor's name stands for. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['authorization', 'content-length', 'date', 'host'])

/** The time of a request and its signature say nothing about what was tried. */
const SIGNED = /^timestamp$|signature$/

/** `with drafts[0].to=[] instead of [12], as guest instead of admin`; null if they do not differ. */
export function requestDifference(tried: Request, control: Request): string | null {
  const texts = differences(tried, control).map(({ text }) => text)
  return texts.length === 0 ? null : fewOf(texts).join(', ')
}

const fewOf = (texts: readonly string[]): string[] => [
  ...texts.slice(0, MOST),
  ...(texts.length > MOST ? [`${texts.length - MOST} more`] : []),
]

/** Of several requests the one that differs least; of equal ones the last. */
export function nearestTo<One extends Request>(tried: Request, others: readonly One[]): One | null {
  let [nearest, least] = [null as One | null, Number.POSITIVE_INFINITY]
  for (const other of others) {
    const count = differences(tried, other).filter(({ strength }) => strength === 'strong').length
    if (count <= least) [nearest, least] = [other, count]
  }
  return nearest
}

function differences(tried: Request, control: Request): Found[] {
  if (tried.operation !== control.operation) return []
  const found = [
    ...callerDifferences(tried, control),
    ...parameterDifferences(parametersOf(tried), parametersOf(control)),
    ...pathDifferences(tried, control),
    ...headerDifferences(tried.request.headers, control.request.headers),
  ]
  const strongest = (['strong', 'id', 'name'] as const).find(one => found.some(({ strength }) => strength === one))
  return found.filter(({ strength }) => strength === strongest)
}

/** `with name="x", members=[]`: describes a request that cannot be compared with another. */
export function requestInWords(request: Request): string | null {
  const texts = [...parametersOf(request)].map(([name, value]) => `${name}=${shown(value, LONGEST)}`)
  if (texts.length === 0) return null
  return `with ${fewOf(texts).join(', ')}`
}

/** The parameters, decoded, and parsed if a value is a list or an object. A name sent twice has both values. */
export function parametersOf({ request }: Pick<Exchange, 'request'>): Map<string, unknown> {
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
  const other = [...tried.keys()].flatMap(name =>
    control.has(name)
      ? valueDifferences(name, tried.get(name), control.get(name))
      : [strong(`with ${name}=${shown(tried.get(name), LONGEST)}`)],
  )
  return [...other, ...leftOut([...control.keys()].filter(name => !tried.has(name)))]
}

/** Missing parameters are listed last: the other request may have had many that do not matter. */
function leftOut(names: readonly string[], place = ''): Found[] {
  const texts = names.filter(name => !MADE_UP_PARAMETER.test(name)).map(name => place + name)
  return texts.length === 0 ? [] : [strong(`without ${fewOf(texts).join(', ')}`)]
}

/** A parameter that an endpoint has to ignore: its absence explains nothing. If it was signed, the claim itself says so. */
export const MADE_UP_PARAMETER = /assay/i

function valueDifferences(place: string, tried: unknown, control: unknown): Found[] {
  if (JSON.stringify(tried) === JSON.stringify(control) || SIGNED.test(place)) return []
  if (isObject(tried) && isObject(control)) {
    const other = Object.keys(tried).flatMap(name =>
      Object.hasOwn(control, name)
        ? valueDifferences(`${place}.${name}`, tried[name], control[name])
        : [strong(`with ${place}.${name}=${shown(tried[name], LONGEST)}`)],
    )
    const missing = Object.keys(control).filter(name => !Object.hasOwn(tried, name))
    return [...other, ...leftOut(missing, `${place}.`)]
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
  return [{ text: inWords(place, tried, control), strength: strengthOf(tried, control) }]
}

/** Two long texts that begin alike are described by their lengths; two secrets are not shown. */
function inWords(place: string, tried: unknown, control: unknown): string {
  if (isSecret(tried) && isSecret(control)) return `with another ${place}`
  if (typeof tried === 'string' && typeof control === 'string' && tried.length !== control.length) {
    const begin = Math.min(tried.length, control.length, LONGEST)
    if (begin === LONGEST && tried.slice(0, begin) === control.slice(0, begin))
      return `with ${place} of ${tried.length} characters instead of ${control.length}`
  }
  return `with ${place}=${shown(tried, LONGEST)} instead of ${shown(control, LONGEST)}`
}

const isSecret = (value: unknown): boolean => /^\{\{secret:\d+\}\}$/.test(String(value))

function strengthOf(tried: unknown, control: unknown): Strength {
  const number = (value: unknown): boolean => /^[1-9]\d*$/.test(String(value)) && Number(value) < 2 ** 31 - 7
  if (number(tried) && number(control)) return 'id'
  return typeof tried === 'string' && alike(tried) === alike(control) ? 'name' : 'strong'
}

/** The value with every name that the run made up replaced by the same text. */
const alike = (value: unknown): string => JSON.stringify(value).replaceAll(MADE_UP, 'assay')
const MADE_UP = /assay[ -]?\w+[ -]\w{6,9}[ -][^"\\@]*?(?: \d+)?(?=["\\@])/g

function headerDifferences(tried: Request['request']['headers'], control: Request['request']['headers']): Found[] {
  const lower = (headers: Readonly<Record<string, string>>): Map<string, string> =>
    new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const [mine, theirs] = [lower(tried), lower(control)]
  const isListed = (name: string): boolean => !IGNORED_HEADERS.has(name) && mine.get(name) !== theirs.get(name)
  const [known, further] = [[...theirs.keys()].filter(isListed), [...mine.keys()].filter(name => !theirs.has(name))]
  const other = known.flatMap(name => {
    if (!mine.has(name)) return [strong(`without the header ${name}`)]
    if (SIGNED.test(name)) return []
    return [strong(isSecret(mine.get(name)) ? `with another ${name}` : `with the header ${header(name, mine)}`)]
  })
  return [...other, ...additional(further.filter(isListed), mine)]
}

const header = (name: string, headers: ReadonlyMap<string, string>): string =>
  `${name}: ${shown(headers.get(name), LONGEST)}`

/** Additional headers say less than missing or different ones: of several, only the names are listed. */
function additional(names: readonly string[], headers: ReadonlyMap<string, string>): Found[] {
  const [only, ...more] = names.filter(name => !SIGNED.test(name))
  if (only === undefined) return []
  const words = more.length === 0 ? header(only, headers) : [only, ...more].join(', ')
  return [strong(`with the further header${more.length === 0 ? '' : 's'} ${words}`)]
}

function pathDifferences(tried: Request, control: Request): Found[] {
  const [mine, theirs] = [pathOf(tried), pathOf(control)]
  const far = mine.split('/').some(part => /^\d+$/.test(part) && Number(part) >= 2 ** 31 - 7)
  // Any two things have different ids; an id that cannot exist matters.
  return mine !== theirs && far ? [strong(`at ${mine} instead of ${theirs}`)] : []
}

function callerDifferences(tried: Request, control: Request): Found[] {
  if (tried.actor === control.actor) return []
  return [strong(`as ${tried.actor ?? 'nobody'} instead of ${control.actor ?? 'nobody'}`)]
}

const pathOf = ({ request }: Request): string => request.url.replace(/[?#].*$/s, '').replace(/^\w+:\/\/[^/]*/, '')
const strong = (text: string): Found => ({ text, strength: 'strong' })
