/** Makes elements. Text goes in as text, never as markup. */
import { printable } from '../../escape.ts'

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null>} attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes, ...children) {
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

/** @param {string} text for readers who do not see the change */
export function say(text) {
  const place = document.getElementById('said')
  if (place) place.textContent = text
}
