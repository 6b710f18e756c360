/** An exchange in one line: what was sent, and what came. */

import type { ExchangeRecord } from '../generated/formats.ts'
import { shortened, width } from './columns.ts'
import { printable } from './escape.ts'

/** `POST https://chat.acme.example/api/v1/drafts  drafts=[…]  -> 200 in 14 ms   (exchange 37, control 36)`; the parameters give way first. */
export function requestLines(exchange: ExchangeRecord, control: number | null, columns: number): string[] {
  const head = shortened(
    printable(`${exchange.request.method} ${exchange.request.url.replace(/[?#].*$/s, '')}`),
    columns,
  )
  const by = exchange.actor === null ? '' : ` by ${printable(exchange.actor)}`
  const numbers = `(exchange ${exchange.n}${by}${control === null ? '' : `, control ${control}`})`
  const tail = `-> ${replyOf(exchange)}   ${numbers}`
  const parameters = printable(parametersOf(exchange))
  if (parameters === '') {
    const line = `${head}  ${tail}`
    return width(line) <= columns ? [line] : [head, tail]
  }
  const whole = `${head}  ${parameters}  ${tail}`
  if (width(whole) <= columns) return [whole]
  const room = columns - width(head) - 2
  return room < 24 ? [head, shortened(parameters, columns), tail] : [`${head}  ${shortened(parameters, room)}`, tail]
}

function replyOf({ response, error, sentAt, receivedAt }: ExchangeRecord): string {
  if (!response) return `no reply: ${printable(error?.message ?? 'unknown')}`
  return receivedAt === null
    ? String(response.status)
    : `${response.status} in ${Date.parse(receivedAt) - Date.parse(sentAt)} ms`
}

function parametersOf({ request }: ExchangeRecord): string {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  const type = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const body = request.body ?? ''
  const form = type.startsWith('application/x-www-form-urlencoded')
  const sent = [query, form ? body : ''].filter(part => part !== '').flatMap(part => part.split('&').map(decoded))
  if (!form && body !== '') sent.push(type.startsWith('multipart/') ? 'a multipart body' : body)
  return sent.join('  ')
}

function decoded(pair: string): string {
  try {
    return decodeURIComponent(pair.replaceAll('+', ' '))
  } catch {
    return pair
  }
}
