/** Decodes percent-encoded text; if it is not validly encoded, the result is `otherwise`, by default the text as it is. */
export function percentDecoded(text: string, otherwise = text): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return otherwise
  }
}
