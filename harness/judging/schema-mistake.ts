/** Describes how a file of the user's violates its JSON Schema: `has to be a string`. */
import type { ErrorObject } from 'ajv'

export type SchemaMistake = Pick<ErrorObject, 'keyword' | 'params' | 'message'>

export function schemaMistake(mistake: SchemaMistake | undefined): string {
  const { keyword = '', params = {}, message = 'is not valid' } = mistake ?? {}
  const { limit, type, allowedValues } = params as {
    limit?: number
    type?: string | string[]
    allowedValues?: unknown[]
  }
  switch (keyword) {
    case 'type':
      return `has to be ${[type ?? []].flat().map(withArticle).join(' or ')}`
    case 'enum':
      return `has to be one of ${allowedValues?.join(', ')}`
    case 'minimum':
      return `has to be at least ${limit}`
    case 'maximum':
      return `has to be at most ${limit}`
    case 'exclusiveMinimum':
      return `has to be more than ${limit}`
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return limit === 1 ? 'must not be empty' : `has to have at least ${limit} ${UNITS[keyword]}`
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `has to have at most ${limit} ${UNITS[keyword]}`
    case 'false schema':
      return 'has to be left out: Assay adds it to each request'
    default:
      return message
  }
}

const UNITS: Readonly<Record<string, string>> = {
  minLength: 'characters',
  maxLength: 'characters',
  minItems: 'entries',
  maxItems: 'entries',
  minProperties: 'members',
  maxProperties: 'members',
}

const NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a mapping',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}

const withArticle = (type: string): string => NAMES[type] ?? `a ${type}`
