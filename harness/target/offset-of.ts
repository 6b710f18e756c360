/** Finds the offset of a JSON pointer in a YAML text, for messages with line and column. */
import { type Document, isNode, isScalar } from 'yaml'

/** The offset of a member, or of its parent if it is missing. */
export function offsetOf(document: Document, pointer: string): number {
  const path = pointer
    .split('/')
    .slice(1)
    .map(part => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return keyOffset(document, path.slice(0, length)) ?? node.range[0]
  }
  return 0
}

/** The offset of the key itself, which is what an editor should jump to for a wrong member. */
function keyOffset(document: Document, path: readonly (string | number)[]): number | null {
  const name = path.at(-1)
  if (typeof name !== 'string') return null
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const items = (parent as { items?: { key?: unknown }[] } | null)?.items ?? []
  const pair = items.find(item => isScalar(item.key) && item.key.value === name)
  return pair && isScalar(pair.key) && pair.key.range ? pair.key.range[0] : null
}
