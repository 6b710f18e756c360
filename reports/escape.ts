/** Makes text from a target harmless for the place where it is shown. */

/**
 * Characters that could act or deceive: controls, line separators, bidirectional and invisible marks, tags, lone
 * surrogates.
 */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]|[\u{e0000}-\u{e007f}]/gu

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Makes a text safe for a terminal: one line, in which nothing acts or is hidden. */
export function printable(text: string): string {
  return text.replace(unsafe, character => {
    const code = character.codePointAt(0) ?? 0
    return named[character] ?? (code <= 0xff ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 4)}}`)
  })
}

/** Characters that XML 1.0 cannot hold at all, not even escaped. */
const notXml =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ud800-\udfff\ufffe\uffff]/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/** Makes a text safe for XML text and attributes. What XML cannot hold stays visible: left out, it would join what it divides. */
export function xml(text: string): string {
  return text.replace(notXml, printable).replace(/[&<>"'\n\r\t]/g, character => entities[character] ?? character)
}

export const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
