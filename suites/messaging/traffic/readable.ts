/**
 * Whether a list can be read for what it shows of a thing. An element that is missing, an id that is not an integer and a
 * value of another kind than the one sent have requirements of their own, which answer for them.
 */
import { objectsIn } from './sent-values.ts'

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

export const idsAreReadable = (list: unknown): boolean => objectsIn(list).every(one => Number.isInteger(one['id']))

/** The element is there, and what is compared with `has`, or the list of ids at `field`, is of the kind due. */
export function isReadable(list: unknown, id: number, args: object): boolean {
  const found = objectsIn(list).find(one => one['id'] === id)
  const { has, field, ids } = args as { has?: object; field?: string; ids?: unknown }
  const due = Object.entries(has ?? (field === undefined ? {} : { [field]: ids }))
  return found !== undefined && due.every(([name, value]) => kindOf(found[name]) === kindOf(value))
}
