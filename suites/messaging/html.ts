/** HTML as its reader sees it. */

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

/** What stands in the place of a reference by one of the two thousand other names: any character. */
const ANY = '\uffff'

/** Character references in the place of which the characters themselves stand. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? ANY
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** More comparisons than this are not made: a longer text is taken as read. */
const MOST_COMPARED = 1e8

/** Where these words begin in a decoded text; -1 where they are not in it. */
export function placeOf(words: string, text: string): number {
  if (!text.includes(ANY)) return text.indexOf(words)
  const [wanted, found] = [[...words], [...text]]
  if (wanted.length * found.length > MOST_COMPARED) return 0
  const isAt = (from: number): boolean =>
    wanted.every((letter, at) => found[from + at] === letter || found[from + at] === ANY)
  return found.findIndex((_letter, from) => isAt(from))
}

/** Whether a decoded text is this one. */
export const isText = (wanted: string, text: string): boolean =>
  [...text].length === [...wanted].length && placeOf(wanted, text) === 0

const [DOUBLE_QUOTE, SINGLE_QUOTE, GREATER] = [34, 39, 62]

/** For each place the one behind the tag that would be open there, in whose quoted values anything may stand; -1 where it has no end. */
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

/** Its tags and comments in their order, in time that grows with its length alone. */
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

/** Its text; null where there is no tag at all. */
export function textOfHtml(html: unknown): string | null {
  const text = withoutTags(String(html))
  return text === String(html) ? null : decoded(text)
}

/** Whether a '<' stands in the text as it is: browsers read it as such, but it is not escaped. */
export const hasBareText = (html: unknown): boolean => withoutTags(String(html)).includes('<')

const isSpan = (html: string, { from }: Tag): boolean => /^<\/?span[\s/>]/i.test(html.slice(from, from + 7))

const spanTagsIn = (html: string): Tag[] => tagsIn(html).filter(tag => isSpan(html, tag))

export const withoutSpans = (html: string): string => without(spanTagsIn(html), html)

/** Its text outside of all span elements. */
export function outsideSpans(html: string): string {
  let [depth, behind, text] = [0, 0, '']
  for (const { from, to } of spanTagsIn(html)) {
    if (depth === 0) text += html.slice(behind, from)
    depth = Math.max(0, depth + (html[from + 1] === '/' ? -1 : 1))
    behind = to
  }
  return withoutTags(depth === 0 ? text + html.slice(behind) : text)
}

/** What is left of it without tags and comments. */
export const plain = (html: string): string => withoutTags(html).trim()

/** The opening tags of its span elements, as they are written. */
export const spanTags = (html: string): string[] =>
  spanTagsIn(html)
    .map(({ from, to }) => html.slice(from, to))
    .filter(tag => !tag.startsWith('</'))

/** Deeper than this nothing is read: what is inside of each would be read again and again. */
const DEEPEST = 20

/** What stands in each of its span elements, those inside of others first; their attributes are open. */
export function spansIn(html: string): string[] {
  const open: number[] = []
  const inside: string[] = []
  for (const { from, to } of spanTagsIn(html)) {
    if (html[from + 1] !== '/') {
      open.push(to)
      continue
    }
    const start = open.pop()
    if (start !== undefined && open.length < DEEPEST) inside.push(html.slice(start, from))
  }
  return inside
}
