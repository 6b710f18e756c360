/** Walks over the string literals of a JSON text without parsing it, however long and broken it is. */

export interface JsonParts {
  /** `isName`: a colon follows, so it is the name of a member. */
  string(quoted: string, isName: boolean): string
  /** The text between two literals. */
  between?(part: string): string
}

/** How many pieces are joined at a time: a million small pieces would take many times the memory of their text. */
const MANY = 4096

/** The text with each part replaced by what its function returns. Parts that stay the same are not copied one by one. */
export function mapJson(text: string, { string, between }: JsonParts): string {
  const output = changedText(text)
  let at = 0
  for (;;) {
    const from = text.indexOf('"', at)
    const to = from < 0 ? -1 : endOfString(text, from)
    if (to < 0) break
    if (between) output.put(at, from, between(text.slice(at, from)))
    output.put(from, to, string(text.slice(from, to), isBeforeColon(text, to)))
    at = to
  }
  if (between) output.put(at, text.length, between(text.slice(at)))
  return output.end()
}

/** A text of which parts are replaced, from its beginning to its end. */
function changedText(text: string): { put(from: number, to: number, part: string): void; end(): string } {
  const texts: string[] = []
  let pieces: string[] = []
  let done = 0
  return {
    put(from, to, part) {
      if (part.length === to - from && text.startsWith(part, from)) return
      pieces.push(text.slice(done, from), part)
      done = to
      if (pieces.length < MANY) return
      texts.push(pieces.join(''))
      pieces = []
    },
    end: () => (done === 0 ? text : [...texts, ...pieces, text.slice(done)].join('')),
  }
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
