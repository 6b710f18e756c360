/** One place of a request in two versions: as in the control, and broken. */
import { isJson } from './json.ts'

/** Stands for a member that is left out. */
export const absent = Symbol('absent')

export class Twin {
  readonly good: unknown
  readonly bad: unknown

  constructor(good: unknown, bad: unknown) {
    this.good = good
    this.bad = bad
  }
}

/** Replaces the twins inside a value by their good or bad versions. */
export function versionOf(value: unknown, version: 'good' | 'bad'): unknown {
  if (value instanceof Twin) return versionOf(value[version], version)
  if (Array.isArray(value)) return value.map(item => versionOf(item, version))
  if (!isJson(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, versionOf(member, version)] as const)
  return Object.fromEntries(members.filter(([, member]) => member !== absent))
}
