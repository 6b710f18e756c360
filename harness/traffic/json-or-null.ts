/** The text as JSON; null if it is not JSON. Unlike `parseJson`, it makes no stand-ins for large integers. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
