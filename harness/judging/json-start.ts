/** The beginning of a value as JSON, without serializing megabytes for one line. */

/** Like JSON.stringify, but what follows after `enough` characters may be missing. */
export function jsonStart(value: unknown, enough: number): string {
  const pieces: string[] = []
  let size = 0
  const put = (text: string): void => {
    pieces.push(text)
    size += text.length
  }
  const list = (values: readonly unknown[]): void => {
    put('[')
    for (let at = 0; at < values.length && size <= enough; at++) {
      if (at > 0) put(',')
      write(values[at] ?? null)
    }
    put(']')
  }
  const members = (object: Readonly<Record<string, unknown>>): void => {
    put('{')
    let first = true
    for (const name of Object.keys(object)) {
      if (size > enough) break
      if (object[name] === undefined) continue
      put(first ? '' : ',')
      first = false
      text(name)
      put(':')
      write(object[name])
    }
    put('}')
  }
  const text = (given: string): void =>
    put(JSON.stringify(given.length > enough ? given.slice(0, enough + BEYOND) : given))
  const write = (one: unknown): void => {
    if (typeof one === 'string') text(one)
    else if (Array.isArray(one)) list(one)
    else if (isPlain(one)) members(one)
    else put(JSON.stringify(one) ?? String(one))
  }
  write(value)
  return pieces.join('')
}

/** How many more characters are kept, so that half of a surrogate pair at the cut is never shown. */
const BEYOND = 2

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}
