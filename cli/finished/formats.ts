/** The forms a finished run can be given. */
export const formats = ['html', 'junit', 'markdown', 'har', 'ctrf', 'badge', 'annotations'] as const
export type Format = (typeof formats)[number]

export const isFormat = (word: string): word is Format => (formats as readonly string[]).includes(word)
