/** JSON in lines, each with the pointer of the value on it, so that a part can be marked. */

export interface JsonLine {
  readonly text: string
  readonly at: string
  /** The line stands for a member that should exist but does not. */
  readonly missing?: true
}

/** A wanted pointer that is absent, although its parent exists, gets a line that says so. */
export function jsonLines(value: unknown, wanted: readonly string[]): JsonLine[] {
  const lines: JsonLine[] = []
  const write = (part: unknown, at: string, indent: string, before: string, after: string): void => {
    if (typeof part !== 'object' || part === null) {
      lines.push({ text: `${indent}${before}${JSON.stringify(part)}${after}`, at })
      return
    }
    const list = Array.isArray(part)
    const members = Object.entries(part)
    const absent = list ? [] : absentMembers(part, at, wanted)
    const [open, close] = list ? ['[', ']'] : ['{', '}']
    if (members.length + absent.length === 0) {
      lines.push({ text: `${indent}${before}${open}${close}${after}`, at })
      return
    }
    lines.push({ text: `${indent}${before}${open}`, at })
    members.forEach(([name, member], n) => {
      const label = list ? '' : `${JSON.stringify(name)}: `
      write(member, `${at}/${escaped(name)}`, `${indent}  `, label, n < members.length - 1 ? ',' : '')
    })
    for (const name of absent) {
      lines.push({ text: `${indent}  ${JSON.stringify(name)} is absent`, at: `${at}/${escaped(name)}`, missing: true })
    }
    lines.push({ text: `${indent}${close}${after}`, at: `${at}/` })
  }
  write(value, '', '', '', '')
  return lines
}

/** Whether a pointer matches the wanted one, in which `*` stands for any element. */
export function matches(at: string, wanted: string): boolean {
  if (at === wanted) return true
  if (!wanted.includes('*')) return false
  const [own, other] = [at.split('/'), wanted.split('/')]
  return own.length === other.length && other.every((part, n) => part === '*' || part === own[n])
}

function absentMembers(value: object, at: string, wanted: readonly string[]): string[] {
  return wanted.flatMap(pointer => {
    const cut = pointer.lastIndexOf('/')
    const name = pointer
      .slice(cut + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~')
    return cut >= 0 && name !== '*' && matches(at, pointer.slice(0, cut)) && !Object.hasOwn(value, name) ? [name] : []
  })
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
