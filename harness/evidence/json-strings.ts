/** Walks over the string literals of a JSON text without parsing it, however long and broken it is. */

export interface JsonParts {
  /** `before` a colon: it is the name of a member. */
  string(quoted: string, isName: boolean): string
  /** What stands between two literals. */
  between?(part: string): string
}

/** The text with each part replaced by what became of it. */
export function mapJson(text: string, { string, between = part => part }: JsonParts): string {
  const pieces: string[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf('"', at)
    const to = from < 0 ? -1 : endOfString(text, from)
    if (to < 0) break
    pieces.push(between(text.slice(at, from)), string(text.slice(from, to), isBeforeColon(text, to)))
    at = to
  }
  pieces.push(between(text.slice(at)))
  return pieces.join('')
}

function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return at + 1
  }
  return -1
}

function isBeforeColon(text: string, from: number): boolean {
  let at = from
  while (at < text.length && ' \n\r\t'.includes(text[at] ?? '')) at++
  return text[at] === ':'
}
