/** What came in the place of a value that was due, and where a text differs from it: long ones look alike. */
import { shown } from './predicate.ts'

/** A difference within a text of fewer characters is seen at once. */
const LONG = 40
const MOST_SHOWN = 120
/** So much of a text is shown on each side of the first difference. */
const AROUND = 12

export function beside(due: unknown, actual: unknown): string {
  if (typeof due !== 'string' || typeof actual !== 'string' || due.length < LONG || actual === '') return shown(actual)
  const seen = actual.length > MOST_SHOWN ? `${shown(actual.slice(0, MOST_SHOWN)).slice(0, -1)}…"` : shown(actual)
  return `${seen}, which ${difference(due, actual)}`
}

function difference(due: string, actual: string): string {
  if (due.startsWith(actual)) return `is only the first ${actual.length} of ${due.length} characters`
  if (due.endsWith(actual)) return `is only the last ${actual.length} of ${due.length} characters`
  if (actual.startsWith(due)) return `has ${actual.length - due.length} more characters at its end`
  let at = 0
  while (due[at] === actual[at]) at++
  const around = (text: string): string => shown(text.slice(Math.max(0, at - AROUND), at + AROUND))
  return `differs from character ${at + 1} on: ${around(actual)} instead of ${around(due)}`
}
