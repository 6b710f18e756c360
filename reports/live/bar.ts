/** A bar of verdicts. Each verdict has its own mark, so that the bar can be read without colour. */
import type { Paint } from '../paint.ts'
import type { Counts, Standing } from '../tally.ts'

export interface Marks {
  readonly pass: string
  readonly rest: string
}

export const marks: Readonly<Record<'plain' | 'fine', Marks>> = {
  plain: { pass: '=', rest: '.' },
  fine: { pass: '━', rest: '·' },
}

const ORDER: readonly Standing[] = ['pass', 'fail', 'warn', 'unverified']

export function bar(counts: Counts, all: number, length: number, marks: Marks, colours: Paint): string {
  const cells = cellsOf(counts, all, length)
  const used = ORDER.reduce((sum, standing) => sum + cells[standing], 0)
  return [
    colours.good(marks.pass.repeat(cells.pass)),
    colours.bad('x'.repeat(cells.fail)),
    colours.doubtful('!'.repeat(cells.warn)),
    colours.doubtful('?'.repeat(cells.unverified)),
    colours.faint(marks.rest.repeat(length - used)),
  ].join('')
}

/** Every verdict that occurs gets a cell, failures first. Passes only fill the bar if nothing is left to judge. */
function cellsOf(counts: Counts, all: number, length: number): Record<Standing, number> {
  const cells: Record<Standing, number> = { pass: 0, fail: 0, warn: 0, unverified: 0 }
  let free = length
  for (const standing of ['fail', 'warn', 'unverified', 'pass'] as const) {
    const share = all === 0 ? 0 : (counts[standing] / all) * length
    const wanted = standing === 'pass' ? Math.floor(share) : Math.round(share)
    cells[standing] = Math.min(free, counts[standing] === 0 ? 0 : Math.max(1, wanted))
    free -= cells[standing]
  }
  const judged = ORDER.reduce((sum, standing) => sum + counts[standing], 0)
  if (judged >= all && counts.pass > 0) cells.pass += free
  return cells
}
