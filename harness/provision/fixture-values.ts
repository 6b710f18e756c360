/** What the value of a fixture has to contain. Anything less is the provisioner's mistake, and never the target's. */
import { isObject } from '../evidence/exchange.ts'
import type { FixtureKind, FixtureValue, Member } from './fixture-kind.ts'

/** Names, addresses, keys and codes: none has control characters, which a request would pass on. */
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && !/[\p{Cc}\p{Cs}]/u.test(value)
const each = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits)

const fits: Readonly<Record<Member, (value: unknown) => boolean>> = {
  integer: Number.isSafeInteger,
  text: isText,
  // The text that a target kept may be empty: that is its own fault, not the provisioner's.
  'maybe-empty': value => typeof value === 'string',
  boolean: value => typeof value === 'boolean',
  integers: each(Number.isSafeInteger),
  texts: each(isText),
  objects: each(isObject),
}

const says: Readonly<Record<Member, string>> = {
  integer: 'an integer',
  text: 'a text without control characters',
  'maybe-empty': 'a text',
  boolean: 'true or false',
  integers: 'a list of integers',
  texts: 'a list of texts without control characters',
  objects: 'a list of objects',
}

/** What is wrong with a value of this kind, in a few words; null if nothing is. */
export function faultOf(kind: FixtureKind | undefined, value: FixtureValue): string | null {
  for (const [name, member] of Object.entries(kind?.value ?? {})) {
    if (value[name] === undefined) return `its value has no "${name}"`
    if (!fits[member](value[name])) return `the "${name}" of its value is not ${says[member]}`
  }
  return null
}
