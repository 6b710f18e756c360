/** Parameters that no endpoint supports: their names and values, and the requirements that replies list them. */
import type { Sentences } from '../../../generated/catalogue.ts'
import type { Changes } from '../controls/variations.ts'

export const UNSUPPORTED = 'assay_unsupported'

/** The level from which a success lists them. */
export const LISTED_FROM = 167

/** The requirement that the replies of an operation list them. */
export const listingOf = (operation: string): keyof Sentences & string =>
  `messaging.parameters.unsupported-${operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}` as never

/** Further names and values that careless parsers mishandle. No two names differ in letter case only. */
export const ODD_PARAMETERS: readonly [Changes, ...Changes[]] = [
  { параметр_assay: ['x', 'y'] },
  { assay_未対応: { a: 1 } },
  { assay_غير_مدعوم: '' },
  { 'assay-ñandú': 'x'.repeat(800) },
  { ASSAY_Other: null },
  { assay_ไม่รองรับ: 7 },
]

/** The plain name and one of the others, always the same one for the same words. */
export const unsupportedIn = (words: string): Changes => ({
  [UNSUPPORTED]: 'x',
  ...(ODD_PARAMETERS[
    [...words].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % ODD_PARAMETERS.length
  ] ?? ODD_PARAMETERS[0]),
})
