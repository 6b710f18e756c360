/** The formats in which a finished run can be written. */
export const formats = ['html', 'junit', 'markdown', 'har', 'ctrf', 'badge', 'annotations'] as const
export type Format = (typeof formats)[number]

/** The files that these formats write; annotations are printed. */
export const formFiles = [
  'report.html',
  'junit.xml',
  'summary.md',
  'exchanges.har',
  'ctrf.json',
  'badge.svg',
  'badge.json',
] as const

export const isFormat = (word: string): word is Format => (formats as readonly string[]).includes(word)
