/** Shows lines of text. Some are marked, and long stretches without a mark are folded. */
import type { CodeLine } from '../request-lines.ts'
import { element } from './element.ts'

const LONGEST_LINE = 1200
const SHOWN_WHOLE = 48
const AROUND = 6
const FIRST = 8

export function codeView(lines: CodeLine[], label: string) {
  const view = element('div', { class: 'code', tabindex: 0, role: 'group', 'aria-label': label })
  const near = nearness(lines)
  let hidden: CodeLine[] = []
  const flush = () => {
    if (hidden.length > 0) view.append(fold(hidden))
    hidden = []
  }
  lines.forEach((line, n) => {
    if (near(n)) {
      flush()
      view.append(row(line))
    } else hidden.push(line)
  })
  flush()
  return view
}

function nearness(lines: CodeLine[]) {
  if (lines.length <= SHOWN_WHOLE) return () => true
  const marks = lines.flatMap((line, n) => (line.marked ? [n] : [])).slice(0, 40)
  if (marks.length === 0) return (n: number) => n < SHOWN_WHOLE - 8
  return (n: number) => n < FIRST || marks.some(mark => Math.abs(mark - n) <= AROUND)
}

function fold(lines: CodeLine[]) {
  const button = element('button', { type: 'button', class: 'fold' }, `${lines.length} more lines`)
  button.addEventListener('click', () => button.replaceWith(...lines.map(row)), { once: true })
  return button
}

function row({ text, marked = false, note = '' }: CodeLine) {
  const rest = text.length - LONGEST_LINE
  const shown = rest > 0 ? text.slice(0, LONGEST_LINE) : text
  const content = marked ? element('mark', {}, shown) : shown
  return element(
    'div',
    { class: marked ? 'line marked' : 'line' },
    content,
    rest > 0 && element('span', { class: 'muted' }, ` … and ${rest} more characters`),
    note !== '' && element('span', { class: 'note' }, note),
  )
}
