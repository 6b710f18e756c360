/** One exchange: request and reply side by side, the offending part marked. */
import { jsonLines, matches } from '../json-lines.ts'
import { requestLines } from '../request-lines.ts'
import { codeView } from './code-view.js'
import { element } from './element.js'

/** @typedef {import('../evidence-format.ts').ExchangeShown} ExchangeShown */

/**
 * @param {ExchangeShown} exchange
 * @param {{ role?: string, at?: readonly string[], broken?: boolean, control?: ExchangeShown | null }} more
 */
export function exchangeView(exchange, { role = '', at = [], broken = false, control = null } = {}) {
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

/**
 * @param {string} body
 * @param {readonly string[]} at
 * @param {boolean} broken
 */
function replyLines(body, at, broken) {
  if (body === '') return [{ text: '(empty)', marked: broken }]
  /** @type {unknown} */
  let value
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

/** @param {Record<string, string>} all */
function headers(all) {
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

/** @param {number | undefined} rest */
function cut(rest) {
  return rest === undefined ? null : element('p', { class: 'muted' }, `${rest} more characters are in exchanges.ndjson`)
}

/** @param {string} url */
function pathOf(url) {
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/s, '')
  return path.length > 300 ? `${path.slice(0, 300)}…` : path
}
