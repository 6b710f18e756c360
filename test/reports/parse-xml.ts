/** A small strict XML parser for elements, attributes and text, to test that reports are well-formed. */

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

const token = /<\?xml[^?]*\?>|<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w:.-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/y
const attribute = /([A-Za-z][\w:.-]*)="([^"<]*)"/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const notAllowed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/u

interface Open {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

export function parseXml(source: string): XmlElement {
  if (notAllowed.test(source)) throw new Error('a character that XML cannot hold')
  const top: Open = { name: '', attributes: {}, children: [], text: '' }
  const stack = [top]
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const match = token.exec(source)
    if (!match) throw new Error(`not XML at ${at}: ${source.slice(at, at + 80)}`)
    const [, closing, name, attributes = '', empty, text] = match
    const parent = stack.at(-1) ?? top
    if (text !== undefined) parent.text += unescaped(text)
    if (name === undefined) continue
    if (closing === '/') {
      if (stack.pop()?.name !== name) throw new Error(`</${name}> closes nothing`)
      continue
    }
    const element: Open = { name, attributes: {}, children: [], text: '' }
    for (const [, key = '', value = ''] of attributes.matchAll(attribute)) {
      if (key in element.attributes) throw new Error(`two attributes ${key}`)
      element.attributes[key] = unescaped(value)
    }
    parent.children.push(element)
    if (empty !== '/') stack.push(element)
  }
  const [root] = top.children
  if (stack.length > 1 || !root || top.children.length > 1) throw new Error('not exactly one root element')
  return root
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replaceAll(/&([^;]{0,10});?/g, (whole, name: string) => {
    if (!whole.endsWith(';')) throw new Error(`a bare ampersand: ${whole}`)
    const known = name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : entities[name]
    if (known === undefined) throw new Error(`an unknown entity: ${whole}`)
    return known
  })
}
