/** What is wrong with the shape of a document, in words: the place and the mistake. */
import { type SchemaMistake, schemaMistake } from '../harness/index.ts'
import { printable } from '../reports/index.ts'

export interface ShapeMistake {
  /** The pointer to the part that is wrong. */
  readonly pointer: string
  readonly why: string
}

/** `whole` names the document. */
export function shapeMistake(
  error: (SchemaMistake & { readonly instancePath: string }) | undefined,
  whole: string,
): ShapeMistake {
  const pointer = error?.instancePath ?? ''
  const subject = pointer === '' ? whole : printable(pointer.slice(1, 300).replaceAll('/', '.'))
  const { additionalProperty: extra, missingProperty: missing } = (error?.params ?? {}) as Record<string, string>
  if (extra !== undefined)
    return { pointer: `${pointer}/${extra}`, why: `${subject} has no member "${printable(extra.slice(0, 300))}"` }
  if (missing !== undefined) return { pointer, why: `${subject} lacks "${missing}"` }
  if (error?.message?.startsWith('must match pattern "\\S"')) return { pointer, why: `${subject} is empty` }
  return { pointer, why: `${subject} ${schemaMistake(error)}` }
}
