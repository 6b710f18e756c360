/**
 * Whether a list shows an object in readable form. A missing element, an id that is not an integer and a value of another kind
 * than the one sent violate requirements of their own, which are judged elsewhere.
 */
import { objectsIn } from './sent-values.ts'

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

export const idsAreReadable = (list: unknown): boolean => objectsIn(list).every(one => Number.isInteger(one['id']))

/** Whether the element is listed, and the values compared with `has`, or the list of ids at `field`, are of the right kind. */
export function isReadable(list: unknown, id: number, args: object): boolean {
  const found = objectsIn(list).find(one => one['id'] === id)
  const { has, field, ids } = args as { has?: object; field?: string; ids?: unknown }
  const due = Object.entries(has ?? (field === undefined ? {} : { [field]: ids }))
  return found !== undefined && due.every(([name, value]) => kindOf(found[name]) === kindOf(value))
}
