/** Validators of JSON schemas, each compiled when first needed; the compiler itself is loaded only then. */
import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { compiledSchemas } from './compiled-schemas.ts'

const byIdentity = new WeakMap<object, ValidateFunction>()
const byContent = new Map(compiledSchemas)

export function validatorOf(schema: object): ValidateFunction {
  const seen = byIdentity.get(schema)
  if (seen) return seen
  const content = JSON.stringify(schema)
  const compiled = byContent.get(content) ?? ajv().compile(schema)
  byContent.set(content, compiled)
  byIdentity.set(schema, compiled)
  return compiled
}

let compiler: Ajv2020 | undefined

function ajv(): Ajv2020 {
  if (compiler) return compiler
  const require = createRequire(import.meta.url)
  const { Ajv2020: Compiler } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 }
  const addFormats = require('ajv-formats') as (instance: Ajv2020) => void
  // The schemas are ours, and checked when they are made: checking them again would compile the schema of schemas first.
  compiler = new Compiler({ strict: false, allErrors: false, validateFormats: true, validateSchema: false })
  addFormats(compiler)
  return compiler
}

/** A schema in words, as far as the small schemas of fields go. */
export function describeSchema(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'any value'
  const s = schema as Record<string, unknown>
  if ('const' in s) return JSON.stringify(s['const'])
  if (Array.isArray(s['enum'])) return `one of ${s['enum'].map(value => JSON.stringify(value)).join(', ')}`
  for (const key of ['oneOf', 'anyOf'] as const)
    if (Array.isArray(s[key])) return s[key].map(describeSchema).join(' or ')
  const types = [s['type'] ?? []].flat().map(String)
  const [type] = types
  if (type === 'array') {
    const each = describeSchema(s['items'])
    return `an array of ${PLURALS[each] ?? each}`
  }
  if (type === 'object')
    return Array.isArray(s['required']) ? `an object with ${s['required'].join(', ')}` : 'an object'
  const noun = types.map(nounOf).join(' or ') || 'any value'
  if (s['pattern'] === DIGITS) return `${noun} of decimal digits${inBrackets(s['description'])}`
  if (typeof s['description'] === 'string' && s['pattern']) return noun + inBrackets(s['description'])
  if (s['pattern']) return `${noun} matching ${String(s['pattern'])}`
  return s['minLength'] ? `a non-empty ${String(type)}` : noun
}

const DIGITS = '^[0-9]+$'

/** A description in brackets within a sentence: it begins in lower case, unless it begins with two capitals. */
function inBrackets(description: unknown): string {
  if (typeof description !== 'string') return ''
  const lowered = description.replace(/^\p{Lu}(?!\p{Lu})/u, first => first.toLowerCase())
  return ` (${lowered.replace(/\.$/, '')})`
}

const nounOf = (type: string): string => (type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)

const PLURALS: Readonly<Record<string, string>> = {
  'an integer': 'integers',
  'a string': 'strings',
  'a boolean': 'booleans',
  'an object': 'objects',
  'any value': 'any values',
}
