/** Selects values in JSON by paths such as `/result/*\/networks/*\/isDefault`; `*` stands for every element or key. */
import { isObject } from '../evidence/exchange.ts'

export interface Selected {
  /** Where the value stands, with the stars resolved. */
  readonly at: string
  /** Whether the parent is there and may hold it. */
  readonly present: boolean
  readonly value: unknown
}

/** Every place the path names whose parent exists. A missing last member is selected as not present. */
export function select(root: unknown, path: string): Selected[] {
  const segments = path.split('/').slice(1).map(unescaped)
  let current: Selected[] = [{ at: '', present: true, value: root }]
  for (const segment of segments) {
    const next: Selected[] = []
    for (const { at, present, value } of current) {
      if (!present) continue
      if (segment === '*')
        for (const [key, child] of children(value))
          next.push({ at: `${at}/${escaped(key)}`, present: true, value: child })
      else if (Array.isArray(value) && /^\d+$/.test(segment))
        next.push(member(at, segment, value[Number(segment)], Number(segment) < value.length))
      else if (isObject(value)) next.push(member(at, segment, value[segment], Object.hasOwn(value, segment)))
    }
    current = next
  }
  return current
}

/** The one value at a JSON pointer; undefined where there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  return select(root, pointer)[0]?.value
}

const member = (at: string, name: string, value: unknown, present: boolean): Selected => ({
  at: `${at}/${escaped(name)}`,
  present,
  value,
})

function children(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((child, index) => [String(index), child])
  return isObject(value) ? Object.entries(value) : []
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')
