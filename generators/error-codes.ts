/** The error codes that a description names for one operation. */
import { asJson, asList, dereference, type Json } from './json.ts'

/** The code of one alternative of an error reply; undefined if it leaves the code open. */
export function codeOf(document: Json, alternative: unknown): string | undefined {
  const schema = dereference(document, alternative)
  const own = asJson(asJson(schema['properties'])['code'])['const']
  if (typeof own === 'string') return own
  return asList(schema['allOf'])
    .map(part => codeOf(document, part))
    .find(code => code !== undefined)
}

export function errorCodes(document: Json, error: Json | null): string[] {
  return asList(error?.['anyOf']).flatMap(alternative => codeOf(document, alternative) ?? [])
}
