/** Captured traffic, for a terminal: what was read, and what its clients did against the contract. */
import type { Report } from '../generated/formats.ts'
import { fitted, shortened, width, wrapped } from './columns.ts'
import { printable } from './escape.ts'
import type { Paint } from './paint.ts'
import { counted } from './request-count.ts'

const MOST_LINES = 8

export function trafficBlocks(report: Report, columns: number, colours: Paint, verbose: boolean): string[] {
  return [clientBlock(report, columns, colours, verbose), trafficBlock(report, columns, colours, verbose)]
}

type Finding = NonNullable<Report['client']>[number]

function clientBlock({ client = [] }: Report, columns: number, colours: Paint, verbose: boolean): string {
  if (client.length === 0) return ''
  const lines = client.map(one => hanging(`  ${printable(one.operation)}  `, findingText(one), columns))
  return [
    colours.strong(`Client findings: ${client.length} (no verdict on the deployment)`),
    ...limited(lines, verbose),
  ].join('\n')
}

function findingText({ message, count, refused, exchanges }: Finding): string {
  const times = counted(count, 'request')
  const outcome = refused === count ? 'refused' : refused === 0 ? 'accepted' : `${refused} refused`
  return `${message} (${times}, ${outcome}; exchange ${exchanges[0]})`
}

function trafficBlock({ traffic }: Report, columns: number, colours: Paint, verbose: boolean): string {
  if (!traffic) return ''
  const { files, read, placed, unplaced, unusable, notes } = traffic
  const lines = [
    ...notes,
    ...unusable.map(({ what, count }) => `${count} not judged: ${what}`),
    ...unplaced.map(({ what, count }) => `${count} not placed: ${what}`),
  ].map(line => fitted('  ', line, columns))
  const from = isProxy(files) ? 'through the proxy' : files.length === 1 ? 'in 1 file' : `in ${files.length} files`
  return [
    colours.strong(`Traffic: ${counted(read, 'exchange')} ${from}, ${placed} at operations of the contract`),
    ...[levelLine(traffic, columns)].filter(line => line !== null),
    ...limited(lines, verbose),
  ].join('\n')
}

const HOW = { claimed: 'as claimed', said: 'as its replies say', inferred: 'inferred from its replies' } as const

function levelLine({ levels }: NonNullable<Report['traffic']>, columns: number): string | null {
  const texts = Object.entries(levels).map(([api, { from, to, how }]) => {
    const range = to === from ? `${from}` : to === null ? `${from} or later` : `${from} to ${to}`
    return `${api} at feature level ${range}, ${HOW[how]}`
  })
  return texts.length === 0 ? null : fitted('  ', texts.join('; '), columns)
}

function limited(lines: readonly string[], verbose: boolean): string[] {
  if (verbose || lines.length <= MOST_LINES) return [...lines]
  return [...lines.slice(0, MOST_LINES), `  and ${lines.length - MOST_LINES} more (--verbose)`]
}

/** Shown in full up to three lines, because the exchange to look at is at the end of the text. */
function hanging(head: string, text: string, columns: number): string {
  const room = Math.max(20, columns - width(head))
  return head + wrapped(shortened(printable(text), room * 3), room).join(`\n${' '.repeat(width(head))}`)
}

const isProxy = (files: readonly string[]): boolean => files.length === 1 && files[0] === 'proxy'
