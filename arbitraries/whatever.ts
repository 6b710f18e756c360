/** Values in a place that is ignored: any of the right kind, so that a deployment that reads them after all stumbles. */
import type * as fc from 'fast-check'
import { among } from './favouring.ts'
import { typesOf } from './flat-schema.ts'
import { asJson } from './json.ts'

/** An id far from real ones. */
const UNKNOWN = 2 ** 31 - 7

const values: Readonly<Record<string, readonly unknown[]>> = {
  string: ['a', '', 'true', '-1', '[]', '{}', '\u0430 \u5b57 \u0633'],
  integer: [UNKNOWN, 0, -1, 1],
  array: [[], [UNKNOWN], [0, UNKNOWN, -1], [1]],
}

/** Another kind is open: it breaks a rule of its own. */
export const whateverValues = (schema: unknown): readonly unknown[] =>
  typesOf(asJson(schema)).flatMap(type => values[type] ?? [])

export const whatever = (schema: unknown): fc.Arbitrary<unknown> => among(whateverValues(schema))
