/** Parameters that no endpoint supports: several at once, with names of letters of any script and values of any kind. */
import * as fc from 'fast-check'
import { among } from './favouring.ts'

const letters = [
  ...'abcdefghijklmnopqrstuvwxyz_',
  ...'ABC',
  ...'\u00df\u0436\u044f\u0633\u06cc\u5b57\u3042\uac00\u0e01',
  '\u{20bb7}',
]
const values = ['a', '', 0, -1, true, [], ['a', 1], {}, { a: null }, 'a b&c=d%', '\u5b57 \u0633']

export function unsupportedParameters(): fc.Arbitrary<Record<string, unknown>> {
  const name = fc.string({ unit: among(letters), minLength: 1, maxLength: 10 }).map(text => `assay_${text}`)
  return fc
    .uniqueArray(fc.tuple(name, among(values)), {
      minLength: 2,
      maxLength: 5,
      selector: ([text]) => text.toLowerCase(),
    })
    .map(pairs => Object.fromEntries(pairs))
}
