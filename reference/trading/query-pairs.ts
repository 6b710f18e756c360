/** The pairs of a query string, and ways to write them down again. */

export interface Pair {
  /** As sent, with its escapes. */
  readonly raw: string
  readonly name: string
  readonly value: string
}

export function pairsOf(query: string): Pair[] {
  if (query === '') return []
  return query.split('&').map(raw => {
    const at = raw.indexOf('=')
    return { raw, name: decoded(at < 0 ? raw : raw.slice(0, at)), value: at < 0 ? '' : decoded(raw.slice(at + 1)) }
  })
}

export const joined = (pairs: readonly Pair[]): string => pairs.map(({ raw }) => raw).join('&')

export const sorted = (pairs: readonly Pair[]): Pair[] =>
  pairs.toSorted((a, b) => (a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0))

/** As RFC 3986 writes them, each value changed where a change is given. */
export const escaped = (pairs: readonly Pair[], change = (value: string): string => value): string =>
  pairs.map(({ name, value }) => `${percent(name)}=${percent(change(value))}`).join('&')

const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
