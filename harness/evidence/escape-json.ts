/** Escapes characters of a JSON text that could act in a terminal or reorder what it displays. The value stays the same. */

/** Controls that JSON does not escape by itself, marks of direction, and separators of lines and paragraphs. */
const ACTING = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

export const escapeJson = (json: string): string => (isAscii(json) ? json : json.replace(ACTING, escaped))

/** A quick test for most texts. The delete character counts as one that is not ASCII. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length && !text.includes('\u007f')

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
