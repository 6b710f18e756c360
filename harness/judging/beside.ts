/** Describes an actual value beside the expected one; for long texts, which look alike, it says where they differ. */
import { shown } from './predicate.ts'

/** In a shorter text a difference is easy to see. */
const LONG = 40
const MOST_SHOWN = 120
/** How many characters are shown on each side of the first difference. */
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
