/** Opens the requirement of an address with `#id`, even if a filter hides it. */
import { fill } from './requirement-evidence.ts'

export function deepLinks() {
  addEventListener('hashchange', follow)
  follow()
}

/** An address that cannot be decoded names nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function follow() {
  const id = decoded(location.hash.slice(1))
  const found = id === '' ? null : document.getElementById(id)
  if (!(found instanceof HTMLDetailsElement)) return
  found.hidden = false
  const area = found.closest('[data-area]')
  if (area instanceof HTMLElement) area.hidden = false
  found.open = true
  fill(found)
  found.querySelector('summary')?.focus({ preventScroll: true })
  requestAnimationFrame(() => found.scrollIntoView({ block: 'start' }))
}
