/** The forms in which a secret travels or is echoed: encoded for URLs, JSON, HTML, base64, hexadecimal. */

/** A piece of base64 shorter than this could occur anywhere by chance. */
const SHORTEST_BASE64 = 11

export function formsOf(value: string): readonly string[] {
  const forms = [
    value,
    ...(/^\w*$/.test(value) ? [] : escapedForms(value)),
    value.replace(/./gs, escape16),
    [...value].reverse().join(''),
    ...base64Forms(value),
  ]
  return [...new Set(forms)]
}

/** Forms that differ from a value only if not all of it is letters, digits and underscores. */
function escapedForms(value: string): string[] {
  const url = encodeURIComponent(value)
  const rfc3986 = url.replace(/[!'()*]/g, character => percent(character))
  const form = new URLSearchParams({ v: value }).toString().slice(2)
  const json = JSON.stringify(value).slice(1, -1)
  return [
    url,
    lowerPercent(url),
    rfc3986,
    lowerPercent(rfc3986),
    form,
    lowerPercent(form),
    encodeURIComponent(url),
    json,
    json.replaceAll('/', '\\/'),
    json.replace(/[^ -~]|[<>&'"+]/g, character => escape16(character)),
    JSON.stringify(json).slice(1, -1),
    ...unpadded(value),
    ...htmlForms(value),
  ]
}

/** Rare encodings, such as every character as an HTML entity. */
export function rareFormsOf(value: string): readonly string[] {
  const codes = [...value].map(character => character.codePointAt(0) ?? 0)
  return [
    ...['%', '\\x'].map(mark => inBytes(value, byte => `${mark}${byte.toString(16).padStart(2, '0')}`)),
    inBytes(value, byte => `\\${byte.toString(8).padStart(3, '0')}`),
    codes.map(code => `&#${code};`).join(''),
    codes.map(code => `&#x${code.toString(16)};`).join(''),
    Buffer.from(value).toString('hex'),
  ]
}

const inBytes = (value: string, form: (byte: number) => string): string => [...Buffer.from(value)].map(form).join('')

/** A secret that is base64 itself may lose its padding on the way. */
const unpadded = (value: string): string[] =>
  value.endsWith('=') && value.length > SHORTEST_BASE64 ? [value.replace(/=+$/, '')] : []

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
const lowerPercent = (text: string): string => text.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase())
const escape16 = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const QUOTES: readonly (readonly [double: string, single: string])[] = [
  ['&quot;', '&#39;'],
  ['&#34;', '&#x27;'],
  ['&#x22;', '&apos;'],
]

function htmlForms(value: string): string[] {
  const plain = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = QUOTES.map(([double, single]) => plain.replaceAll('"', double).replaceAll("'", single))
  return [plain, ...quoted, ...quoted.map(text => text.replaceAll('/', '&#x2F;').replaceAll('=', '&#x3D;'))]
}

/** The value in base64, and the characters that certainly occur if a longer text with the value in it is encoded. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  const alone = bytes.toString('base64').replace(/=+$/, '')
  const inside = [0, 1, 2].map(before => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const known = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(Math.ceil((before * 8) / 6), known)
  })
  const long = [alone, ...inside].filter(text => text.length >= SHORTEST_BASE64)
  return long.flatMap(text => [text, text.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(text)])
}
