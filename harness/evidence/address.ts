/** The address of a request; the last parsed one is remembered, because several functions read the same one in a row. */

type Address = Readonly<Pick<URL, 'origin' | 'pathname' | 'search'>> & {
  readonly searchParams: Iterable<[string, string]> & Pick<URLSearchParams, 'get' | 'keys'>
}

let last: { readonly text: string; readonly address: Address } | undefined

export function addressOf(text: string): Address {
  if (last?.text !== text) last = { text, address: new URL(text) }
  return last.address
}
