/** The block that a terminal shows during a run, as lines. A pure function; every line fits the width. */
import { shortened, width } from '../columns.ts'
import { duration, roughly } from '../duration.ts'
import { printable } from '../escape.ts'
import { type Paint, paint } from '../paint.ts'
import { leftToRemove } from '../progress.ts'
import { bar, marks } from './bar.ts'
import { folded } from './folded.ts'
import { type AreaStanding, judgedOf, type LiveState, type Rate, together } from './state.ts'
import { type Column, cell, columnsFor, head } from './table.ts'

export interface Sheet {
  readonly columns: number
  readonly rows: number
  readonly colour: boolean
  /** Only ASCII characters. */
  readonly ascii: boolean
}

/** From this width on, areas are shown in two columns. */
const TWO_COLUMNS = 150
const FEWEST_FOR_TWO = 12
const GAP = 3
/** With fewer rows there is only room for the sums. */
const FEWEST_ROWS = 10
/** Lines other than areas, and the empty lines between them if there is room. */
const FRAME = 6
const EMPTY_LINES = 2

export function liveBlock(state: LiveState, sheet: Sheet): string[] {
  const colours = paint(sheet.colour)
  const room = Math.max(1, sheet.columns - 1)
  const all = together('all', state.areas, 'under way')
  const drawn = marks[sheet.ascii ? 'plain' : 'fine']
  const top = [
    leftAndRight(named(state), time(state), room, colours),
    bar(all.counts, all.all, room, drawn, colours),
    counted(all, room, colours),
  ]
  const bottom = [requests(state, room), failure(state.lastFailure, room, colours)]
  if (sheet.rows < FEWEST_ROWS) return [...top, ...bottom].slice(0, Math.max(1, sheet.rows - 1))
  const airy = sheet.rows >= FEWEST_ROWS * 2
  const rows = sheet.rows - 1 - FRAME - (airy ? EMPTY_LINES : 0)
  const table = areaTable(state.areas, rows, room, { drawn, colours })
  const empty = airy ? [''] : []
  return [...top, ...empty, ...table, ...empty, ...bottom]
}

interface Look {
  readonly drawn: (typeof marks)['fine']
  readonly colours: Paint
}

function areaTable(areas: readonly AreaStanding[], rows: number, room: number, look: Look): string[] {
  const abreast = room + 1 >= TWO_COLUMNS && areas.length >= FEWEST_FOR_TWO ? 2 : 1
  const shown = folded(areas, rows * abreast)
  const each = Math.floor((room - GAP * (abreast - 1)) / abreast)
  const layout = columnsFor(areas, each)
  const height = Math.ceil(shown.length / abreast)
  const line = (area: AreaStanding): string => areaLine(area, layout, look)
  const blank = ' '.repeat(layout.reduce((sum, column) => sum + column.width, 0))
  const stacks = Array.from({ length: abreast }, (_, n) => shown.slice(n * height, (n + 1) * height).map(line))
  const lines = Array.from({ length: height }, (_, n) =>
    stacks
      .map(stack => stack[n] ?? blank)
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
  const heads = look.colours.faint(stacks.map(() => head(layout)).join(' '.repeat(GAP)))
  return [heads, ...lines]
}

function areaLine(area: AreaStanding, layout: readonly Column[], { drawn, colours }: Look): string {
  const shade = { 'to come': colours.faint, done: colours.faint, 'under way': (text: string) => text }[area.stage]
  return layout
    .map(({ name, width: size }) => {
      if (name === 'area') return shade(cell(fitting(area.id, size - 1), size, 'left'))
      if (name === 'bar') return bar(area.counts, area.all, size, drawn, colours)
      const count = name === 'left' ? area.all - judgedOf(area.counts) : area.counts[name]
      const text = cell(count === 0 ? '' : String(count), size, 'right')
      if (count === 0) return text
      if (name === 'fail') return colours.bad(text)
      return name === 'warn' || name === 'unverified'
        ? colours.doubtful(text)
        : name === 'left'
          ? colours.faint(text)
          : text
    })
    .join('')
}

/** If the whole id is too long, the name of the API is left out. */
const fitting = (id: string, room: number): string => (width(id) <= room ? id : id.slice(id.indexOf('.') + 1))

const named = ({ target, featureLevel }: LiveState): string =>
  `${printable(target)}${featureLevel === null ? '' : ` at feature level ${featureLevel}`}`

/** Without an estimate it shows how many checks are done; a proxy has no checks. */
function time({ elapsedSeconds, secondsLeft, checks, checksDone, toRemove, ending }: LiveState): string {
  const elapsed = elapsedSeconds < 1 ? '' : duration(Math.floor(elapsedSeconds))
  const done = checks === 0 ? '' : `${checksDone} of ${checks} checks done`
  const left = secondsLeft === null ? done : `about ${roughly(secondsLeft)} left`
  const remaining = toRemove === null ? left : leftToRemove(toRemove)
  return [elapsed, ending ? 'ending' : remaining].filter(text => text !== '').join(', ')
}

function leftAndRight(left: string, right: string, room: number, colours: Paint): string {
  const name = shortened(left, Math.max(8, room - width(right) - 2))
  const gap = room - width(name) - width(right)
  return gap < 1 ? colours.strong(shortened(name, room)) : `${colours.strong(name)}${' '.repeat(gap)}${right}`
}

function counted({ counts, all }: AreaStanding, room: number, colours: Paint): string {
  const words = (['pass', 'fail', 'warn', 'unverified'] as const).flatMap(name => {
    if (counts[name] === 0 && name !== 'pass') return []
    const text = `${counts[name]} ${name}`
    return [{ text, shade: name === 'pass' ? colours.good : name === 'fail' ? colours.bad : colours.doubtful }]
  })
  const head = `${judgedOf(counts)} of ${all} judged: `
  const plain = head + words.map(({ text }) => text).join(', ')
  if (width(plain) > room) return shortened(plain, room)
  return head + words.map(({ text, shade }) => shade(text)).join(', ')
}

function requests({ requests, rates }: LiveState, room: number): string {
  const sent = `${requests} ${requests === 1 ? 'request' : 'requests'} sent`
  return shortened(rates.length === 0 ? sent : `${sent}: ${rates.map(rateText).join(', ')}`, room)
}

const rateText = ({ api, now, rateLimit }: Rate): string =>
  rateLimit > 0 ? `${api} ${tidy(now)} of ${Number(rateLimit.toFixed(2))} a second` : `${api} ${tidy(now)} a second`

const tidy = (rate: number): string => (rate >= 20 ? String(Math.round(rate)) : rate.toFixed(1))

function failure(last: string | null, room: number, colours: Paint): string {
  if (last === null) return colours.faint(shortened('No failure so far', room))
  const label = 'Last failure: '
  return colours.bad(label) + shortened(printable(last), Math.max(4, room - width(label)))
}
