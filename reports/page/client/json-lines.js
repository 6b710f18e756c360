/** JSON in lines, each with the pointer of what stands on it, so that a part can be marked. */

/** @typedef {{ text: string, at: string, missing?: boolean }} Line */

/**
 * @param {unknown} value
 * @param {readonly string[]} wanted pointers that may be absent and are then shown as such
 * @returns {Line[]}
 */
export function jsonLines(value, wanted) {
  /** @type {Line[]} */
  const lines = []
  write(value, '', '', '', '', wanted, lines)
  return lines
}

/**
 * @param {unknown} value
 * @param {string} at
 * @param {string} indent
 * @param {string} before
 * @param {string} after
 * @param {readonly string[]} wanted
 * @param {Line[]} lines
 */
function write(value, at, indent, before, after, wanted, lines) {
  if (typeof value !== 'object' || value === null) {
    lines.push({ text: `${indent}${before}${JSON.stringify(value)}${after}`, at })
    return
  }
  const list = Array.isArray(value)
  const members = Object.entries(value)
  const absent = list ? [] : absentMembers(value, at, wanted)
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  if (members.length + absent.length === 0) {
    lines.push({ text: `${indent}${before}${open}${close}${after}`, at })
    return
  }
  lines.push({ text: `${indent}${before}${open}`, at })
  members.forEach(([name, member], n) => {
    const comma = n < members.length - 1 ? ',' : ''
    const label = list ? '' : `${JSON.stringify(name)}: `
    write(member, `${at}/${escaped(name)}`, `${indent}  `, label, comma, wanted, lines)
  })
  for (const name of absent) {
    lines.push({ text: `${indent}  ${JSON.stringify(name)} is absent`, at: `${at}/${escaped(name)}`, missing: true })
  }
  lines.push({ text: `${indent}${close}${after}`, at: `${at}/` })
}

/**
 * @param {object} value
 * @param {string} at
 * @param {readonly string[]} wanted
 */
function absentMembers(value, at, wanted) {
  return wanted.flatMap(pointer => {
    const cut = pointer.lastIndexOf('/')
    const name = pointer
      .slice(cut + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~')
    return cut >= 0 && name !== '*' && matches(at, pointer.slice(0, cut)) && !Object.hasOwn(value, name) ? [name] : []
  })
}

/**
 * Whether a pointer is the wanted one; `*` in the wanted one stands for any element.
 * @param {string} at
 * @param {string} wanted
 */
export function matches(at, wanted) {
  if (at === wanted) return true
  if (!wanted.includes('*')) return false
  const [own, other] = [at.split('/'), wanted.split('/')]
  return own.length === other.length && other.every((part, n) => part === '*' || part === own[n])
}

/** @param {string} name */
const escaped = name => name.replaceAll('~', '~0').replaceAll('/', '~1')
