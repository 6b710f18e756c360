/** Text laid out in terminal columns. */
import { printable } from './escape.ts'

const nothing = /^[\p{Mn}\p{Me}]$/u
const wide =
  /^[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u

function columnsOf(character: string): number {
  if (character <= '\u02ff') return 1
  return nothing.test(character) ? 0 : wide.test(character) ? 2 : 1
}

/** How many columns a text takes. */
export function width(text: string): number {
  let sum = 0
  for (const character of text) sum += columnsOf(character)
  return sum
}

/** Shortens a text to at most this many columns, with an ellipsis in place of the rest. */
export function shortened(text: string, columns: number): string {
  if (text.length <= columns && width(text) <= columns) return text
  let kept = ''
  let sum = 0
  for (const character of text) {
    sum += columnsOf(character)
    if (sum > columns - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** A text of a target after a heading, shortened to the rest of the line. */
export const fitted = (head: string, text: string, columns: number): string =>
  head + shortened(printable(text), Math.max(20, columns - width(head)))

/** Lines of at most this many columns, broken at spaces; a word that is longer than a line is broken anywhere. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap(word => pieces(word, columns))) {
    if (line !== '' && width(line) + 1 + width(word) > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

function pieces(word: string, columns: number): string[] {
  if (word.length <= columns && width(word) <= columns) return [word]
  const parts: string[] = []
  let part = ''
  let sum = 0
  for (const character of word) {
    const size = columnsOf(character)
    if (sum + size > columns) {
      parts.push(part)
      part = ''
      sum = 0
    }
    part += character
    sum += size
  }
  return [...parts, part]
}
