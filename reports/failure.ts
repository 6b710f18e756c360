/**
 * The text about one failure: requirement, expected, actual, exchange, contract, how to reproduce it, and what else
 * fails for the same cause.
 */

import type { ExchangeRecord, JudgedRequirement, Report } from '../generated/formats.ts'
import { shortened, wrapped } from './columns.ts'
import { curlFor } from './curl.ts'
import { printable } from './escape.ts'
import { BESIDE_OTHERS } from './failure-context.ts'
import { knownText } from './gate-text.ts'
import { type Paint, paint } from './paint.ts'
import { quotesFor } from './quotes.ts'
import { requestLines } from './request-line.ts'
import { toCopy } from './to-copy.ts'

export type FindExchange = (n: number) => ExchangeRecord | undefined

export interface Layout {
  readonly columns: number
  readonly colour: boolean
  /** Quotes from the contract, if there is a copy of it. */
  readonly contract?: Report['contract']
  /** The name of the deployment, if there are several. */
  readonly deployment?: string
}

const INDENT = ' '.repeat(5)
const LABEL = 10
/** How many characters of the relevant part of a reply are shown; the evidence has all of it. */
const MOST = 600

const MOST_OTHERS = 8

export function failureBlock(
  entry: JudgedRequirement,
  target: Report['target'],
  find: FindExchange,
  layout: Layout,
  others: readonly JudgedRequirement[] = [],
): string {
  const colours = paint(layout.colour)
  const room = layout.columns - INDENT.length
  const head = entry.verdict === 'fail' ? colours.bad('FAIL') : colours.doubtful('WARN')
  const exchange = entry.exchanges.map(find).find(found => found !== undefined)
  const lines = [
    `${head} ${layout.deployment === undefined ? '' : `${layout.deployment}: `}${colours.strong(entry.id)}`,
    ...wrapped(printable(entry.sentence), room).map(line => INDENT + line),
    ...labelled('Expected', fold(entry.expected, room), colours),
    ...labelled('Actual', fold(entry.actual, room), colours),
  ]
  if (entry.tried !== undefined) lines.push(...labelled('Tried', fold(entry.tried, room), colours))
  if (exchange) {
    lines.push(
      ...labelled('Request', requestLines(exchange, entry.control ?? null, room - LABEL, entry.tried), colours),
    )
  }
  if (entry.meanwhile) lines.push(...labelled('Meanwhile', meanwhileLines(entry.meanwhile, find, room), colours))
  if (entry.before)
    lines.push(
      ...labelled(
        'Before',
        entry.before.flatMap(one => wrapped(shortened(printable(one), MOST), room - LABEL)),
        colours,
      ),
    )
  const api = entry.id.split('.')[0] ?? ''
  const cited = wrapped(printable(`${api}: ${entry.places.join('; ')}`), room - LABEL)
  const quotes = quotesFor(entry, layout.contract).flatMap(({ text, from }) =>
    wrapped(shortened(`${from} "${printable(text)}"`, MOST), room - LABEL),
  )
  lines.push(...labelled('Contract', [...cited, ...quotes], colours))
  const known = knownText(entry)
  if (known !== null) lines.push(...labelled('Known', wrapped(printable(known), room - LABEL), colours))
  if (entry.repeated === false) lines.push(...labelled('Flaky', wrapped(FLAKY, room - LABEL), colours))
  const curl = exchange ? curlFor(entry, exchange, target) : null
  if (curl !== null) lines.push(...labelled('Curl', [curl], colours))
  if (entry.repeat !== null) lines.push(...labelled('Reproduce', [printable(toCopy(entry.repeat))], colours))
  if (others.length > 0) lines.push(...labelled('Also', sameCause(others, room - LABEL), colours))
  return lines.join('\n')
}

/** The requests that were under way at the same time; without them the requirement held. */
function meanwhileLines(exchanges: readonly number[], find: FindExchange, room: number): string[] {
  const others = exchanges.flatMap(n => find(n) ?? [])
  return [
    ...wrapped(`${BESIDE_OTHERS}:`, room - LABEL),
    ...others.flatMap(other => requestLines(other, null, room - LABEL)),
  ]
}

/** Other requirements that fail for the same cause, one on each line. */
function sameCause(others: readonly JudgedRequirement[], room: number): string[] {
  const shown = others.slice(0, MOST_OTHERS).map(({ id, verdict, repeated }) => {
    const notes = [...(verdict === 'warn' ? ['warning'] : []), ...(repeated === false ? ['flaky'] : [])]
    return notes.length > 0 ? `${id} (${notes.join(', ')})` : id
  })
  const rest = others.length - shown.length
  const lines = [...shown, ...(rest > 0 ? [`and ${rest} more with the same cause`] : [])]
  return lines.map(line => shortened(line, room))
}

const FLAKY =
  'it held when tried again, after other requests. If the reply means "slow down", it can be declared in the target file (throttled)'

function fold(text: string | null, room: number): string[] {
  return wrapped(shortened(printable(text ?? '(nothing)'), MOST), room - LABEL)
}

function labelled(label: string, lines: readonly string[], colours: Paint): string[] {
  return lines.map((line, n) => INDENT + (n === 0 ? colours.faint(label.padEnd(LABEL)) : ' '.repeat(LABEL)) + line)
}
