/** Selects values in JSON by paths such as `/result/*\/networks/*\/isDefault`; `*` stands for every element or key. */
import { isObject } from '../evidence/exchange.ts'

export interface Selected {
  /** The pointer of the value, with the stars resolved. */
  readonly at: string
  /** False if the parent exists and the last member is missing. */
  readonly present: boolean
  readonly value: unknown
}

/** Every place the path names whose parent exists. A missing last member is selected as not present. */
export function select(root: unknown, path: string): Selected[] {
  const found: Selected[] = []
  visitPlaces(root, path, (present, value, at) => {
    found.push({ at: at(), present, value })
    return true
  })
  return found
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let found: unknown
  visitPlaces(root, pointer, (_present, value) => {
    found = value
    return false
  })
  return found
}

/** The value in which the last part of a pointer is looked up. */
export const parentAt = (root: unknown, pointer: string): unknown =>
  valueAt(root, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))))

/** Calls `tell` for each place until it returns false. `at` makes the pointer of the place only when it is called. */
export function visitPlaces(
  root: unknown,
  path: string,
  tell: (present: boolean, value: unknown, at: () => string) => boolean,
): void {
  const segments = segmentsOf(path)
  const keys: string[] = []
  const at = (): string => keys.map(key => `/${escaped(key)}`).join('')
  const descend = (value: unknown, depth: number): boolean => {
    const segment = segments[depth]
    if (segment === undefined) return tell(true, value, at)
    if (segment === '*') {
      if (Array.isArray(value)) return value.every((child, index) => into(String(index), child, depth))
      return !isObject(value) || Object.keys(value).every(key => into(key, value[key], depth))
    }
    const index = Array.isArray(value) && /^\d+$/.test(segment) ? Number(segment) : null
    if (index === null && !isObject(value)) return true
    const there = index === null ? Object.hasOwn(value as object, segment) : index < (value as unknown[]).length
    if (there) return into(segment, (value as Record<string, unknown>)[segment], depth)
    if (depth < segments.length - 1) return true
    keys.push(segment)
    const more = tell(false, undefined, at)
    keys.pop()
    return more
  }
  const into = (key: string, child: unknown, depth: number): boolean => {
    keys.push(key)
    const more = descend(child, depth + 1)
    keys.pop()
    return more
  }
  descend(root, 0)
}

const split = new Map<string, readonly string[]>()
const MOST_SPLIT = 5_000

function segmentsOf(path: string): readonly string[] {
  const known = split.get(path)
  if (known) return known
  const made = path.split('/').slice(1).map(unescaped)
  if (split.size >= MOST_SPLIT) split.clear()
  split.set(path, made)
  return made
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')
