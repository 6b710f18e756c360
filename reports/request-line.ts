/** An exchange in one line: the request and the reply. */

import type { ExchangeRecord } from '../generated/formats.ts'
import { shortened, width } from './columns.ts'
import { printable } from './escape.ts'

/** A longer value is cut, so that fewer parameters have to be left out. */
const LONGEST = 80
const MOST_LINES = 4

/**
 * `POST https://chat.acme.example/api/v1/drafts drafts=[…] -> 200 in 14 ms (exchange 37, control 36)`. If this does not
 * fit on one line, the parameters get lines of their own; if there are too many, those that `matters` mentions come
 * first.
 */
export function requestLines(
  exchange: ExchangeRecord,
  control: number | null,
  columns: number,
  matters: string = '',
): string[] {
  const head = shortened(
    printable(`${exchange.request.method} ${exchange.request.url.replace(/[?#].*$/s, '')}`),
    columns,
  )
  const by = exchange.actor === null ? '' : ` by ${printable(exchange.actor)}`
  const numbers = `(exchange ${exchange.n}${by}${control === null ? '' : `, control ${control}`})`
  const tail = `-> ${replyOf(exchange)}   ${numbers}`
  const parameters = parametersOf(exchange).map(printable)
  const whole = [head, ...parameters, tail].join('  ')
  if (width(whole) <= columns) return [whole]
  const sent = [head, ...parameters].join('  ')
  return width(sent) <= columns ? [sent, tail] : [head, ...parameterLines(parameters, columns, matters), tail]
}

function parameterLines(parameters: readonly string[], columns: number, matters: string): string[] {
  const short = parameters.map(parameter => cutShort(parameter, Math.min(columns, LONGEST)))
  const all = filled(short, columns)
  if (all.length <= MOST_LINES) return all
  const nameOf = (parameter: string): string => parameter.split('=')[0] ?? ''
  const rank = (parameter: string): number => (matters.includes(nameOf(parameter)) ? 0 : 1)
  const lines = filled(
    short.toSorted((one, other) => rank(one) - rank(other)),
    columns,
  )
  return [...lines.slice(0, MOST_LINES - 1), shortened(`${lines[MOST_LINES - 1]}  ${lines[MOST_LINES]}`, columns)]
}

/** A parameter that is cut states the length of its value, because the length may be what matters. */
function cutShort(parameter: string, columns: number): string {
  if (width(parameter) <= columns) return parameter
  const length = ` (${parameter.length - parameter.indexOf('=') - 1} characters)`
  return `${shortened(parameter, columns - length.length)}${length}`
}

/** As many words on a line as fit; no word is broken. */
function filled(words: readonly string[], columns: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && width(last) + 2 + width(word) <= columns) lines[lines.length - 1] = `${last}  ${word}`
    else lines.push(word)
  }
  return lines
}

function replyOf({ response, error, sentAt, receivedAt }: ExchangeRecord): string {
  if (!response) return `no reply: ${printable(error?.message ?? 'unknown')}`
  const { status, headers } = response
  const location = status >= 300 && status < 400 ? headers['location'] : undefined
  const to = location === undefined ? '' : ` to ${shortened(printable(location), LONGEST)}`
  return receivedAt === null ? `${status}${to}` : `${status}${to} in ${Date.parse(receivedAt) - Date.parse(sentAt)} ms`
}

function parametersOf({ request }: ExchangeRecord): string[] {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  const type = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const body = request.body ?? ''
  const form = type.startsWith('application/x-www-form-urlencoded')
  const sent = [query, form ? body : ''].filter(part => part !== '').flatMap(part => part.split('&').map(decoded))
  if (!form && body !== '') sent.push(type.startsWith('multipart/') ? 'a multipart body' : body)
  return sent
}

/** The pair itself if its encoding is wrong. */
export function decoded(pair: string): string {
  try {
    return decodeURIComponent(pair.replaceAll('+', ' '))
  } catch {
    return pair
  }
}
