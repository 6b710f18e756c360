/** The address of a request, parsed once for all who look at it one after the other. */

type Address = Readonly<Pick<URL, 'origin' | 'pathname' | 'search'>> & {
  readonly searchParams: Iterable<[string, string]> & Pick<URLSearchParams, 'get' | 'keys'>
}

let last: { readonly text: string; readonly address: Address } | undefined

export function addressOf(text: string): Address {
  if (last?.text !== text) last = { text, address: new URL(text) }
  return last.address
}
