/** The forms that a request or a part of it can take. */

import { refName } from './flat-schema.ts'
import { asJson, asList, type Json } from './json.ts'
import { named } from './reading.ts'
import { readingOf, type Source, type Spot } from './source.ts'

export interface Branch {
  readonly schema: Json
  readonly spot: Spot
}

/**
 * The branches of a schema that is a choice, without those that are only observed or not requested; null for other
 * schemas.
 */
export function branchesOf(source: Source, schema: unknown, spot: Spot): Branch[] | null {
  const options = optionsOf(asJson(schema))
  if (!options) return null
  const wanted = spot.path.length === 0 ? source.options.forms : undefined
  return options
    .map(({ form, schema: option }) => ({
      schema: option,
      spot: form === undefined ? spot : { ...spot, ...named(spot, form), form },
    }))
    .filter(branch => !readingOf(source, branch.spot).observed)
    .filter(({ spot: { form } }) => !wanted || form === undefined || wanted.includes(form))
    .sort((a, b) => Number(refersToOuter(a.schema, spot)) - Number(refersToOuter(b.schema, spot)))
}

interface Option {
  readonly schema: Json
  readonly form?: string
}

function optionsOf({ title, $id, $defs, oneOf, anyOf, allOf, ...rest }: Json): Option[] | null {
  if (Object.keys(rest).length > 0) return null
  const own = asList(oneOf ?? anyOf).map(asJson)
  if (allOf === undefined) return own.length > 0 ? own.map(schema => ({ schema, ...formOf(schema) })) : null
  const parts = asList(allOf).map(asJson)
  const at = parts.findIndex(part => optionsOf(part))
  if (at < 0 || own.length > 0) return null
  return (optionsOf(parts[at] ?? {}) ?? []).map(({ schema, ...form }) => ({
    schema: { allOf: parts.with(at, schema) },
    ...form,
  }))
}

function formOf({ title, $ref }: Json): { form?: string } {
  if (typeof title === 'string') return { form: title }
  return typeof $ref === 'string' ? { form: refName($ref) } : {}
}

/** Whether a schema refers to a recursive schema that contains it. Such branches come last. */
const refersToOuter = (schema: Json, { around = {} }: Spot): boolean =>
  Object.keys(around).some(ref => JSON.stringify(schema).includes(`"${ref}"`))
