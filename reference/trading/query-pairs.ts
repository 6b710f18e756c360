/** The pairs of a query string, and ways to write them as a query string again. */

export interface Pair {
  /** The pair as sent, percent-encoded. */
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

/** The pairs in the encoding of RFC 3986, with each value changed if a change is given. */
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
