/** Values for a place that is ignored: any of the right type, to find deployments that read them nevertheless. */
import type * as fc from 'fast-check'
import { among } from './favouring.ts'
import { typesOf } from './flat-schema.ts'
import { asJson } from './json.ts'

/** An id that is far above real ones. */
const UNKNOWN = 2 ** 31 - 7

const values: Readonly<Record<string, readonly unknown[]>> = {
  string: ['a', '', 'true', '-1', '[]', '{}', '\u0430 \u5b57 \u0633'],
  integer: [UNKNOWN, 0, -1, 1],
  array: [[], [UNKNOWN], [0, UNKNOWN, -1], [1]],
}

/** Only values of the right type: others break a different rule, and the result is open. */
export const whateverValues = (schema: unknown): readonly unknown[] =>
  typesOf(asJson(schema)).flatMap(type => values[type] ?? [])

export const whatever = (schema: unknown): fc.Arbitrary<unknown> => among(whateverValues(schema))
