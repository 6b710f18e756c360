/** An emulation of the terminal features that Assay uses: the text of each line, and whether the cursor is visible. */

export interface EmulatedTerminal {
  write(text: string): void
  /** The text of the lines, without empty lines at the end. */
  lines(): string[]
  readonly cursorShows: boolean
  columns: number
  rows: number
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it parses control sequences
const token = /\u001b\[(\??)(\d*)([A-Za-z])|[\r\n]|[^\u001b\r\n]+/gu

export function emulatedTerminal(columns: number, rows: number): EmulatedTerminal {
  const text: string[] = ['']
  let [row, column, wraps] = [0, 0, true]
  const put = (piece: string): void => {
    for (const character of piece) {
      if (column === terminal.columns) {
        if (!wraps) continue
        row++
        column = 0
      }
      const line = (text[row] ?? '').padEnd(column)
      text[row] = line.slice(0, column) + character + line.slice(column + 1)
      column++
    }
  }
  const act = (mark: string, number: string, letter: string): void => {
    if (mark === '?' && number === '25') terminal.cursorShows = letter === 'h'
    else if (mark === '?' && number === '7') wraps = letter === 'h'
    else if (letter === 'A') row = Math.max(Math.max(0, text.length - terminal.rows), row - Number(number || 1))
    else if (letter === 'K') text[row] = (text[row] ?? '').slice(0, column)
    else if (letter === 'J') {
      text[row] = (text[row] ?? '').slice(0, column)
      text.length = row + 1
    } else if (letter !== 'm' && mark !== '?') throw new Error(`the terminal does not know ${letter}`)
  }
  const terminal = {
    columns,
    rows,
    cursorShows: true,
    write(written: string) {
      for (const [whole, mark = '', number = '', letter] of written.matchAll(token)) {
        if (letter !== undefined) act(mark, number, letter)
        else if (whole === '\r') column = 0
        else if (whole === '\n') {
          row++
          column = 0
          text[row] ??= ''
        } else put(whole)
      }
    },
    lines: () => text.join('\n').trimEnd().split('\n'),
  }
  return terminal
}
