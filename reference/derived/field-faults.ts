/**
 * Faults of reply fields, derived from the descriptions: each field left out, of another type, or with a value that is not
 * allowed.
 */
import { type ReplyFieldData, replyFields } from '../../generated/reply-fields.ts'
import type { Alteration, Fault } from '../behaviour.ts'
import { levelsOf } from '../breached.ts'

interface Mistake {
  readonly word: string
  readonly says: string
  readonly does: Alteration
  /** The one element of each list that has the mistake; every element by default. */
  readonly in?: '#middle' | '#last'
  readonly breaches?: string
}

/** A required field is left out everywhere; the other mistakes are in one element. */
function mistakesWith(field: ReplyFieldData): Mistake[] {
  const dropped: Mistake = { word: 'dropped', says: 'is left out', does: { drop: true } }
  const outside = outsideOf(field)
  return [
    ...(field.required ? [dropped] : []),
    { ...otherType(field), ...(field.required && { in: '#last' as const }) },
    ...(outside === undefined
      ? []
      : [{ word: 'outside', says: `is ${JSON.stringify(outside)}`, does: { set: outside }, in: '#middle' } as const]),
  ]
}

function otherType({ kind, written, api }: ReplyFieldData): Mistake {
  const type = (as: 'number' | 'string' | 'boolean' | 'null' | 'array' | 'object'): Mistake => ({
    word: 'type',
    says: `is ${words[as]}`,
    does: { as },
  })
  if (kind === 'absent') return { word: 'there', says: 'is there', does: { set: false } }
  if (kind === 'string' && written !== undefined && written !== '.')
    return { ...type('number'), ...(api === 'trading' && { breaches: 'trading.numbers.strings' }) }
  if (kind === 'string') return type('null')
  if (kind === 'array') return type('object')
  if (kind === 'object') return type('array')
  return type(kind === 'either' ? 'boolean' : 'string')
}

const words = {
  number: 'a number',
  string: 'a string',
  boolean: 'a boolean',
  null: 'null',
  array: 'in a list',
  object: 'in an object',
}

/** A value of the right type that the field does not allow; undefined if it allows all values of the type. */
function outsideOf({ values, written }: ReplyFieldData): unknown {
  if (values) {
    const [first] = values
    if (typeof first === 'boolean') return !first
    return typeof first === 'number' ? Math.max(...values.map(Number)) + 1 : `${String(values.at(-1))}-not`
  }
  return written === undefined ? undefined : ['-1', 'Infinity', ''].find(text => !new RegExp(written).test(text))
}

function faultOf(field: ReplyFieldData, { word, says, does, in: one, breaches }: Mistake): Fault {
  const { requirements, api, operations, on, code, path } = field
  const steps = path.slice(1).split('/')
  const name = steps.at(-1) ?? ''
  const violated = [...requirements, ...(breaches === undefined ? [] : [breaches])]
  return {
    id: `${stemOf(field)}.${word}`,
    api,
    derived: true,
    describes: `${name} ${says}${one && path.includes('*') ? ' in one element' : ''} (${whose(operations)})`,
    breaches: violated,
    mutates: operations.map(operation => ({
      operation,
      on,
      path: steps.map(step => (step === '*' ? (one ?? '*') : step)).join('/'),
      does,
    })),
    ...(code !== undefined && { when: { facts: { code } } }),
    ...levelsOf(violated),
  }
}

const whose = (operations: readonly string[]): string => (operations.length > 1 ? 'all replies' : (operations[0] ?? ''))

/** The requirement, and if it covers several places, which of them. */
function stemOf({ requirements: [requirement], path }: ReplyFieldData): string {
  const places = replyFields.filter(({ requirements }) => requirements[0] === requirement)
  const named = path.split('/').filter(step => step !== '' && step !== '*')
  return places.length > 1 ? `${requirement}.${named.slice(-2).join('-')}` : `${requirement}`
}

export const derivedFieldFaults: readonly Fault[] = replyFields.flatMap(field =>
  mistakesWith(field).map(mistake => faultOf(field, mistake)),
)
