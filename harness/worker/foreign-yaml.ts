/** Converts YAML to JSON text; runs in a worker. */
import { parse } from 'yaml'

/** Far more than any description has. A text that grows beyond the memory of the worker may end the whole process. */
const MOST_CHARACTERS = 16_000_000

/**
 * Null if the text is not YAML or has no JSON form, such as a loop of aliases. Aliases are not counted, because legal documents
 * may nest many; what counts is how much they make when written out.
 */
export function yamlAsJson(text: string): string | null {
  try {
    const document: unknown = parse(text, { logLevel: 'error', merge: true, maxAliasCount: -1 })
    if (lengthOf(document, new Map()) > MOST_CHARACTERS) throw new RangeError()
    return JSON.stringify(document) ?? null
  } catch (error) {
    if (error instanceof RangeError) throw new Error('it is too large or too deep when its aliases are written out')
    return null
  }
}

/** The length as JSON text. Each object is looked at once, however many aliases it has. */
function lengthOf(value: unknown, known: Map<object, number>): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.length ?? 0
  const length = known.get(value)
  if (length !== undefined) return length
  // Until it is known: JSON.stringify finds an object within itself, and says so.
  known.set(value, 0)
  const parts = Array.isArray(value) ? value : Object.entries(value).flat()
  const sum = parts.reduce<number>((total, part) => total + lengthOf(part, known) + 1, 2)
  known.set(value, sum)
  return sum
}
