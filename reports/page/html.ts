/** HTML by a template that escapes all inserted values, except HTML that it made itself. */
import { printable } from '../escape.ts'

export interface Html {
  readonly markup: string
}

export type Inset = Html | string | number | null | undefined | false | readonly Inset[]

export function html(strings: TemplateStringsArray, ...insets: readonly Inset[]): Html {
  let markup = strings[0] ?? ''
  insets.forEach((inset, n) => {
    markup += rendered(inset) + (strings[n + 1] ?? '')
  })
  return { markup }
}

/** Escapes text or an attribute value: no markup, no controls, nothing that changes the reading direction. */
function escaped(text: string): string {
  return printable(text).replace(/[&<>"'`]/g, character => `&#${character.charCodeAt(0)};`)
}

function rendered(inset: Inset): string {
  if (inset === null || inset === undefined || inset === false) return ''
  if (typeof inset === 'string') return escaped(inset)
  if (typeof inset === 'number') return String(inset)
  if (isList(inset)) return inset.map(rendered).join('')
  return inset.markup
}

const isList = (inset: Html | readonly Inset[]): inset is readonly Inset[] => Array.isArray(inset)
