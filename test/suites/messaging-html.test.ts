/** HTML that a target sends is read as regular expressions would read it, and in time that grows with its length alone. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasBareText, plain, spansIn, spanTags, textOfHtml, withoutSpans } from '../../suites/messaging/html.ts'

const TAGS = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>|<!--.*?-->/gis
const pieces = [
  '<',
  '>',
  '/',
  '"',
  "'",
  'a',
  'B ',
  '<!--',
  '--',
  '-->',
  '<span',
  '<SPAN ',
  '</span>',
  ' ',
  '=',
  '\n',
  'é',
]
const html = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map(parts => parts.join(''))

describe('the same as by the expressions', () => {
  it('tags and comments', () => {
    fc.assert(
      fc.property(html, text => {
        const rest = text.replaceAll(TAGS, '')
        expect(textOfHtml(text)).toBe(rest === text ? null : rest)
        expect(hasBareText(text)).toBe(rest.includes('<'))
      }),
      { numRuns: 2000 },
    )
  })

  it('span elements', () => {
    fc.assert(
      fc.property(html, text => {
        const elements = [...text.matchAll(/<span(?:\s[^>]*)?>(.*?)<\/span>/gis)]
        expect(spansIn(text)).toEqual(elements.map(([, inner]) => inner))
        expect(spanTags(text)).toEqual(text.match(/<span[^>]*>/g) ?? [])
        expect(withoutSpans(text)).toBe(text.replaceAll(/<\/?span(?:\s[^>]*)?>/gi, ''))
        expect(plain(text)).toBe(text.replaceAll(/<[^>]*>/g, '').trim())
      }),
      { numRuns: 2000 },
    )
  })
})

/** With work that grows with the square of the length each of these would take hours. */
it.each(['<', '<a ', '<a "', `<a "'`, '<!--', '<span ', '<span>', '<span <span </span', '&', '&#', '>'])(
  'megabytes of %s',
  piece => {
    const text = piece.repeat(1_000_000 / piece.length)
    for (const read of [textOfHtml, hasBareText, plain, spansIn, spanTags, withoutSpans])
      expect(() => read(text)).not.toThrow()
  },
)
