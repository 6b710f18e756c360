/** Parameters that no endpoint supports: their names and values. */
import type { Changes } from './variations.ts'

export const UNSUPPORTED = 'assay_unsupported'

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
