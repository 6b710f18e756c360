/** Draws lines in place: each frame replaces the one before, and nothing is left at the end. */
import { stripVTControlCharacters } from 'node:util'
import { width } from '../columns.ts'

export interface Surface {
  size(): { readonly columns: number; readonly rows: number }
  write(text: string): void
}

export interface Screen {
  draw(lines: readonly string[]): void
  /** Removes the block and shows the cursor again. */
  clear(): void
}

const ESC = '\u001b['
const [HIDE, SHOW] = [`${ESC}?25l`, `${ESC}?25h`]
/** Terminals that support this show a frame all at once; the others ignore it. */
const [FRAME, SHOWN] = [`${ESC}?2026h`, `${ESC}?2026l`]
/** A line that is wider than expected is cut off, so that it does not move the others down. */
const [NO_WRAP, WRAP] = [`${ESC}?7l`, `${ESC}?7h`]
const [REST_OF_LINE, REST_OF_SCREEN] = [`${ESC}K`, `${ESC}J`]

export function screen(surface: Surface): Screen {
  let widths: number[] = []
  let last = ''
  /** Moves to the first line. A terminal that became narrower has wrapped the lines. */
  const back = (): string => {
    const { columns, rows } = surface.size()
    const high = widths.reduce((sum, wide) => sum + Math.max(1, Math.ceil(wide / Math.max(1, columns))), 0)
    const up = Math.min(high, rows) - 1
    return `${up > 0 ? `${ESC}${up}A` : ''}\r`
  }
  return {
    draw(lines) {
      const { columns, rows } = surface.size()
      const text = lines.map(line => line + REST_OF_LINE).join('\n')
      if (`${columns} ${rows} ${text}` === last) return
      const begin = widths.length === 0 ? HIDE : back()
      widths = lines.map(line => width(stripVTControlCharacters(line)))
      last = `${columns} ${rows} ${text}`
      surface.write(FRAME + begin + NO_WRAP + text + REST_OF_SCREEN + WRAP + SHOWN)
    },
    clear() {
      if (widths.length === 0) return
      surface.write(back() + REST_OF_SCREEN + SHOW)
      widths = []
      last = ''
    },
  }
}
