/** The path of a URL, or of a request target as received from a socket; nothing is decoded or normalized. */
export function pathOf(target: string): string {
  const scheme = target.indexOf('://')
  const start = scheme < 0 ? 0 : target.indexOf('/', scheme + 3)
  const end = target.search(/[?#]/)
  return start < 0 ? '/' : target.slice(start, end < 0 ? undefined : end)
}
