/** Whether a value in a request is certainly wrong; forms that implementations read differently are left open. */
import { isObject } from '../../../harness/index.ts'

type Json = Readonly<Record<string, unknown>>

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value)

/** Left out, empty or null: it is open whether that counts as a value. */
const isAbsent = (value: unknown): boolean => value === undefined || value === '' || value === null || value === 'null'

/** Whether no implementation could read it as a list of integers. */
export function isNoIntegerList(value: unknown): boolean {
  if (isAbsent(value)) return false
  return !Array.isArray(value) || value.some(one => !Number.isInteger(one) && !isDigits(one) && one !== null)
}

/** Whether no implementation could read it as a group id or as the object form. */
export function isNoGroupSetting(value: unknown): boolean {
  if (isAbsent(value) || Number.isInteger(value) || isDigits(value)) return false
  if (!isObject(value)) return true
  const parts = [value['direct_members'], value['direct_subgroups']].filter(part => part !== undefined)
  return parts.length > 0 && parts.some(isNoIntegerList)
}

/** Whether it is neither a whole number of days nor one of the two words. */
export const isNoRetention = (value: unknown): boolean =>
  !isAbsent(value) &&
  !Number.isInteger(value) &&
  !isDigits(value) &&
  !['realm_default', 'unlimited'].includes(String(value)) &&
  (typeof value !== 'string' || /^[A-Za-z]/.test(value))

/** The objects in a list. */
export const objectsIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Whether it is certainly not a list of objects. */
export const isNoObjectList = (value: unknown): boolean =>
  !isAbsent(value) && (!Array.isArray(value) || value.some(one => !isObject(one) && one !== null))

interface Template {
  readonly variables: readonly string[]
  readonly isMalformed: boolean
}

/** The variables of an RFC 6570 template, each once. */
export function templateOf(text: string): Template {
  const expressions = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, inner = '']) => inner)
  const rest = text.replaceAll(/\{[^{}]*\}/g, '')
  const names = expressions.flatMap(one =>
    one
      .replace(/^[+#./;?&]/, '')
      .split(',')
      .map(variable => variable.replace(/(\*|:\d{1,4})$/, '')),
  )
  return {
    variables: [...new Set(names)],
    isMalformed: /[{}]/.test(rest) || expressions.some(one => one.trim() === ''),
  }
}
