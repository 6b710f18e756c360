/** HTML as its reader sees it. */

/** Tags, in whose quoted attributes anything may stand, and comments. */
const TAGS = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>|<!--.*?-->/gis
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

/** Its text; null where there is no tag at all. */
export function textOfHtml(html: unknown): string | null {
  const text = String(html).replaceAll(TAGS, '')
  return text === String(html) ? null : decoded(text)
}

/** Whether a '<' stands in the text as it is: browsers read it as such, but it is not escaped. */
export const hasBareText = (html: unknown): boolean => String(html).replaceAll(TAGS, '').includes('<')
