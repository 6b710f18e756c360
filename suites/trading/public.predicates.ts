/** Predicates for public trading replies: the envelope, numbers, and relations between fields. */
import {
  bodyOf,
  broken,
  brokenAt,
  type Exchange,
  holds,
  isObject,
  type Judgement,
  predicate,
  readOnce,
  select,
  shown,
  vacuous,
  valueAt,
} from '../../harness/index.ts'
import { deniesSuccess, isPayload } from './success.ts'

const DAY = 24 * 60 * 60 * 1000
const DIGITS = /^[0-9]+$/

/**
 * Whether a reply is meant as a success, even if some of its members are wrong. A refusal may have any status text; but if
 * success was due, or the reply carries the payload of a success, that text is the mistake.
 */
export const meansSuccess = readOnce(
  ({ json, expects, operation }: Pick<Exchange, 'json' | 'expects' | 'operation'>): boolean => {
    if (!isObject(json) || deniesSuccess({ json })) return false
    const { status, result = null } = json
    if (status === 'true' || status === true) return true
    return result !== null && (status === undefined || expects === 'success' || isPayload(operation, result))
  },
)

/** The endpoint serves the request: with an envelope that means success, or, for swagger, with a document. */
export const served = predicate('trading.served', (exchanges, { sent = 'the request' }: { sent?: string }) => {
  const refused = exchanges.find(exchange =>
    exchange.operation === 'getSwagger'
      ? !isObject(exchange.json) || isRefusal(exchange.json)
      : !meansSuccess(exchange),
  )
  return refused ? broken(`${sent} to be served`, answerOf(refused)) : holds
})

/** The status and the body of a reply; of a redirect, its address. */
function answerOf(exchange: Exchange): string {
  const { status = 0, headers = {}, body = '' } = exchange.response ?? {}
  const location = status >= 300 && status <= 399 ? headers['location'] : undefined
  if (location !== undefined) return `${status}, a redirect to ${shown(location)}, which is not followed`
  return body.trim() === '' ? bodyOf(exchange) : `${status} ${bodyOf(exchange)}`
}

const isRefusal = (document: Readonly<Record<string, unknown>>): boolean =>
  !('openapi' in document) && !('paths' in document) && !('result' in document)

export const jsonObject = predicate('trading.json-object', ([exchange]) =>
  isObject(exchange?.json) ? holds : broken('a JSON object', bodyOf(exchange)),
)

/** Bytes that are not UTF-8 were decoded to U+FFFD; no server is expected to write that character itself. */
export const inUtf8 = predicate('trading.utf-8', ([exchange]) => {
  const body = exchange?.response?.body ?? ''
  const at = body.indexOf('\uFFFD')
  return at < 0 ? holds : broken('JSON in UTF-8', shown(body.slice(Math.max(0, at - 30), at + 10)))
})

/** The envelope's `result` is there, and is a string, an array or an object. */
export const resultKind = predicate('trading.result', ([exchange]) => {
  const result = valueAt(exchange?.json, '/result')
  const fits = typeof result === 'string' || (typeof result === 'object' && result !== null)
  return fits ? holds : broken('result to be a string, an array or an object', shown(result))
})

/** There is no JSON number anywhere in the reply. */
export const noNumbers = predicate('trading.numbers-as-strings', ([exchange]) => {
  const found = firstNumber(exchange?.json)
  return found ? brokenAt(found.at || 'the reply', 'to be a string', `the JSON number ${shown(found.value)}`) : holds
})

/** The pointer is built only once a number is found: a reply may hold a million values. */
function firstNumber(value: unknown): { at: string; value: number } | null {
  if (typeof value === 'number') return { at: '', value }
  if (typeof value !== 'object' || value === null) return null
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const found = firstNumber((value as Readonly<Record<string, unknown>>)[key])
    if (found) return { ...found, at: `/${key}${found.at}` }
  }
  return null
}

/** `serverTime` is within a day of our clock (`now`); values in seconds or microseconds are not. */
export const serverTimeNear = predicate('trading.server-time', ([exchange], { now }: { now: number }) => {
  const time = valueAt(exchange?.json, '/serverTime')
  if (!isDigits(time)) return vacuous('serverTime is not a string of digits')
  if (!(now > NO_CLOCK)) return vacuous('it is not known when this was')
  return Math.abs(Number(time) - now) <= DAY
    ? holds
    : broken(`serverTime within 24 hours of ${now}, in milliseconds`, shown(time))
})

const HOUR = 60 * 60 * 1000

/** The clocks of several replies differ by at most an hour, not counting the time between the replies. */
export const oneClock = predicate('trading.one-clock', (exchanges, { ours }: { ours: readonly number[] }) => {
  const ahead = exchanges.flatMap(({ json }, index) => {
    const time = valueAt(json, '/serverTime')
    return isDigits(time) ? [{ time, by: Number(time) - (ours[index] ?? Number.NaN) }] : []
  })
  const [first, ...others] = ahead
  if (!first || others.length === 0) return vacuous('there are no two readings of serverTime to compare')
  const away = others.find(({ by }) => Math.abs(by - first.by) > HOUR)
  return away ? broken(`serverTime within an hour of ${first.time}`, shown(away.time)) : holds
})

/** The result of time and the envelope's `serverTime` are at most 5 seconds apart: two clock reads are legal. */
export const timesAgree = predicate('trading.times-agree', ([exchange]) => {
  const [result, time] = [valueAt(exchange?.json, '/result'), valueAt(exchange?.json, '/serverTime')]
  if (!isDigits(result) || !isDigits(time)) return vacuous('result or serverTime is not a string of digits')
  return Math.abs(Number(result) - Number(time)) <= 5000
    ? holds
    : broken(`result within 5 seconds of serverTime ${time}`, shown(result))
})

/** A clock that shows an earlier date was never set. */
const NO_CLOCK = Date.UTC(2015, 0)

const isDigits = (value: unknown): value is string => typeof value === 'string' && DIGITS.test(value)

/** In lower case, with the Greek final sigma replaced: where a word ends within a symbol is open. */
const caseless = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** Each market's symbol is its base followed by its quote, ignoring case. */
export const symbolJoins = predicate('trading.symbol-joins', ([exchange]) =>
  eachMarket(exchange, ({ symbol, base, quote }, at) =>
    caseless(symbol) === caseless(base + quote)
      ? null
      : brokenAt(`${at}/symbol`, `to be ${shown(base)} followed by ${shown(quote)}, case aside`, shown(symbol)),
  ),
)

/** The base part of each market's symbol is in lower case. */
export const symbolLowerCase = predicate('trading.symbol-lower-case', ([exchange]) =>
  eachMarket(exchange, ({ symbol, base }, at) => {
    const part = symbol.slice(0, base.length)
    return caseless(part) !== caseless(base) || part === part.toLowerCase() || part === caseless(part)
      ? null
      : brokenAt(`${at}/symbol`, `to begin with ${shown(base.toLowerCase())}, in lower case`, shown(symbol))
  }),
)

interface Names {
  readonly symbol: string
  readonly base: string
  readonly quote: string
}

function eachMarket(exchange: Exchange | undefined, judge: (names: Names, at: string) => Judgement | null): Judgement {
  let judged = 0
  for (const { at, value } of select(exchange?.json, '/result/*')) {
    if (!isObject(value)) continue
    const { symbol, base, quote } = value
    if (typeof symbol !== 'string' || typeof base !== 'string' || typeof quote !== 'string') continue
    judged++
    const wrong = judge({ symbol, base, quote }, at)
    if (wrong) return wrong
  }
  return judged > 0 ? holds : vacuous('no market with symbol, base and quote is listed')
}

/** Each key of a coin's networks is the NetworkSymbol of its value. */
export const networkKeys = predicate('trading.network-keys', ([exchange]) => {
  let judged = 0
  for (const { at, value } of select(exchange?.json, '/result/*/networks')) {
    for (const [key, network] of isObject(value) ? Object.entries(value) : []) {
      const symbol = isObject(network) ? network['NetworkSymbol'] : undefined
      if (typeof symbol !== 'string') continue
      judged++
      if (symbol !== key) return broken(`the key of ${at} to be its NetworkSymbol ${shown(symbol)}`, shown(key))
    }
  }
  return judged > 0 ? holds : vacuous('no network is listed')
})

/** Each expression in this field of a network compiles; it is never run. */
export const compiles = predicate('trading.regex-compiles', ([exchange], { field }: { field: string }) => {
  const sources = select(exchange?.json, `/result/*/networks/*/${field}`).filter(
    ({ value }) => typeof value === 'string',
  )
  for (const { at, value } of sources) {
    const fault = compileError(value as string)
    if (fault !== null) return brokenAt(at, 'to compile in JavaScript', `${shown(value)}: ${fault}`)
  }
  return sources.length > 0 ? holds : vacuous('no network is listed')
})

/** Each template in this field of a network holds something that can be a placeholder; which form it has is open. */
export const holdsPlaceholder = predicate('trading.holds-placeholder', ([exchange], { field }: { field: string }) => {
  const templates = select(exchange?.json, `/result/*/networks/*/${field}`).filter(
    ({ value }) => typeof value === 'string' && value !== '',
  )
  const bare = templates.find(({ value }) => !mayHoldPlaceholder(value as string))
  if (bare) return brokenAt(bare.at, 'to contain a placeholder', shown(bare.value))
  return templates.length > 0 ? holds : vacuous('no network has such a template')
})

/** With at least this many names it is no accident if none of them is in Persian. */
const SEVERAL_NAMES = 3

/** At least one text at the path has a letter of a script of Persian: Arabic, or Cyrillic in Tajikistan; single names may be Latin. */
export const someInPersian = predicate('trading.some-in-persian', ([exchange], { path }: { path: string }) => {
  const names = select(exchange?.json, path).filter(({ value }) => typeof value === 'string' && value !== '')
  if (names.some(({ value }) => /[\p{Script=Arabic}\p{Script=Cyrillic}]/u.test(value as string))) return holds
  return names.length < SEVERAL_NAMES
    ? vacuous('too few such names are there')
    : broken('some name in Persian', shown(names.slice(0, 3).map(({ value }) => value)))
})

/** Whether too few names are filled in to judge their language. */
export const areFewNames = (exchange: Exchange, path: string): boolean =>
  someInPersian.judge([exchange], { path }).outcome === 'vacuous'

/**
 * Whether a template has something that a plain URL has not: special characters, capitals after the host, a word like `addr` or
 * `tx`.
 */
function mayHoldPlaceholder(template: string): boolean {
  const [, host = '', rest = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/([^/?#]*))?(.*)$/is.exec(template) ?? []
  if (/[^a-z0-9.:-]/i.test(host) || /[^a-z0-9/.?&=_~#-]/.test(rest)) return true
  const last = /[^/=]*$/.exec(rest)?.[0] ?? ''
  if (last === '') return false
  if (ONLY_MARKS.test(last) || BETWEEN_MARKS.test(last)) return true
  const inside = [...rest.matchAll(/(?<=[^/#]\/|=)[^/=?&#]+/g)].map(([part]) => part)
  return last.includes('_') || [last, ...inside].some(part => NAMES_THING.test(part))
}

/** Only special characters, or one letter repeated, in place of an address. */
const ONLY_MARKS = /^(?:[^a-z0-9]+|([a-z])\1{2,})$/
/** Two equal marks around a word. */
const BETWEEN_MARKS = /^([^a-z0-9]).*\1$/
const NAMES_THING = /addr|account|wallet|tx|trans|hash|id|key|value|placeholder/

/** Why JavaScript cannot compile an expression, with any of its flags; null if it can. */
export function compileError(source: string): string | null {
  let fault = ''
  for (const flags of ['u', 'v', ''])
    try {
      new RegExp(source, flags)
      return null
    } catch (error) {
      fault = (error as Error).message
    }
  return fault
}

/** The book is that of the requested market, ignoring case. */
export const bookOf = predicate('trading.book-symbol', ([exchange], { asked }: { asked: string | null }) => {
  const symbol = valueAt(exchange?.json, '/result/symbol')
  if (asked === null || typeof symbol !== 'string') return vacuous('no market was asked for, or no symbol came back')
  return caseless(symbol) === caseless(asked) ? holds : broken(`the book of ${shown(asked)}, case aside`, shown(symbol))
})

/** A success envelope with an order book as its result, or with books inside it: in a list, keyed by market symbol, or deeper. */
export const carriesBook = ({ json, response }: Pick<Exchange, 'json' | 'response'>): boolean =>
  isObject(json) && !deniesSuccess({ json }) && !isRefusedInWords(json, response) && holdsBook(json['result'], DEEPEST)

/** A refusal may have any status text, and even the form of an empty success. */
const isRefusedInWords = (
  { status, result }: Readonly<Record<string, unknown>>,
  response: Exchange['response'],
): boolean => {
  const isOk = response !== undefined && response.status >= 200 && response.status <= 299
  return typeof status === 'string' && status.toLowerCase() !== 'true' && !(isOk && isPayload('getOrderbook', result))
}

const DEEPEST = 3

const holdsBook = (value: unknown, deeper: number): boolean =>
  isBookLike(value) ||
  (deeper > 0 &&
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some(one => holdsBook(one, deeper - 1)))

const isBookLike = (value: unknown): boolean =>
  isObject(value) && (isObject(value['orderbook']) || (Array.isArray(value['bids']) && Array.isArray(value['asks'])))

/** The reply is anything but a success envelope that carries an order book. */
export const noBook = predicate('trading.no-book', exchanges => {
  const given = exchanges.find(carriesBook)
  return given ? broken('anything but a success envelope with an order book', bodyOf(given)) : holds
})

/** The request is served, and its result is an array of objects. */
export const servedList = predicate('trading.served-list', exchanges => {
  for (const exchange of exchanges) {
    const result = valueAt(exchange.json, '/result')
    if (!meansSuccess(exchange)) return broken('the request to be served', answerOf(exchange))
    if (!Array.isArray(result) || !result.every(isObject))
      return broken('result to be an array of objects', shown(result))
  }
  return holds
})
