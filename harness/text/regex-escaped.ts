/** Escapes a text so that a regular expression matches it literally. */
export const regexEscaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
