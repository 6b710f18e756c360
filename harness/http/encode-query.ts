/** Query strings: RFC 3986 percent-encoding of parameters, in their order. */

/** A request parameter before encoding. Names may repeat, and their order is kept. */
export type Parameter = readonly [name: string, value: string]

const keptByEncodeURIComponent = /[!'()*]/g

/** RFC 3986 percent-encoding of UTF-8: all but `A-Z a-z 0-9 - . _ ~`. A lone surrogate becomes U+FFFD. */
function percentEncode(text: string): string {
  const wellFormed = Buffer.from(text, 'utf8').toString('utf8')
  return encodeURIComponent(wellFormed).replace(
    keptByEncodeURIComponent,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The query string of these parameters in the order given: encoded `name=value` pairs joined with `&`. */
export function encodeQuery(pairs: readonly Parameter[]): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&')
}
