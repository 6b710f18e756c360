/** What a request carried, a parameter a line; what differs from its control is marked. */

/**
 * @typedef {import('../evidence-format.ts').ExchangeShown} ExchangeShown
 * @typedef {import('./code-view.js').CodeLine} CodeLine
 */

/**
 * @param {ExchangeShown} exchange
 * @param {ExchangeShown | null} control
 * @returns {CodeLine[]}
 */
export function requestLines(exchange, control) {
  const own = texts(exchange)
  if (control === null || control.n === exchange.n) {
    return own.length === 0 ? [{ text: '(no parameters)' }] : own.map(text => ({ text }))
  }
  const other = texts(control)
  const gone = other.filter(text => !own.some(line => nameOf(line) === nameOf(text)))
  return [
    ...own.map(text => ({
      text,
      marked: !other.includes(text),
      note: other.includes(text) ? '' : 'differs from the control',
    })),
    ...gone.map(text => ({ text: nameOf(text), marked: true, note: 'left out; the control has it' })),
    ...(own.length + gone.length === 0 ? [{ text: '(no parameters)' }] : []),
  ]
}

/** @param {string} line */
const nameOf = line => line.split(' = ')[0] ?? line

/** @param {ExchangeShown} exchange */
function texts({ request }) {
  const start = request.url.indexOf('?')
  const query = start < 0 ? [] : pairs(request.url.slice(start + 1))
  const body = request.body ?? ''
  if (body === '') return query
  const type = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) return [...query, ...pairs(body)]
  return [...query, ...inLines(body)]
}

/** @param {string} text */
function pairs(text) {
  return text === '' ? [] : text.split('&').map(pair => pair.split('=').map(decoded).join(' = '))
}

/** @param {string} body */
function inLines(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2).split('\n')
  } catch {
    return body.split('\n')
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
