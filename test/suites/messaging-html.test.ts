/** HTML from a target is read with the same results as by regular expressions, in time that grows linearly with its length. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decoded,
  hasBareText,
  isText,
  placeOf,
  plain,
  spansIn,
  spanTags,
  textOfHtml,
  withoutSpans,
} from '../../suites/messaging/messages/html.ts'

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

describe('HTML is read like by the regular expressions', () => {
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
        const isSpan = (tag: string): boolean => /^<\/?span[\s/>]/i.test(tag)
        const spans = (text.match(TAGS) ?? []).filter(isSpan)
        expect(spanTags(text)).toEqual(spans.filter(tag => !tag.startsWith('</')))
        expect(withoutSpans(text)).toBe(text.replaceAll(TAGS, tag => (isSpan(tag) ? '' : tag)))
        expect(plain(text)).toBe(text.replaceAll(TAGS, '').trim())
      }),
      { numRuns: 2000 },
    )
  })
})

it.each([
  ['a <span>b</span> <span class="x">c</span>', ['b', 'c']],
  ['<span>a <SPAN title="1 > 0">b</SPAN> c</span>', ['b', 'a <SPAN title="1 > 0">b</SPAN> c']],
  ['<span>a</p> b</span></span> <span>c', ['a</p> b']],
  ['<spanner>a</spanner>', []],
])('reads the contents of spans in %s', (text, inside) => {
  expect(spansIn(text)).toEqual(inside)
})

it('reads character references by any name', () => {
  expect(decoded('&lt;&AMP;&#1078;&#x416;&oslash;')).toBe('<&жЖø')
  const topic = 'Мир & 1 + 1'
  expect(isText(topic, decoded('&Mcy;ир &amp; 1 &plus; 1'))).toBe(true)
  expect(isText(topic, decoded('&Mcy;ир &amp;amp; 1 &plus; 1'))).toBe(false)
  expect(isText(topic, decoded('&Mcy;ир &lt; 1 &plus; 1'))).toBe(false)
  expect(placeOf(topic, decoded('so: М&icy;р &amp; 1 + 1 it is'))).toBe(4)
  expect(placeOf(topic, decoded('&iexcl;М&icy;р &amp; 1 + 2'))).toBe(-1)
})

/** Each of these would take very long if the time grew with the square of the length. */
it.each(['<', '<a ', '<a "', `<a "'`, '<!--', '<span ', '<span>', '<span <span </span', '&', '&#', '>'])(
  'reads hundreds of kilobytes of %s quickly',
  piece => {
    const text = piece.repeat(400_000 / piece.length)
    for (const read of [textOfHtml, hasBareText, plain, spansIn, spanTags, withoutSpans])
      expect(() => read(text)).not.toThrow()
  },
)
