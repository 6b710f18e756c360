/** The kinds of parameters, and how each is read from the text that was sent. */
import { isObject } from './params.ts'

export type Kind =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'integers'
  | 'objects'
  | 'object'
  | 'group-setting'
  | 'integer-or-null'
  | 'integer-or-integers'
  | 'retention'

/** What is wrong with a value: a bare value for a list, a wrong element in a list, or another kind. */
export type Mismatch = 'bare' | 'element' | 'other'

export type Reading = { readonly value: unknown } | { readonly wrong: Mismatch }

interface Leniency {
  /** Digits in a JSON string are accepted as an integer. */
  readonly quotedDigits: boolean
}

const wrong = (mismatch: Mismatch): Reading => ({ wrong: mismatch })

export function readKind(kind: Kind, raw: string, lenient: Leniency = { quotedDigits: false }): Reading {
  switch (kind) {
    case 'string':
      return { value: raw }
    case 'integer':
      return integer(raw, lenient)
    case 'integer-or-null':
      return raw === 'null' ? { value: null } : integer(raw, lenient)
    case 'boolean':
      return raw === 'true' || raw === 'false' ? { value: raw === 'true' } : wrong('other')
    case 'integers':
      return integers(parse(raw), lenient)
    case 'integer-or-integers': {
      const value = parse(raw)
      return Array.isArray(value) ? integers(value, lenient) : integer(raw, lenient)
    }
    case 'objects': {
      const value = parse(raw)
      if (!Array.isArray(value)) return wrong(isObject(value) ? 'bare' : 'other')
      return value.every(isObject) ? { value } : wrong('element')
    }
    case 'object': {
      const value = parse(raw)
      return isObject(value) ? { value } : wrong('other')
    }
    case 'group-setting':
      return groupSetting(raw, lenient)
    case 'retention':
      return retention(raw)
  }
}

function integer(raw: string, { quotedDigits }: Leniency): Reading {
  const digits = quotedDigits ? raw.replace(/^"(.*)"$/, '$1') : raw
  const value = Number(digits)
  return /^-?\d+$/.test(digits) && Number.isSafeInteger(value) ? { value } : wrong('other')
}

function integers(value: unknown, { quotedDigits }: Leniency): Reading {
  if (!Array.isArray(value)) return wrong(typeof value === 'number' ? 'bare' : 'other')
  const numbers = quotedDigits ? value.map(one => (/^\d+$/.test(String(one)) ? Number(one) : one)) : value
  return numbers.every(one => Number.isSafeInteger(one)) ? { value: numbers } : wrong('element')
}

function groupSetting(raw: string, lenient: Leniency): Reading {
  const value = parse(raw)
  if (!isObject(value)) return integer(raw, lenient)
  const members = integers(value['direct_members'], lenient)
  const subgroups = integers(value['direct_subgroups'], lenient)
  if ('wrong' in members || 'wrong' in subgroups) return wrong('element')
  return { value: { direct_members: members.value, direct_subgroups: subgroups.value } }
}

/** Days as a positive integer, or one of two words, plain or as a JSON string. */
function retention(raw: string): Reading {
  const word = raw.replace(/^"(.*)"$/, '$1')
  if (word === 'realm_default' || word === 'unlimited') return { value: word }
  return /^[1-9]\d*$/.test(raw) ? { value: Number(raw) } : wrong('other')
}

export function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
