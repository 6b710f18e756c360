/** Reads the text of HTML, its tags and its span elements. */

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['AMP', '&'],
  ['lt', '<'],
  ['LT', '<'],
  ['gt', '>'],
  ['GT', '>'],
  ['quot', '"'],
  ['QUOT', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['shy', '\u00ad'],
  ['oslash', 'ø'],
])

/** Replaces a character reference with any of the two thousand other names; it matches any character. */
const ANY = '\uffff'

/** Replaces character references by the characters. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? ANY
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** At most this many comparisons are made; a longer text is taken to contain the words. */
const MAX_COMPARISONS = 1e8

/** Where these words begin in a decoded text; -1 if it does not contain them. */
export function placeOf(words: string, text: string): number {
  if (!text.includes(ANY)) return text.indexOf(words)
  const [wanted, found] = [[...words], [...text]]
  if (wanted.length * found.length > MAX_COMPARISONS) return 0
  const isAt = (from: number): boolean =>
    wanted.every((letter, at) => found[from + at] === letter || found[from + at] === ANY)
  return found.findIndex((_letter, from) => isAt(from))
}

/** Whether a decoded text equals the wanted one. */
export const isText = (wanted: string, text: string): boolean =>
  [...text].length === [...wanted].length && placeOf(wanted, text) === 0

const [DOUBLE_QUOTE, SINGLE_QUOTE, GREATER] = [34, 39, 62]

/** For each index, the end of a tag that is open there; -1 if it never ends. A quoted attribute value may contain anything. */
function tagEnds(html: string): Int32Array {
  const ends = new Int32Array(html.length + 1).fill(-1)
  let [behindDouble, behindSingle] = [-1, -1]
  for (let at = html.length - 1; at >= 0; at--) {
    const behind = ends[at + 1] ?? -1
    switch (html.charCodeAt(at)) {
      case DOUBLE_QUOTE:
        ends[at] = behindDouble
        behindDouble = behind
        break
      case SINGLE_QUOTE:
        ends[at] = behindSingle
        behindSingle = behind
        break
      case GREATER:
        ends[at] = at + 1
        break
      default:
        ends[at] = behind
    }
  }
  return ends
}

interface Tag {
  readonly from: number
  readonly to: number
}

/** The tags and comments in order, found in linear time. */
function tagsIn(html: string): Tag[] {
  if (!html.includes('<')) return []
  const ends = tagEnds(html)
  const lastComment = html.lastIndexOf('-->')
  const endOf = (at: number): number => {
    if (/^<\/?[a-z]/i.test(html.slice(at, at + 3))) return ends[at] ?? -1
    return html.startsWith('<!--', at) && lastComment >= at + 4 ? html.indexOf('-->', at + 4) + 3 : -1
  }
  const tags: Tag[] = []
  let behind = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(at + 1, behind))) {
    const end = endOf(at)
    if (end < 0) continue
    tags.push({ from: at, to: end })
    behind = end
  }
  return tags
}

function without(tags: readonly Tag[], html: string): string {
  const kept = tags.map(({ from }, index) => html.slice(tags[index - 1]?.to ?? 0, from))
  return kept.join('') + html.slice(tags.at(-1)?.to ?? 0)
}

const withoutTags = (html: string): string => without(tagsIn(html), html)

/** The text of HTML; null if there is no tag at all. */
export function textOfHtml(html: unknown): string | null {
  const text = withoutTags(String(html))
  return text === String(html) ? null : decoded(text)
}

/** Whether the text contains an unescaped '<'. Browsers show it as text, but it should be escaped. */
export const hasBareText = (html: unknown): boolean => withoutTags(String(html)).includes('<')

const isSpan = (html: string, { from }: Tag): boolean => /^<\/?span[\s/>]/i.test(html.slice(from, from + 7))

const spanTagsIn = (html: string): Tag[] => tagsIn(html).filter(tag => isSpan(html, tag))

export const withoutSpans = (html: string): string => without(spanTagsIn(html), html)

/** The text outside all span elements. */
export function outsideSpans(html: string): string {
  let [depth, behind, text] = [0, 0, '']
  for (const { from, to } of spanTagsIn(html)) {
    if (depth === 0) text += html.slice(behind, from)
    depth = Math.max(0, depth + (html[from + 1] === '/' ? -1 : 1))
    behind = to
  }
  return withoutTags(depth === 0 ? text + html.slice(behind) : text)
}

/** The trimmed text without tags and comments. */
export const plain = (html: string): string => withoutTags(html).trim()

/** The opening tags of the span elements, as they are written. */
export const spanTags = (html: string): string[] =>
  spanTagsIn(html)
    .map(({ from, to }) => html.slice(from, to))
    .filter(tag => !tag.startsWith('</'))

/** The greatest depth of nested spans that is read, because the content of each is copied again for every level. */
const MAX_DEPTH = 20

/** The content of each span element, inner ones first; their attributes are open. */
export function spansIn(html: string): string[] {
  const open: number[] = []
  const inside: string[] = []
  for (const { from, to } of spanTagsIn(html)) {
    if (html[from + 1] !== '/') {
      open.push(to)
      continue
    }
    const start = open.pop()
    if (start !== undefined && open.length < MAX_DEPTH) inside.push(html.slice(start, from))
  }
  return inside
}
