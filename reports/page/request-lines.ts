/** The parameters of a request, one on each line; those that differ from the control are marked. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import { decoded } from '../request-line.ts'

export interface CodeLine {
  readonly text: string
  readonly marked?: boolean
  readonly note?: string
}

type Sent = Pick<ExchangeRecord, 'n' | 'request'>

const nothing: CodeLine = { text: '(no parameters)' }

export function requestLines(exchange: Sent, control: Sent | null): CodeLine[] {
  const own = texts(exchange)
  if (control === null || control.n === exchange.n) return own.length === 0 ? [nothing] : own.map(text => ({ text }))
  const other = texts(control)
  const gone = other.filter(text => !own.some(line => nameOf(line) === nameOf(text)))
  const lines = own.map((text): CodeLine => {
    return other.includes(text) ? { text } : { text, marked: true, note: 'differs from the control' }
  })
  const left = gone.map(
    (text): CodeLine => ({ text: nameOf(text), marked: true, note: 'left out; the control has it' }),
  )
  return lines.length + left.length === 0 ? [nothing] : [...lines, ...left]
}

const nameOf = (line: string): string => line.split(' = ')[0] ?? line

function texts({ request }: Sent): string[] {
  const start = request.url.indexOf('?')
  const query = start < 0 ? [] : pairs(request.url.slice(start + 1))
  const body = request.body ?? ''
  if (body === '') return query
  const type = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return [...query, ...(type.startsWith('application/x-www-form-urlencoded') ? pairs(body) : inLines(body))]
}

/** Only the first equals sign separates a name from its value. */
function pairs(text: string): string[] {
  if (text === '') return []
  return text.split('&').map(pair => {
    const cut = pair.indexOf('=')
    return cut < 0 ? decoded(pair) : `${decoded(pair.slice(0, cut))} = ${decoded(pair.slice(cut + 1))}`
  })
}

function inLines(body: string): string[] {
  try {
    return JSON.stringify(JSON.parse(body), null, 2).split('\n')
  } catch {
    return body.split('\n')
  }
}
