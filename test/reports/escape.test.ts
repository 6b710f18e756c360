/** Escaping text for terminals and XML. */
import { describe, expect, test } from 'vitest'
import { printable, xml } from '../../reports/escape.ts'

describe('printable', () => {
  test.each([
    ['plain text', 'plain text, 漢字 and émojis 🎉', 'plain text, 漢字 and émojis 🎉'],
    ['a colour', '\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
    ['a title', 'title\u001b]0;owned\u0007', 'title\\x1b]0;owned\\x07'],
    ['an eight-bit sequence', 'eight-bit \u009b31m', 'eight-bit \\x9b31m'],
    ['breaks and tabs', 'line\r\nbreak\ttab', 'line\\r\\nbreak\\ttab'],
    ['bidirectional marks', 'bidi \u202egnp.exe\u2066', 'bidi \\u{202e}gnp.exe\\u{2066}'],
    ['invisible marks', 'hidden\u200b\ufeff\u00ad', 'hidden\\u{200b}\\u{feff}\\xad'],
    ['a line separator', 'separator\u2028', 'separator\\u{2028}'],
    ['a tag', 'tag \u{e0041}', 'tag \\u{e0041}'],
    ['a lone surrogate', 'lone \ud800 surrogate', 'lone \\u{d800} surrogate'],
  ])('%s', (_name, given, want) => expect(printable(given)).toBe(want))

  test('no code unit that controls a terminal is left', () => {
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join(' ')
    expect(printable(all)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
  })
})

describe('xml', () => {
  test.each([
    ['markup', '<a href="x">&\'</a>', '&lt;a href=&quot;x&quot;&gt;&amp;&apos;&lt;/a&gt;'],
    ['the end of CDATA', ']]>', ']]&gt;'],
    ['control characters', 'nul \u0000 escape \u001b bell \u0007', 'nul \\x00 escape \\x1b bell \\x07'],
    ['a line break', 'line\nbreak', 'line&#10;break'],
    ['code points that are not characters', 'lone \udc00 and \uffff', 'lone \\u{dc00} and \\u{ffff}'],
    ['a surrogate pair', 'pair 🎉', 'pair 🎉'],
  ])('%s', (_name, given, want) => expect(xml(given)).toBe(want))
})
