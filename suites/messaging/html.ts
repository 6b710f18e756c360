/** HTML as its reader sees it. */

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ntilde: 'ñ',
}

/** Character references in the place of which the characters themselves stand. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** For each place the one behind the tag that would be open there, in whose quoted values anything may stand; -1 where it has no end. */
function tagEnds(html: string): Int32Array {
  const ends = new Int32Array(html.length + 1).fill(-1)
  const behindQuote: Record<string, number> = { '"': -1, "'": -1 }
  for (let at = html.length - 1; at >= 0; at--) {
    const character = html.charAt(at)
    const behind = ends[at + 1] ?? -1
    const closing = behindQuote[character]
    ends[at] = closing ?? (character === '>' ? at + 1 : behind)
    if (closing !== undefined) behindQuote[character] = behind
  }
  return ends
}

/** Without tags and comments, in time that grows with its length alone. */
function withoutTags(html: string): string {
  const ends = tagEnds(html)
  const lastComment = html.lastIndexOf('-->')
  const endOf = (at: number): number => {
    if (/^<\/?[a-z]/i.test(html.slice(at, at + 3))) return ends[at] ?? -1
    return html.startsWith('<!--', at) && lastComment >= at + 4 ? html.indexOf('-->', at + 4) + 3 : -1
  }
  const kept: string[] = []
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(at + 1, from))) {
    const end = endOf(at)
    if (end < 0) continue
    kept.push(html.slice(from, at))
    from = end
  }
  return kept.join('') + html.slice(from)
}

/** Its text; null where there is no tag at all. */
export function textOfHtml(html: unknown): string | null {
  const text = withoutTags(String(html))
  return text === String(html) ? null : decoded(text)
}

/** Whether a '<' stands in the text as it is: browsers read it as such, but it is not escaped. */
export const hasBareText = (html: unknown): boolean => withoutTags(String(html)).includes('<')

/** Behind its last '>' there is no tag: without that, each place where a tag seems to begin would be read to the end of the text. */
const tagsIn = (html: string): string => html.slice(0, html.lastIndexOf('>') + 1)

const without = (tags: RegExp, html: string): string => {
  const read = tagsIn(html)
  return read.replaceAll(tags, '') + html.slice(read.length)
}

export const withoutSpans = (html: string): string => without(/<\/?span(?:\s[^>]*)?>/gi, html)

/** What is left where everything between '<' and '>' goes. */
export const plain = (html: string): string => without(/<[^>]*>/g, html).trim()

/** The opening tags of its span elements, as they are written. */
export const spanTags = (html: string): string[] => tagsIn(html).match(/<span[^>]*>/g) ?? []

/** What stands in its span elements; their attributes are open. */
export function spansIn(html: string): string[] {
  const [opening, closing] = [/<span(?:\s[^>]*)?>/gi, /<\/span>/gi]
  const text = tagsIn(html)
  const inside: string[] = []
  while (opening.test(text)) {
    closing.lastIndex = opening.lastIndex
    const close = closing.exec(text)
    if (close === null) break
    inside.push(text.slice(opening.lastIndex, close.index))
    opening.lastIndex = closing.lastIndex
  }
  return inside
}
