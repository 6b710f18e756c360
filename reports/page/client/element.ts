/** Makes elements. Text goes in as text, never as markup. */
import { printable } from '../../escape.ts'

type Child = Node | string | number | null | undefined | false

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number | boolean | null>,
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue
    made.append(typeof child === 'object' ? child : printable(String(child)))
  }
  return made
}

/** Announces something to readers who do not see the change. */
export function say(text: string) {
  const place = document.getElementById('said')
  if (place) place.textContent = text
}
