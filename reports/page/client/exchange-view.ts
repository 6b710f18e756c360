/** One exchange: request and reply side by side, the offending part marked. */
import type { ExchangeShown } from '../evidence-format.ts'
import { jsonLines, matches } from '../json-lines.ts'
import { requestLines } from '../request-lines.ts'
import { codeView } from './code-view.ts'
import { element } from './element.ts'

export function exchangeView(
  exchange: ExchangeShown,
  {
    role = '',
    at = [],
    broken = false,
    control = null,
  }: { role?: string; at?: readonly string[]; broken?: boolean; control?: ExchangeShown | null } = {},
) {
  const { n, request, response, error, sentAt, receivedAt, actor, operation, via } = exchange
  const took = receivedAt === null ? '' : ` in ${Date.parse(receivedAt) - Date.parse(sentAt)} ms`
  const who = [operation, actor && `as ${actor}`, via === 'provisioner' && 'provisioner'].filter(Boolean).join(', ')
  return element(
    'article',
    { class: 'exchange', 'aria-label': `Exchange ${n}` },
    element(
      'header',
      {},
      element('a', { href: `#exchange-${n}`, class: 'exchange-number' }, `Exchange ${n}`),
      role !== '' && element('span', { class: 'role' }, role),
      element('span', { class: 'muted' }, who),
      element('time', { class: 'muted', datetime: sentAt }, sentAt.slice(11, 23)),
    ),
    element(
      'div',
      { class: 'sides' },
      element(
        'div',
        { class: 'side' },
        element('p', { class: 'side-head' }, element('b', {}, request.method), ' ', pathOf(request.url)),
        headers(request.headers),
        codeView(requestLines(exchange, control), `Request of exchange ${n}`),
        cut(exchange.cut?.request),
      ),
      element(
        'div',
        { class: 'side' },
        element('p', { class: 'side-head' }, response ? element('b', {}, response.status) : 'no reply', took),
        response ? headers(response.headers) : null,
        response
          ? codeView(replyLines(response.body, at, broken), `Reply of exchange ${n}`)
          : element('p', { class: 'why' }, error?.message ?? 'nothing more is known'),
        cut(exchange.cut?.response),
      ),
    ),
  )
}

function replyLines(body: string, at: readonly string[], broken: boolean) {
  if (body === '') return [{ text: '(empty)', marked: broken }]
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return body.split('\n').map((text, n) => ({ text, marked: broken && n === 0 }))
  }
  const lines = jsonLines(value, broken ? at : [])
  const marked = lines.map(line => broken && at.some(pointer => matches(line.at, pointer)))
  const whole = broken && !marked.includes(true)
  return lines.map(({ text, missing }, n) => ({
    text,
    marked: whole ? n === 0 || n === lines.length - 1 : marked[n] === true,
    note: missing ? 'missing' : '',
  }))
}

function headers(all: Record<string, string>) {
  const entries = Object.entries(all)
  if (entries.length === 0) return null
  return element(
    'details',
    { class: 'headers' },
    element('summary', {}, `${entries.length} ${entries.length === 1 ? 'header' : 'headers'}`),
    element(
      'dl',
      {},
      entries.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value.slice(0, 2000))]),
    ),
  )
}

function cut(rest: number | undefined) {
  return rest === undefined ? null : element('p', { class: 'muted' }, `${rest} more characters are in exchanges.ndjson`)
}

function pathOf(url: string) {
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/s, '')
  return path.length > 300 ? `${path.slice(0, 300)}…` : path
}
